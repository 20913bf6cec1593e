"""Who sits on a seat, and under which name."""

import unicodedata

from ludoteca.server.events import Handed, Occupant
from ludoteca.server.rooms.refusal import Refusal


def handed_over(seat: int, level: int) -> Handed:
    """To a machine of the level, or if it is 0 to whoever sits down next."""
    return Handed(seat, "machine" if level else "open", level)


def occupant_after(handed: Handed) -> Occupant:
    return machine_occupant(handed.level) if handed.kind == "machine" else Occupant("open")


def machine_occupant(level: int) -> Occupant:
    return Occupant("machine", f"Machine (level {level})", level)


def checked_name(name: str) -> str:
    """A name of visible characters, or a Refusal."""
    stripped = " ".join(name.split(" ")).strip()
    if not 1 <= len(stripped) <= 24:
        raise Refusal("unreadable", "a name has 1 to 24 characters")
    if any(unicodedata.category(character)[0] in "CZ" and character != " " for character in stripped):
        raise Refusal("unreadable", "a name has visible characters and spaces only")
    return stripped
