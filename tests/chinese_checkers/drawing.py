"""Stars drawn in tests: 17 rows from the north, `.` or the number of a seat in each hole, `x` for an empty hole that is
meant. The seats' pieces that are not drawn wait in their starting areas, the holes near the tip first."""

import ludoteca
from tests.chinese_checkers.reference import ACROSS, BASE, HOLES, LENGTHS, PLACE, ROWS, SEATS, TEN

GAME = ludoteca.game("chinese-checkers")
TIPS = {"S": "a1", "N": "q1", "SW": "e1", "SE": "e13", "NW": "m1", "NE": "m13"}


def draw(picture, to_move=1, players=2, number=1, **options):
    """The position of a drawn star; pieces that are missing wait in their starts."""
    return position(contents(picture), to_move, players, number, **options)


def position(pieces, to_move=1, players=2, number=1, **options):
    """The same from a dict of seats by hole."""
    pieces = dict(pieces)
    for seat in range(1, players + 1):
        point = SEATS[players][seat - 1]
        missing = size(players) - list(pieces.values()).count(seat)
        waiting = sorted(start_area(players, point), key=lambda hole: (distance(hole, TIPS[point]), HOLES.index(hole)))
        for hole in [hole for hole in waiting if hole not in pieces][:missing]:
            pieces[hole] = seat
    return GAME.parse(text(pieces, to_move, players, number), **options)


def size(players):
    return 15 if players == 2 else 10


def start_area(players, point):
    return TEN[point] | BASE[point] if players == 2 else TEN[point]


def home_area(players, seat):
    return start_area(players, ACROSS[SEATS[players][seat - 1]])


def text(pieces, to_move, players, number=1):
    rows = ["".join(str(pieces.get(f"{row}{place + 1}", ".")) for place in range(ROWS[row])) for row in reversed(ROWS)]
    return f"{'/'.join(rows)} {to_move} {players} {number}"


def contents(picture):
    return {hole: int(character) for hole, character in _characters(picture) if character.isdigit()}


def marked(picture):
    """The holes drawn as x."""
    return {hole for hole, character in _characters(picture) if character == "x"}


def _characters(picture):
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    assert tuple(map(len, lines)) == LENGTHS, "a star has 17 rows of these lengths"
    for row, line in zip(reversed(ROWS), lines, strict=True):
        for place, character in enumerate(line, 1):
            assert character in ".x123456"
            yield f"{row}{place}", character


def targets(position, origin):
    """The holes to which the piece in one may go."""
    texts = [position.move_text(move) for move in position.legal_moves()]
    return {target for start, target in map(ends, texts) if start == origin}


def ends(text):
    """The first and last hole of a move."""
    split = next(place for place in range(2, len(text)) if text[place].isalpha())
    return text[:split], text[split:]


def distance(one, other):
    (x, y), (to_x, to_y) = PLACE[one], PLACE[other]
    across, up = abs(to_x - x), abs(to_y - y)
    return up + max(0, across - up) // 2


def cells(*names):
    """The numbers of holes: a1 is 0, b1 is 1, q1 is 120."""
    return tuple(HOLES.index(name) for name in names)
