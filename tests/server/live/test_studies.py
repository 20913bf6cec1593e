"""Studies are kept as long as somebody opens them."""

import asyncio

import pytest

from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS, STUDY_DAYS
from ludoteca.server.rooms.study import Study, StudyNode
from ludoteca.server.storage import studies
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, BO, ManualTime

STUDY = Study("xiangqi", (StudyNode(),))


def with_studies(tmp_path, work):
    async def run():
        times = ManualTime()
        live_rooms = LiveRooms(Store(f"sqlite:///{tmp_path}/games.db"), EnginePool(1), ServerLimits(), times)
        await live_rooms.open()
        try:
            await work(live_rooms, times)
        finally:
            await live_rooms.close()

    asyncio.run(run())


def test_a_study_that_nobody_opens_is_removed_in_the_end(tmp_path):
    async def work(live_rooms, times):
        kept = await live_rooms.studies.create(STUDY, ADA)
        lost = await live_rooms.studies.create(STUDY, ADA)
        times.seconds += DAY_SECONDS * (STUDY_DAYS - 1)
        await live_rooms.studies.expire()
        await live_rooms.studies.find(kept.study_id)
        times.seconds += DAY_SECONDS * 2
        await live_rooms.studies.expire()
        await live_rooms.studies.find(kept.study_id)
        with pytest.raises(Refusal, match="this study is not here"):
            await live_rooms.studies.find(lost.study_id)

    with_studies(tmp_path, work)


def test_all_studies_of_a_visitor_can_be_removed(tmp_path):
    async def work(live_rooms, times):
        for owner in (ADA, ADA, BO):
            await live_rooms.studies.create(STUDY, owner)
        assert await live_rooms.store.run(studies.remove_all_of, ADA) == 2
        assert await live_rooms.store.studies_of(ADA, 10) == []
        assert len(await live_rooms.store.studies_of(BO, 10)) == 1

    with_studies(tmp_path, work)
