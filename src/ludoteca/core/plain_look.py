"""How a plain game looks: its sheet, views and steps, derived from its position class."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ludoteca.core.geometry import OFF
from ludoteca.core.look import Glyph, Mark, Picks, Seat, Sheet, Step, View
from ludoteca.core.option import Value
from ludoteca.core.plain import EMPTY, Part, Pieces, PlainPosition

COLOURS = ((185, 60, 20), (45, 60, 250), (0, 140, 98), (25, 15, 40), (165, 90, 195), (85, 20, 15))
"""Apart in lightness as well as in hue, for eyes that see fewer hues."""


class PlainLook:
    """The look of the positions of one class."""

    def __init__(self, position: type[PlainPosition]) -> None:
        self.position = position
        self.board = position.board
        self.glyphs = _glyphs(position.pieces)
        self.sheet_for = lru_cache(self._make_sheet)

    def sheet(self, options: Mapping[str, Value]) -> Sheet:
        return self.sheet_for(seats_of(self.position, options))

    def _make_sheet(self, seats: int) -> Sheet:
        names = self.position.seat_names
        titles = [names[seat] if seat < len(names) else f"Player {seat + 1}" for seat in range(seats)]
        return Sheet(
            geometry=self.board.geometry,
            style=self.board.style,
            glyphs={letter: each for letter, each in self.glyphs.items() if each.seat is None or each.seat < seats},
            seats=tuple(Seat(title, COLOURS[seat % len(COLOURS)]) for seat, title in enumerate(titles)),
            lines=self.board.lines,
            labels=self.board.labels,
            scale=self.board.scale,
            zones=tuple(zone for zone in self.position.zones if zone.seat < seats),
        )

    def view(self, position: PlainPosition) -> View:
        """The pieces, the cells of the last move, and in words whatever else counts."""
        state = position.state()
        units = self._units(state.pop("cells", ()))
        played = position.moves_played()
        last = cells_of(position.parts_of(played[-1])) if played else ()
        told = {name.replace("_", " ").capitalize(): value for name, value in state.items() if value is not None}
        notes = tuple(f"{name}: {value}." for name, value in told.items())
        return View(units, tuple(Mark("last", cell) for cell in dict.fromkeys(last)), notes)

    def _units(self, cells: Sequence[str]) -> dict[int, str]:
        return {cell: piece for cell, piece in enumerate(cells) if piece != EMPTY}

    def steps(self, position: PlainPosition, move: int) -> tuple[Step, ...]:
        """What differs after the move: a piece that left the first cell and stands on another went there."""
        after = position.copy()
        after.play(move)
        old = self._units(position.state().get("cells", ()))
        new = self._units(after.state().get("cells", ()))
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


def cells_of(parts: Sequence[Part]) -> tuple[int, ...]:
    return tuple(part for part in parts if isinstance(part, int))


def _glyphs(pieces: Pieces) -> dict[str, Glyph]:
    """The glyph of each letter: the one given, or the letter itself."""
    given: Iterable[str | Glyph] = pieces
    glyphs = {}
    for seat, piece in enumerate(given):
        glyph = piece if isinstance(piece, Glyph) else Glyph(piece, piece, seat, {})
        if len(glyph.text) != 1 or glyph.text.isspace() or glyph.text in (EMPTY, "/"):
            raise ValueError(f"the text of a piece is one letter, not {glyph.text!r}")
        glyphs[glyph.text] = glyph
    return glyphs
