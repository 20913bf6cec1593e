"""A plain game as a network sees it: its cells, and those of its other attributes that are numbers."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteca.core.encoding import END, Encoding
from ludoteca.core.option import Value
from ludoteca.core.plain import PlainPosition
from ludoteca.core.plain_look import are_counts, seats_of
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position

BITS = 10
"""Of a part of a move: see `PlainPosition.number_of`."""


class PlainEncoding(Encoding):
    """Every seat sees the same: the board is not turned, and a plane tells who is to move.

    Attributes that are texts, sets or dicts are not shown.
    """

    def __init__(self, kind: type[PlainPosition], options: Mapping[str, Value]) -> None:
        super().__init__()
        design: Any = _design
        self.planes, self.letters, self.places, self.lists, self.numbers, self.perhaps, extent = design(kind, **options)
        self.shape = (len(self.planes), *extent)
        self.area = extent[0] * extent[1]
        self.size = len(self.planes) * self.area
        self.picks = (*range(len(kind.board)), *kind.words, END)

    def attach(self, position: Position) -> None:
        assert isinstance(position, PlainPosition)
        self.position = position

    def encode(self, out: Any, begin: int, seat: int) -> None:
        state = self.position.state()
        for index in range(self.size):
            out[begin + index] = 0
        self._fill(out, begin, self.position.to_move)
        for cell, content in enumerate(state.get("cells", ())):
            if content in self.letters:
                out[begin + self.letters[content] * self.area + self.places[cell]] = 1
        plane = 1 + len(self.letters)
        for name in self.lists:
            for cell, number in enumerate(state[name]):
                out[begin + plane * self.area + self.places[cell]] = _byte(number)
            plane += 1
        for name in self.numbers:
            self._fill(out, begin + plane * self.area, _byte(state[name]))
            plane += 1
        for name in self.perhaps:
            self._fill(out, begin + plane * self.area, 0 if state[name] is None else _byte(_following(state[name])))
            plane += 1

    def _fill(self, out: Any, begin: int, number: int) -> None:
        for index in range(self.area):
            out[begin + index] = number

    def pick(self, move: int, out: Any) -> int:
        """The parts of the move."""
        out[0] = move & 1023
        count = 1
        move >>= BITS
        while move:
            out[count] = (move & 1023) - 1
            count += 1
            move >>= BITS
        return count


def _byte(number: Any) -> int:
    return max(0, min(255, number)) if isinstance(number, int) else 0


def _following(number: Any) -> int:
    return number + 1 if isinstance(number, int) else 255


@lru_cache
def _design(kind: type[PlainPosition], **options: Value) -> Any:
    """The planes, the plane of each letter, the place of each cell, and the attributes that are shown."""
    first = kind(seats_of(kind, options))
    first.begin(options)
    state = first.state()
    xs, ys = zip(*kind.board.geometry.places, strict=True)
    width = max(xs) - min(xs) + 1
    places = [(y - min(ys)) * width + x - min(xs) for x, y in kind.board.geometry.places]
    glyphs = (
        []
        if are_counts(state.get("cells", ()))
        else [each if isinstance(each, str) else each.text for each in kind.pieces]
    )
    lists = [name for name, value in state.items() if _is_list_of_cells(value, len(places))]
    numbers = [name for name, value in state.items() if isinstance(value, int)]
    perhaps = [name for name, value in state.items() if value is None]
    planes = (
        Plane("to move", "everywhere: the seat"),
        *(Plane(f"piece {letter}", "1 where one stands") for letter in glyphs),
        *(Plane(name, "the number of each cell, at most 255") for name in lists),
        *(Plane(name, "everywhere: the number, at most 255") for name in numbers),
        *(Plane(name, "everywhere: one more than the number, at most 255; 0 if there is none") for name in perhaps),
    )
    letters = {letter: number for number, letter in enumerate(glyphs, 1)}
    return planes, letters, places, lists, numbers, perhaps, (max(ys) - min(ys) + 1, width)


def _is_list_of_cells(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(isinstance(each, int) for each in value)
