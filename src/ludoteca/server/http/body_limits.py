"""How large the body of a request may be."""

from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES
from ludoteca.server.rooms.study import MAX_STUDY_BYTES

STUDIES = ("/api/study/", "/api/studies")
ENVELOPE_BYTES = 1024
"""What is sent around a study."""


def most_bytes(path: str) -> int:
    """Studies and what is imported into them are larger than all else."""
    return MAX_STUDY_BYTES + ENVELOPE_BYTES if path.startswith(STUDIES) else MAX_MESSAGE_BYTES
