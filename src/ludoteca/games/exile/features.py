"""Exile for a learned evaluation: pieces and flags by tile, as seen from the own corner, and who is in exile.

A network tells how far a position is from what the evaluation written by hand says: so it also knows what to think of
positions that its games never had.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteca.core.features import Features
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.games.exile import encoding, layout
from ludoteca.games.exile.board import MODES
from ludoteca.games.exile.evaluation import ExileEvaluator
from ludoteca.games.exile.position import ExilePosition

PIECES = 4
MOST = PIECES + 1
"""Of numbers from 0 to 4."""
DESCRIPTION = "added to the evaluation written by hand"
OWNERS = ("own", "first seat after's", "second seat after's", "third seat after's")


@lru_cache
def names(mode: str) -> tuple[tuple[str, ...], ...]:
    """What is told of pieces, flags, exile, missing flags, spawns and the turn."""
    owners, tiles = OWNERS[: MODES[mode].seats], MODES[mode].geometry.names
    holders = (*(f"held by {owner} piece" for owner in owners), "held by nobody")
    numbers = range(MOST)
    return (
        tuple(f"{owner} piece {tile}" for owner in owners for tile in tiles),
        tuple(f"{owner} flag {holder} {tile}" for owner in owners for holder in holders for tile in tiles),
        tuple(f"{owner} ready pieces {number}" for owner in owners for number in numbers),
        tuple(f"{owner} waiting pieces {number}" for owner in owners for number in numbers),
        tuple(f"{owner} flags missing to win {number}" for owner in owners for number in numbers),
        tuple(f"spawned in this turn {tile}" for tile in tiles),
        tuple(f"{owner} turn" for owner in owners),
    )


class ExileFeatures(Features):
    position: ExilePosition

    def __init__(self, options: Mapping[str, Value]) -> None:
        mode = MODES[str(options["mode"])]
        told = names(mode.name)
        begins = [sum(map(len, told[:number])) for number in range(len(told) + 1)]
        most = (PIECES * mode.seats, mode.seats, mode.seats, mode.seats, mode.seats, 2, 1)
        groups = tuple(zip(most, begins, begins[1:], strict=False))
        super().__init__(sum(told, ()), sum(most), mode.seats, 1, mode.name, DESCRIPTION, groups)
        self.evaluator = ExileEvaluator()
        self.area = len(mode.geometry)
        self.flag_begin, self.ready_begin, self.waiting_begin, self.missing_begin = begins[1:5]
        self.spawned_begin, self.turn_begin = begins[5:7]

    def attach(self, position: Position) -> None:
        self.refuse_others(position, isinstance(position, ExilePosition) and position.mode == self.variant)
        assert isinstance(position, ExilePosition)
        self.position = position
        self.pieces = position.pieces
        self.flags = position.flags
        self.evaluator.attach(position)

    def features(self, seat: int, out: Any) -> None:
        seats = self.position.seats
        # Seats sit in the corners, those of a duel across from each other.
        view = (4 * self.pieces.board + (seat if seats == 4 else 2 * seat)) * layout.MAX_TILES
        slot = 0
        for after in range(seats):
            slot = self._show_seat(seat, after, slot, view, out)
        for index in range(2):
            tile = self.position.spawning.tiles[index]
            out[slot] = self.count
            if tile != layout.OUTSIDE:
                out[slot] = self.spawned_begin + encoding.SEEN_TILE[view + tile]
            slot += 1
        out[slot] = self.turn_begin + (self.position.to_move - seat + seats) % seats

    def _show_seat(self, viewer: int, after: int, slot: int, view: int, out: Any) -> int:
        """Write the slots of the seat that comes so many after the one that looks; the slot behind them."""
        seats = self.position.seats
        seat = (viewer + after) % seats
        for index in range(PIECES):
            out[slot] = self.count
            if index < self.pieces.counts[seat]:
                out[slot] = after * self.area + encoding.SEEN_TILE[view + self.pieces.tiles[4 * seat + index]]
            slot += 1
        holder = seats
        if self.flags.holders[seat] != layout.NOBODY:
            holder = (self.flags.holders[seat] - viewer + seats) % seats
        out[slot] = (
            self.flag_begin
            + (after * (seats + 1) + holder) * self.area
            + encoding.SEEN_TILE[view + self.flags.tiles[seat]]
        )
        missing = self.position.flags_to_win - self.flags.controlled_by(seat)
        out[slot + 1] = self.ready_begin + after * MOST + self.pieces.ready[seat]
        out[slot + 2] = self.waiting_begin + after * MOST + self.pieces.waiting[seat]
        out[slot + 3] = self.missing_begin + after * MOST + max(0, min(PIECES, missing))
        return slot + 4

    def by_hand(self, seat: int) -> int:
        return self.evaluator.evaluate(seat)
