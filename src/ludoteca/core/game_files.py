"""Files with several games: each as a text of its own, with a title to choose it by."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ludoteca.core.record import FIRST_LINE, split_records

LONGEST_TITLE = 80
HEADER_LINE = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]\s*')
OWN_HEADER_LINE = re.compile(r"([\w-]+): (.*\S)")
DATE = re.compile(r"\d{4}(?:[.-]\d\d(?:[.-]\d\d)?)?")
UNKNOWN = ("", "?", "-", "nobody")


class GameText(NamedTuple):
    text: str
    game: str
    """The name of its game, if the text tells it."""
    title: str
    """Who played and when; nothing if the text does not tell it."""


def split_games(text: str) -> list[GameText]:
    """The games in a text: records of ours, or games as PGN has them, one after the other; any other text is one."""
    if text.lstrip("\ufeff \t\r\n").startswith(FIRST_LINE):
        parts, header_line = split_records(text) or [text], OWN_HEADER_LINE
    else:
        parts, header_line = _split_by_headers(text), HEADER_LINE
    found = []
    for part in parts:
        lines = map(header_line.fullmatch, part.splitlines())
        headers = {line[1].lower(): line[2] for line in lines if line}
        found.append(
            GameText(part, headers.get("game", "") if header_line is OWN_HEADER_LINE else "", title_of(headers))
        )
    return found


def _split_by_headers(text: str) -> list[str]:
    """A game begins with the first header after something that is no header."""
    games: list[list[str]] = [[]]
    has_moves = is_comment = False
    for line in text.splitlines(keepends=True):
        is_header = not is_comment and HEADER_LINE.fullmatch(line)
        if is_header and has_moves:
            games.append([])
            has_moves = False
        elif line.strip() and not is_header:
            has_moves = True
            is_comment = line.rfind("{") > line.rfind("}") or (is_comment and "}" not in line)
        games[-1].append(line)
    return ["".join(lines) for lines in games]


def title_of(headers: Mapping[str, str]) -> str:
    """What a game may be called by its headers: `Hu Ronghua - Yang Guanlin, 1960`."""
    seats = [value.partition(": ")[2] for name, value in headers.items() if name.startswith("seat-")]
    names = seats or [headers.get("red") or headers.get("white", ""), headers.get("black", "")]
    who = " - ".join(name for name in names if name.strip() not in UNKNOWN)
    event = headers.get("event", "")
    date = DATE.match(headers.get("date", ""))
    when = date[0].replace(".", "-") if date else ""
    told = headers.get("title") or ", ".join(filter(None, (who or event * (event not in UNKNOWN), when)))
    return told[:LONGEST_TITLE]
