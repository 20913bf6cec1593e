"""Studies that are stored: made, saved and removed by their owners, and opened by whoever has the address."""

import logging

import msgspec

from ludoteca.core.message import Message
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.live_room import TimeSource
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS, STUDY_DAYS
from ludoteca.server.rooms.study import Study, checked_study, encode_study
from ludoteca.server.rooms.study_queries import PositionCache
from ludoteca.server.storage import studies
from ludoteca.server.storage.store import Store
from ludoteca.server.storage.studies import StoredStudy
from ludoteca.server.tokens import new_room_id

log = logging.getLogger("ludoteca.server")

EXPIRY_INTERVAL = 3600.0


class Studies:
    def __init__(self, store: Store, times: TimeSource, limits: ServerLimits) -> None:
        self._store = store
        self._times = times
        self._limits = limits
        self.positions = PositionCache()

    async def create(self, study: Study, owner: str) -> StoredStudy:
        stored, title = self._next(new_room_id(), owner, 0, study)
        most = self._limits.studies_per_visitor
        if not await or_busy(self._store.run(studies.create, stored, study.game, title, most)):
            raise Refusal("not-now", Message("you have {count} studies; delete one of them first", count=most))
        return stored

    async def find(self, study_id: str) -> tuple[StoredStudy, Study]:
        """A study, which is kept from now on for as long as if it were new; or a Refusal."""
        stored = await or_busy(self._store.study(study_id))
        if stored is None:
            raise Refusal(
                "not-found", "this study is not here: it was deleted, or nobody has opened it for a long time"
            )
        now = self._times.now().now
        if now - stored.touched > DAY_SECONDS:
            await or_busy(self._store.run(studies.touch, study_id, now))
        return stored, msgspec.json.decode(stored.body, type=Study)

    async def save(self, study_id: str, revision: int, study: Study, owner: str) -> int:
        """Store what follows a revision; the new one. Or a Refusal, `stale` if the study was saved meanwhile."""
        before, earlier = await self.find(study_id)
        if before.owner != owner:
            raise Refusal("seat", "this study is somebody else's; make your own copy of it")
        if earlier.game != study.game:
            raise Refusal("unreadable", "a study stays with its game")
        if not study.headers:
            study = msgspec.structs.replace(study, headers=earlier.headers)
        stored, title = self._next(study_id, owner, revision, study)
        if not await or_busy(self._store.run(studies.save, stored, title)):
            raise Refusal("stale", "this study was changed in another window meanwhile")
        return stored.revision

    async def remove(self, study_id: str, owner: str) -> None:
        if not await or_busy(self._store.run(studies.remove, study_id, owner)):
            raise Refusal("seat", "you have no such study")

    async def expire(self) -> None:
        """Remove what nobody has opened for a long time."""
        removed = await self._store.run(studies.remove_untouched, self._times.now().now - DAY_SECONDS * STUDY_DAYS)
        if removed:
            log.info("%s studies that nobody has opened for %s days were removed", removed, STUDY_DAYS)

    def _next(self, study_id: str, owner: str, revision: int, study: Study) -> tuple[StoredStudy, str]:
        checked = checked_study(study)
        body = encode_study(checked).decode()
        return StoredStudy(study_id, owner, revision + 1, self._times.now().now, body), checked.title
