"""The words for squares, units and movements, and the squares near a square."""

from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import GEOMETRY, KIND_NAMES
from ludoteca.games.tomb_chess.moves import parts


def name(square: int) -> str:
    return GEOMETRY.names[square] if square >= 0 else "no square"


def all_on(what: str, squares: list[int]) -> str:
    """`the wall on e3`, or `the walls on e3 and f4`."""
    return f"the {what}{'s' * (len(squares) > 1)} on {' and '.join(map(name, squares))}"


def the(unit: int, square: int) -> str:
    return f"the {KIND_NAMES[layout.kind(unit)]} on {name(square)}"


def verb(subjects: list[int], singular: str, plural: str) -> str:
    return singular if len(subjects) == 1 else plural


def around(square: int) -> list[int]:
    return [near for direction in board.DIRECTIONS if (near := GEOMETRY.step(square, direction)) >= 0]


def beside(square: int) -> list[int]:
    return [near for direction in board.DIRECTIONS[::2] if (near := GEOMETRY.step(square, direction)) >= 0]


def between(begin: int, end: int) -> list[int]:
    """The squares that a line passes over."""
    direction = parts.direction_between(begin, end)
    if direction < 0:
        return []
    return [parts.step(begin, board.DIRECTIONS[direction], count) for count in range(1, parts.distance(begin, end))]


def movement_words(movement: int) -> str:
    """`straight up to 12 squares, or by knight leap`."""
    ranges = (
        (layout.straight_range(movement), "straight"),
        (layout.diagonal_range(movement), "diagonally"),
        (layout.step_range(movement), "in any direction"),
    )
    words = [f"{word} up to {reach} square{'s' * (reach > 1)}" for reach, word in ranges if reach]
    if layout.has_leap(movement):
        words.append("by knight leap")
    return " or ".join(words)
