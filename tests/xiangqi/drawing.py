"""Boards drawn in tests: ten lines of nine points, rank 10 on top, letters as in FEN."""

import re

import ludoteca

GAME = ludoteca.game("xiangqi")
FILES = "abcdefghi"
NOTATIONS = ("coordinates", "iccs", "wxf", "chinese")


def draw(picture, side="w", quiet=0):
    """The position on a drawn board, with `side` ("w" or "b") to move."""
    return GAME.parse(fen(picture, side, quiet))


def fen(picture, side="w", quiet=0):
    ranks = ["".join(_shortened(line)) for line in _lines(picture)]
    return f"{'/'.join(ranks)} {side} - - {quiet} 1"


def picture_of(pieces):
    """The drawing of a few pieces, each under the name of its point."""
    points = [[f"{file}{rank}" for file in FILES] for rank in range(10, 0, -1)]
    assert pieces.keys() <= {point for row in points for point in row}
    return "\n".join("".join(pieces.get(point, ".") for point in row) for row in points)


def marked(picture):
    """The names of the points drawn as x."""
    return {
        f"{FILES[file]}{10 - row}"
        for row, line in enumerate(_lines(picture))
        for file, character in enumerate(line)
        if character == "x"
    }


def targets(position, origin):
    """The names of the points to which the piece on `origin` may go."""
    ways = [ends(position.move_text(move, "coordinates")) for move in position.legal_moves()]
    return {target for start, target in ways if start == origin}


def ends(text):
    """The two points of a move like h3h10."""
    return tuple(re.findall(r"[a-i]\d+", text))


def cell(name):
    """The number of a point: a1 is 0, b1 is 1, i10 is 89."""
    return FILES.index(name[0]) + len(FILES) * (int(name[1:]) - 1)


def name(number):
    return f"{FILES[number % 9]}{number // 9 + 1}"


def play(position, moves):
    """The position after the moves, each checked."""
    for text in moves.split():
        position.push_text(text)
    return position


def turned(picture):
    """The same board seen from the other side, with the sides exchanged."""
    return "\n".join(line[::-1].swapcase() for line in reversed(_lines(picture)))


def turned_moves(moves):
    return " ".join("".join(across(point) for point in ends(text)) for text in moves.split())


def across(point):
    """The point that lies here when the board is turned."""
    return f"{FILES[::-1][FILES.index(point[0])]}{11 - int(point[1:])}"


def _lines(picture):
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    assert len(lines) == 10, "a board has ten ranks"
    assert all(len(line) == 9 for line in lines), "a rank has nine points"
    return lines


def _shortened(line):
    """A rank as FEN writes it: the empty points counted."""
    for run in re.findall(r"\.+|[^.]", line):
        yield str(len(run)) if run[0] == "." else run
