"""Chinese Checkers for a learned evaluation: each hole by whose piece is in it, the star turned for who looks."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteca.core.features import Features
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.games.chinese_checkers import board, encoding, layout, tables
from ludoteca.games.chinese_checkers.blockers import Blockers
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

OWNERS = ("own", *(f"{nth} seat after's" for nth in ("first", "second", "third", "fourth", "fifth")))


@lru_cache
def seatings(players: int) -> list[tuple[int, ...]]:
    """For each seat, how many points further the others sit; four players do not all see the same."""
    points = board.SEATED[players]
    return [
        tuple((points[(seat + after) % players] - points[seat]) % 6 for after in range(players))
        for seat in range(players)
    ]


@lru_cache
def names(players: int) -> tuple[str, ...]:
    """For each way to be seated, the holes by owner; then whose turn it is."""
    ways = sorted(set(seatings(players)))
    owners = OWNERS[:players]
    return (
        *(f"{owner} piece {hole}, seats at {way}" for way in ways for owner in owners for hole in board.GEOMETRY.names),
        *(f"{owner} turn" for owner in owners),
    )


class ChineseCheckersFeatures(Features):
    position: ChineseCheckersPosition

    def __init__(self, options: Mapping[str, Value]) -> None:
        players = int(options["players"] or 0)
        told = names(players)
        self.turn = len(told) - players
        groups = ((players * board.PIECES[players], 0, self.turn), (1, self.turn, len(told)))
        super().__init__(told, layout.HOLES + 1, players, 1, f"{players}-players", "", groups)
        self.blockers = Blockers()
        ways = sorted(set(seatings(players)))
        self.begins = [0] * 6
        for seat, way in enumerate(seatings(players)):
            self.begins[seat] = ways.index(way) * players * layout.HOLES

    def attach(self, position: Position) -> None:
        self.refuse_others(position, isinstance(position, ChineseCheckersPosition))
        assert isinstance(position, ChineseCheckersPosition)
        self.position = position
        self.pieces = position.pieces
        self.blockers.attach(position)

    def features(self, seat: int, out: Any) -> None:
        seats = self.position.seats
        view = layout.SLOTS * encoding.POINT_OF[self.pieces.seating + seat]
        for slot in range(121):
            out[slot] = self.count
        for after in range(seats):
            begin = self.begins[seat] + after * layout.HOLES
            other = (seat + after) % seats
            for lattice in range(4):
                own = self.pieces.own[4 * other + lattice]
                while own:
                    hole = encoding.SEEN_HOLE[view + tables.SLOT[layout.slot_index(lattice, own)]]
                    out[hole] = begin + hole
                    own &= own - 1
        out[layout.HOLES] = self.turn + (self.position.to_move - seat + seats) % seats

    def by_hand(self, seat: int) -> int:
        best = self.blockers.cost((seat + 1) % self.position.seats)
        for after in range(2, self.position.seats):
            best = min(best, self.blockers.cost((seat + after) % self.position.seats))
        return best - self.blockers.cost(seat)
