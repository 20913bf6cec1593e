"""What a program can set: announced, read, and kept within sense."""

import os
import re
from dataclasses import dataclass
from typing import Any

from ludoteca.games import GAMES
from ludoteca.players.clock import MARGIN

NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
LONGEST_NUMBER = 10**18


def read_number(text: str) -> int | None:
    """A whole number, or None; one that is too long to read is as large as numbers get."""
    if NUMBER.fullmatch(text):
        return int(text)
    if text.lstrip("+-").isdecimal() and text.isascii() and len(text) > 18:
        return -LONGEST_NUMBER if text.startswith("-") else LONGEST_NUMBER
    return None


def most_threads() -> int:
    return os.cpu_count() or 1


def most_megabytes() -> int:
    """A quarter of the memory there is, and 1024 at the most."""
    try:
        megabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (4 * 1024 * 1024)
    except (AttributeError, ValueError, OSError):
        return 256
    return max(1, min(1024, megabytes))


@dataclass(frozen=True)
class Spin:
    """A number from `least` to `most`; what is beyond is brought back."""

    default: int
    least: int
    most: int

    def announce(self) -> str:
        return f"type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> int | None:
        number = read_number(text)
        return None if number is None else max(self.least, min(number, self.most))


@dataclass(frozen=True)
class Check:
    default: bool

    def announce(self) -> str:
        return f"type check default {str(self.default).lower()}"

    def read(self, text: str) -> bool | None:
        return {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}.get(text.lower())


@dataclass(frozen=True)
class Combo:
    default: str
    choices: tuple[str, ...]

    def announce(self) -> str:
        return f"type combo default {self.default} " + " ".join(f"var {choice}" for choice in self.choices)

    def read(self, text: str) -> str | None:
        return next((choice for choice in self.choices if choice.lower() == text.lower()), None)


@dataclass(frozen=True)
class Button:
    default: None = None

    def announce(self) -> str:
        return "type button"

    def read(self, text: str) -> str | None:
        return ""


Option = Spin | Check | Combo | Button

OPTIONS: dict[str, Option] = {
    "Hash": Spin(min(16, most_megabytes()), 1, most_megabytes()),
    "Clear Hash": Button(),
    "Threads": Spin(1, 1, most_threads()),
    "MultiPV": Spin(1, 1, 100),
    "Ponder": Check(False),
    "Move Overhead": Spin(round(1000 * MARGIN), 0, 5000),
    "UCI_Variant": Combo("xiangqi", tuple(GAMES)),
    "Protocol": Combo("uci", ("uci", "ucci", "ucicyclone")),
}
UCCI_OPTIONS: dict[str, Option] = {
    "usemillisec": Check(True),
    "hashsize": OPTIONS["Hash"],
    "clearhash": OPTIONS["Clear Hash"],
    "threads": OPTIONS["Threads"],
    "multipv": OPTIONS["MultiPV"],
    "ponder": OPTIONS["Ponder"],
    "moveoverhead": OPTIONS["Move Overhead"],
    "newgame": Button(),
}
"""UCCI writes names as one word, and has some names of its own."""


def _word(name: str) -> str:
    """Names are the same whatever their capitals and gaps."""
    word = name.lower().replace(" ", "").replace("_", "")
    return "hashsize" if word == "hash" else word


KNOWN = {_word(name): option for names in (OPTIONS, UCCI_OPTIONS) for name, option in names.items()}


class Settings:
    """The options as they are set now."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {name: option.default for name, option in KNOWN.items()}

    def __getitem__(self, name: str) -> Any:
        return self._values[_word(name)]

    def set(self, name: str, text: str) -> tuple[str, str]:
        """Set an option: its name as one word, and what was wrong; both may be empty."""
        word = _word(name)
        if word not in KNOWN:
            return "", f"there is no option {name[:40]!r}"
        value = KNOWN[word].read(text)
        if value is None:
            return "", f"option {name[:40]} cannot be {text[:40]!r}"
        self._values[word] = value
        if isinstance(value, int) and not isinstance(value, bool) and value != read_number(text):
            return word, f"option {name[:40]} is set to {value}"
        return word, ""
