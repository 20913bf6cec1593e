"""Boards drawn in tests: ten lines of nine points, rank 10 on top, letters as in FEN."""

import re
from collections.abc import Iterator, Mapping

import ludoteca

GAME = ludoteca.game("xiangqi")
FILES = "abcdefghi"
NOTATIONS = ("coordinates", "iccs", "wxf", "chinese")


def draw(picture: str, side: str = "w", quiet: int = 0) -> ludoteca.Position:
    """The position on a drawn board, with `side` ("w" or "b") to move."""
    return GAME.parse(fen(picture, side, quiet))


def fen(picture: str, side: str = "w", quiet: int = 0) -> str:
    ranks = ["".join(_shortened(line)) for line in _lines(picture)]
    return f"{'/'.join(ranks)} {side} - - {quiet} 1"


def picture_of(pieces: Mapping[str, str]) -> str:
    """The drawing of a few pieces, each under the name of its point."""
    points = [[f"{file}{rank}" for file in FILES] for rank in range(10, 0, -1)]
    assert pieces.keys() <= {point for row in points for point in row}
    return "\n".join("".join(pieces.get(point, ".") for point in row) for row in points)


def marked(picture: str) -> set[str]:
    """The names of the points drawn as x."""
    return {
        f"{FILES[file]}{10 - row}"
        for row, line in enumerate(_lines(picture))
        for file, character in enumerate(line)
        if character == "x"
    }


def targets(position: ludoteca.Position, origin: str) -> set[str]:
    """The names of the points to which the piece on `origin` may go."""
    ways = [ends(position.move_text(move, "coordinates")) for move in position.legal_moves()]
    return {target for start, target in ways if start == origin}


def ends(text: str) -> tuple[str, ...]:
    """The two points of a move like h3h10."""
    return tuple(re.findall(r"[a-i]\d+", text))


def cell(name: str) -> int:
    """The number of a point: a1 is 0, b1 is 1, i10 is 89."""
    return FILES.index(name[0]) + len(FILES) * (int(name[1:]) - 1)


def name(number: int) -> str:
    return f"{FILES[number % 9]}{number // 9 + 1}"


def play(position: ludoteca.Position, moves: str) -> ludoteca.Position:
    """The position after the moves, each checked."""
    for text in moves.split():
        position.push_text(text)
    return position


def turned(picture: str) -> str:
    """The same board seen from the other side, with the sides exchanged."""
    return "\n".join(line[::-1].swapcase() for line in reversed(_lines(picture)))


def turned_moves(moves: str) -> str:
    return " ".join("".join(across(point) for point in ends(text)) for text in moves.split())


def across(point: str) -> str:
    """The point that lies here when the board is turned."""
    return f"{FILES[::-1][FILES.index(point[0])]}{11 - int(point[1:])}"


def _lines(picture: str) -> list[str]:
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    assert len(lines) == 10, "a board has ten ranks"
    assert all(len(line) == 9 for line in lines), "a rank has nine points"
    return lines


def _shortened(line: str) -> Iterator[str]:
    """A rank as FEN writes it: the empty points counted."""
    for run in re.findall(r"\.+|[^.]", line):
        yield str(len(run)) if run[0] == "." else run
