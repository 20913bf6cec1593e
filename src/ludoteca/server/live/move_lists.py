"""Lists of legal moves, kept by position. A process of their own makes the long ones.

Games have positions with tens of thousands of moves. To name them all takes most of a second, which the event loop
does not have.
"""

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple

from ludoteca.core.position import Position
from ludoteca.server.live.fair_queue import Claim
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.live.queries import check_turn
from ludoteca.server.live.worker_pool import WorkerFailed, WorkerPool
from ludoteca.server.rooms import actions, game_payloads
from ludoteca.server.rooms.game_payloads import MoveList
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room

LIST_SECONDS = 10.0
MAX_KEPT_BYTES = 32 * 1024 * 1024

Key = tuple[object, ...]


class ListRequest(NamedTuple):
    position: Position
    kind: str = "list"
    seconds: float = LIST_SECONDS


def list_moves(request: ListRequest) -> MoveList:
    return game_payloads.list_moves(request.position)


class MoveLists:
    def __init__(self) -> None:
        self._pool = WorkerPool(1, {"list": list_moves})
        self._kept: OrderedDict[Key, MoveList] = OrderedDict()
        """The one that was asked for last is last."""
        self.kept_bytes = 0
        self._being_made: dict[Key, asyncio.Task[MoveList]] = {}

    async def answer(self, live: LiveRoom, visitor: str, query: actions.Moves) -> dict[str, Any]:
        """The answer to a query, or a Refusal."""
        async with live.lock:  # With the lock held, only what is stored can be seen.
            check_turn(live.room, query.turn)
            key, position = _key(live.room), live.room.position.copy()
        moves = await self.find(key, position, visitor)
        return {"say": "moves", "id": query.id, "turn": query.turn, **game_payloads.moves_answer(moves, query.origin)}

    async def find(self, key: Key, position: Position, visitor: str) -> MoveList:
        """The legal moves of a position, whose key is all that they depend on; or a Refusal."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._being_made:
            if not game_payloads.is_long(position.legal_moves()):
                return self._keep(key, game_payloads.list_moves(position))
            self._being_made[key] = task = asyncio.create_task(self._make(key, position, visitor))
            task.add_done_callback(lambda _: self._being_made.pop(key))
        try:
            # Others may wait for it, too.
            return await asyncio.shield(self._being_made[key])
        except WorkerFailed:
            raise Refusal("busy", "the moves could not be listed; try again") from None

    async def _make(self, key: Key, position: Position, visitor: str) -> MoveList:
        return self._keep(key, await self._pool.ask(ListRequest(position), Claim(visitors=(visitor,))))

    def _keep(self, key: Key, moves: MoveList) -> MoveList:
        self._kept[key] = moves
        self.kept_bytes += _bytes(key, moves)
        while self.kept_bytes > MAX_KEPT_BYTES:
            self.kept_bytes -= _bytes(*self._kept.popitem(last=False))
        return moves

    async def close(self) -> None:
        await self._pool.close()


def _key(room: Room) -> Key:
    """All that the legal moves depend on: by the rules of repetition, not on the board alone."""
    return (room.game.name, *sorted(room.position.options.items()), room.start, *room.moves)


def _bytes(key: Key, moves: MoveList) -> int:
    """About how much memory a list takes."""
    encoded = len(moves.every) + sum(len(begun) for _, begun in moves.by_origin.values())
    return encoded + 200 * len(moves.by_origin) + 70 * len(key)
