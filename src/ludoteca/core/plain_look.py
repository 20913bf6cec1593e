"""How a plain game looks: its sheet, views and steps, derived from its position class."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from ludoteca.core.geometry import OFF
from ludoteca.core.look import Glyph, Mark, Picks, Seat, Sheet, Step, View
from ludoteca.core.option import Option, Value
from ludoteca.core.plain import EMPTY, Part, Pieces, PlainPosition
from ludoteca.core.plain_notes import titles_of

COUNT_COLUMNS = 4
"""How wide a cell is at a terminal if numbers of up to three digits stand there."""


class PlainLook:
    """The look of the positions of one class."""

    def __init__(self, position: type[PlainPosition], options: tuple[Option, ...]) -> None:
        self.position = position
        self.options = options
        self.board = position.board
        self.glyphs = glyphs_of(position.pieces)
        self.sheet_for = lru_cache(self._make_sheet)

    @cached_property
    def has_counts(self) -> bool:
        """Whether there are numbers on the cells, by the first position."""
        usual = {option.name: option.default for option in self.options}
        first = self.position(seats_of(self.position, usual))
        first.begin(usual)
        return are_counts(first.state().get("cells", ()))

    @cached_property
    def owners(self) -> dict[int, int]:
        """The seat that a cell belongs to, for each cell in a zone."""
        return {cell: zone.seat for zone in self.position.zones for cell in zone.cells}

    def sheet(self, options: Mapping[str, Value]) -> Sheet:
        return self.sheet_for(seats_of(self.position, options))

    def _make_sheet(self, seats: int) -> Sheet:
        titles = titles_of(self.position.seat_names, seats)
        colours = self.position.seat_colours
        return Sheet(
            geometry=self.board.geometry,
            style=self.board.style,
            glyphs={letter: each for letter, each in self.glyphs.items() if each.seat is None or each.seat < seats},
            seats=tuple(Seat(title, colours[seat % len(colours)]) for seat, title in enumerate(titles)),
            lines=self.board.lines,
            labels=self.board.labels,
            columns=COUNT_COLUMNS if self.has_counts else 0,
            scale=self.board.scale,
            zones=tuple(zone for zone in self.position.zones if zone.seat < seats),
        )

    def view(self, position: PlainPosition) -> View:
        """The pieces or numbers, the cells of the last turn, and in words what else counts and what is to be done."""
        cells = position.state().get("cells", ())
        marks = tuple(Mark("last", cell) for cell in _cells_of_last_turn(position))
        return View(
            self._units(cells),
            marks + self._counts(cells, position.seats),
            tuple(position.notes()),
            prompt="" if position.ending() else position.prompt(),
        )

    def _units(self, cells: Sequence[Any]) -> dict[int, str]:
        return {} if are_counts(cells) else {cell: piece for cell, piece in enumerate(cells) if piece != EMPTY}

    def refuse_unknown_pieces(self, cells: Sequence[Any]) -> None:
        """Refuse letters in `cells` that no text could be read from, and no board could show."""
        unknown = {each for each in cells if isinstance(each, str)}.difference(self.glyphs, EMPTY)
        if unknown:
            known = ", ".join(map(repr, self.glyphs)) or "none"
            name = self.position.__name__
            raise ValueError(f"{name}.set_up() or apply() puts {min(unknown)!r} into cells, but the pieces are {known}")

    def _counts(self, cells: Sequence[Any], seats: int) -> tuple[Mark, ...]:
        """The number of each cell, in the colour of the seat whose zone it is in."""
        if not are_counts(cells):
            return ()
        owners = {cell: seat for cell, seat in self.owners.items() if seat < seats}
        return tuple(
            Mark(
                "count",
                cell,
                str(count),
                owners.get(cell),
                "middle",
                shape="count",
                amount=count,
                words=f"holds {count}" if count else "empty",
            )
            for cell, count in enumerate(cells)
        )

    def steps(self, position: PlainPosition, move: int) -> tuple[Step, ...]:
        """What differs after the move: a piece that left the first cell and stands on another went there."""
        after = position.copy()
        after.play(move)
        before, since = (each.state().get("cells", ()) for each in (position, after))
        self.refuse_unknown_pieces(since)
        if are_counts(before):
            changed = [cell for cell in self.board if before[cell] != since[cell]]
            return tuple(Step(f"hold {since[cell]}", "", (cell,)) for cell in changed)
        old, new = self._units(before), self._units(since)
        way = cells_of(position.parts_of(move))
        steps = []
        if len(way) > 1 and way[0] in old and way[0] not in new:
            piece, target = old.pop(way[0]), next((cell for cell in reversed(way) if cell in new), OFF)
            if target != OFF and old.get(target) != new[target]:
                steps.append(Step("go", piece, way[: way.index(target) + 1]))
                if new[target] == piece:
                    del new[target]
                    if target in old:
                        steps.append(Step("die", old.pop(target), (target,)))
        steps += [Step("die", piece, (cell,)) for cell, piece in old.items() if new.get(cell) != piece]
        steps += [Step("appear", piece, (cell,)) for cell, piece in new.items() if old.get(cell) != piece]
        return tuple(steps)

    def picks(self, position: PlainPosition, move: int) -> Picks:
        return position.parts_of(move)


def seats_of(position: type[PlainPosition], options: Mapping[str, Value]) -> int:
    """As many as there are names, unless the game has an option `players`."""
    players = options.get("players")
    return players if isinstance(players, int) else len(position.seat_names)


def _cells_of_last_turn(position: PlainPosition) -> list[int]:
    """The cells of the last moves that one seat has made in a row, the earliest first."""
    cells: list[int] = []
    before = position.copy()
    mover = None
    for move in reversed(position.moves_played()):
        before.undo()
        if mover not in (None, before.to_move):
            break
        mover = before.to_move
        cells[:0] = cells_of(before.parts_of(move))
    return list(dict.fromkeys(cells))


def are_counts(cells: Sequence[Any]) -> bool:
    """Whether `cells` has numbers, such as the stones in pits, and not pieces."""
    return bool(cells) and isinstance(cells[0], int)


def cells_of(parts: Sequence[Part]) -> tuple[int, ...]:
    return tuple(part for part in parts if isinstance(part, int))


def glyphs_of(pieces: Pieces) -> dict[str, Glyph]:
    """The glyph of each letter: the one given, or the letter itself."""
    given: Iterable[str | Glyph] = pieces
    glyphs = {}
    for seat, piece in enumerate(given):
        glyph = piece if isinstance(piece, Glyph) else Glyph(piece, piece, seat, {})
        if len(glyph.text) != 1 or glyph.text.isspace() or glyph.text in (EMPTY, "/"):
            raise ValueError(f"the text of a piece is one letter, not {glyph.text!r}")
        glyphs[glyph.text] = glyph
    return glyphs
