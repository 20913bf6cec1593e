"""Rooms are read from the store when somebody asks for them: a snapshot and the events since, or all events."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from ludoteca.core.message import Message
from ludoteca.core.ruling import IllegalMove, UnknownGame
from ludoteca.server.events import Created, Entry, Expired
from ludoteca.server.live.live_room import LiveRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room
from ludoteca.server.rooms.snapshot import restore_room
from ludoteca.server.storage import statements
from ludoteca.server.storage.changes import StoreFailed
from ludoteca.server.storage.store import Store

log = logging.getLogger("ludoteca.server")


class Loader:
    """`loaded` is called with each room that was read."""

    def __init__(self, store: Store, loaded: Callable[[LiveRoom], None]) -> None:
        self._store = store
        self._loaded = loaded
        self._under_way: dict[str, asyncio.Future[LiveRoom | None]] = {}

    async def load(self, room_id: str) -> LiveRoom | None:
        """Load a room once, however many ask for it meanwhile; None if there is none, or a Refusal."""
        if room_id in self._under_way:
            return await asyncio.shield(self._under_way[room_id])
        found: asyncio.Future[LiveRoom | None] = asyncio.get_running_loop().create_future()
        self._under_way[room_id] = found
        try:
            live = await self._read(room_id)
        except BaseException as error:
            refusal = await self._refusal(room_id, error)
            found.set_exception(refusal)
            found.exception()  # Nobody else may be waiting for it.
            if not isinstance(error, Exception):
                raise
            raise refusal from error
        else:
            found.set_result(live)
            return live
        finally:
            del self._under_way[room_id]

    async def _read(self, room_id: str) -> LiveRoom | None:
        snapshot, entries = await self._store.stored_room(room_id)
        room = _room_of_snapshot(room_id, snapshot, entries) if snapshot else None
        snapshot_seq = room.seq - len(entries) if room else 0
        if not room:
            entries = await self._store.entries(room_id) if snapshot else entries
            if not entries or isinstance(entries[0].event, Expired):
                return None
            room = Room.replay(room_id, entries)
        if not (room.is_of_present_rules or room.is_over) and await self._store.is_over(room_id):
            room.stay_ended()
        if room.is_revised:
            log.warning(
                "room %s: ended by H4, for its moves are not legal any more; rules_version is the same", room_id
            )
        if await self._store.is_set_aside(room_id):
            await self._store.run(statements.set_aside, room_id, "")
        live = LiveRoom(room, entries)
        live.snapshot_seq = snapshot_seq
        self._loaded(live)
        return live

    async def _game_name(self, room_id: str) -> str:
        with suppress(StoreFailed):
            first = (await self._store.entries(room_id))[0].event
            if isinstance(first, Created):
                return first.game
        return "another kind"

    async def _refusal(self, room_id: str, error: BaseException) -> Refusal:
        if isinstance(error, StoreFailed) or not isinstance(error, Exception):
            log.error("room %s: cannot read it: %s", room_id, error)
            return Refusal("busy", "the server cannot read this game now")
        if isinstance(error, UnknownGame):
            # The room is as good as ever: this server lacks the game.
            name = await self._game_name(room_id)
            log.warning("room %s: the game %s is not loaded", room_id, name)
            return Refusal(
                "set-aside",
                Message(
                    "this is a game of {name}, which this server has not loaded; it goes on as soon as the server is "
                    "started with the file of that game: LUDOTECA_GAMES=FILE ludoteca serve, or ludoteca play FILE",
                    name=name,
                ),
            )
        log.error("room %s: set aside, for it cannot be read", room_id, exc_info=error)
        with suppress(StoreFailed):
            await self._store.run(statements.set_aside, room_id, repr(error)[:500])
        return Refusal("set-aside", "this game cannot be read any more; it is kept, and the administrator can see why")


def _room_of_snapshot(room_id: str, snapshot: str, entries: list[Entry]) -> Room | None:
    """The room of a snapshot and the entries since; None if it has to be rebuilt from all of its entries."""
    room = restore_room(room_id, snapshot)
    if room:
        try:
            for entry in entries:
                room.apply(entry)
        except IllegalMove:
            return None
    return room
