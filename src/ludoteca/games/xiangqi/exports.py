"""Xiangqi for other programs: PGN with variations, comments and drawings, its moves in ICCS, WXF or Chinese."""

import re
from collections.abc import Callable, Iterator
from functools import partial

from ludoteca.core.position import Position
from ludoteca.core.record import Record
from ludoteca.core.variations import Arrow, Node, line_of
from ludoteca.games.xiangqi.board import GEOMETRY
from ludoteca.games.xiangqi.notation import iccs_point

HEADERS = {"event": "Event", "site": "Site", "date": "Date", "round": "Round", "red": "Red", "black": "Black"}
SEATS = {"seat-1": "Red", "seat-2": "Black"}
"""Of a game that was played here: `Red: Ada`."""
RESULTS = {"1 -1": "1-0", "-1 1": "0-1", "0 0": "1/2-1/2"}
WORDS_IN_A_LINE = 12


def write_pgn(record: Record, notation: str) -> str:
    """A record as PGN, its moves in one of the game's notations."""
    options = record.options
    position = record.game.parse(record.start, **options) if record.start else record.game.start(**options)
    result = RESULTS.get(" ".join(record.result.split()[:2])) or record.headers.get("stated-result", "*")
    headers = {"Game": "Chinese Chess", "Event": record.headers.get("title", "?")}
    headers |= {SEATS[name]: value.partition(": ")[2] for name, value in record.headers.items() if name in SEATS}
    headers |= {HEADERS[name]: value for name, value in record.headers.items() if name in HEADERS}
    headers |= {"Result": result, "Format": notation.upper() if notation != "chinese" else "Chinese"}
    if record.start:
        headers |= {"SetUp": "1", "FEN": record.start}
    root = record.tree or line_of(record.moves)
    words = [*_notes(root, notation), *_line(position, root, notation), result]
    lines = [" ".join(words[at : at + WORDS_IN_A_LINE]) for at in range(0, len(words), WORDS_IN_A_LINE)]
    return "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in headers.items()) + "\n" + "\n".join(lines) + "\n"


def _line(position: Position, parent: Node, notation: str) -> Iterator[str]:
    """The main line that follows a node, each move with what might have been played instead; the position stays."""
    depth, is_first = 0, True
    while parent.children:
        node, *others = parent.children
        yield from _move(position, node, notation, is_first)
        is_first = bool(others) or node.is_annotated
        for other in others:
            yield "("
            yield from _line(position, Node(children=[other]), notation)
            yield ")"
        position.push_text(node.move)
        depth += 1
        parent = node
    for _ in range(depth):
        position.undo()


def _move(position: Position, node: Node, notation: str, is_numbered: bool) -> Iterator[str]:
    """A move and its notes. Red's moves have numbers, and Black's where something stands before them."""
    is_red = position.to_move == 0
    number = (len(position.moves_played()) + (position.to_move + len(position.moves_played())) % 2) // 2 + 1
    text = position.move_text(position.parse_move(node.move), notation)
    if is_red or is_numbered:
        yield f"{number}." if is_red else f"{number}..."
    yield text
    yield from _notes(node, notation)


def _notes(node: Node, notation: str) -> Iterator[str]:
    arrows = ",".join(_drawing(arrow, notation) for arrow in node.arrows if arrow.start != arrow.end)
    circles = ",".join(_drawing(arrow, notation) for arrow in node.arrows if arrow.start == arrow.end)
    drawings = (f"[%cal {arrows}]" if arrows else "", f"[%csl {circles}]" if circles else "")
    # PGN knows no way to write a brace within a comment.
    words = " ".join(node.comment.replace("{", "(").replace("}", ")").split())
    if note := " ".join(filter(None, (*drawings, words))):
        yield f"{{{note}}}"


def _drawing(arrow: Arrow, notation: str) -> str:
    """The points as the moves of the file have them; WXF and Chinese have no names for points."""
    cells = dict.fromkeys((arrow.start, arrow.end))
    points = [iccs_point(GEOMETRY.cell(name)) if notation == "iccs" else name for name in cells]
    return arrow.colour[0].upper() + "".join(points)


def _quoted(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)


EXPORTS: dict[str, Callable[[Record], str]] = {
    "pgn": partial(write_pgn, notation="iccs"),
    "pgn-wxf": partial(write_pgn, notation="wxf"),
    "pgn-chinese": partial(write_pgn, notation="chinese"),
}
