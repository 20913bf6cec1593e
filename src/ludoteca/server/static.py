"""Scripts, styles and pictures."""

import hashlib
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles


class Static(StaticFiles):
    """Files whose address changes with them, so that a browser keeps them and never asks again."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        response = super().file_response(*arguments, **more)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def version_of(folder: Path) -> str:
    """Changes when any file does."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]
