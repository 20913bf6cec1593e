"""Rooms in memory when things go wrong: a store that fails, another server, a member that goes, a server that stops."""

import asyncio
import logging
from typing import Any

import pytest

from ludoteca.server import actions
from ludoteca.server import hall as hall_module
from ludoteca.server.deeds import Act, Deed
from ludoteca.server.events import Timing
from ludoteca.server.hall import Hall
from ludoteca.server.limits import Limits
from ludoteca.server.machines import Machines
from ludoteca.server.refusal import Refusal
from ludoteca.server.store import Store, StoreFailed
from ludoteca.server.wishes import NewRoom
from ludoteca.server.worker import Thought
from tests.server.members import ADA, BO, Clockwork, Ear


class Idle(Machines):
    async def think(self, task, priority=0):
        await asyncio.sleep(3600)


async def open_hall(folder, machines=None, times=None):
    hall = Hall(Store(f"sqlite:///{folder}/games.db"), machines or Idle(1), Limits(), times)
    await hall.open()
    return hall


async def open_room(folder, seats=("me", "me"), clock=None, **more):
    hall = await open_hall(folder, **more)
    live, _ = await hall.create(NewRoom("xiangqi", seats, clock=clock), ADA)
    return hall, live


async def refusal_of(work):
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.why


def break_telling(monkeypatch, live):
    """From now on nothing that is stored can happen in this room."""

    def explode(entry, now):
        raise RuntimeError("on purpose")

    monkeypatch.setattr(live.room, "apply", explode)


def test_a_machine_does_not_play_what_it_thought_out_for_another_position(tmp_path):
    class Slow(Machines):
        async def think(self, task, priority=0):
            position = task.position.copy()
            thought_about.append(str(position))
            await asyncio.sleep(0.1)
            return Thought(position.parse_move("b10c8"))

    async def play():
        hall, live = await open_room(tmp_path, ("me", "machine:8"), machines=Slow(1))
        await hall.act(live, ADA, actions.Move("1", 0, "h3e3"))
        await asyncio.sleep(0.02)
        await hall.act(live, ADA, actions.Offer("2", 0, "takeback"))
        await hall.act(live, ADA, actions.Move("3", 0, "a1a2"))
        asked = str(live.room.position)
        while live.room.number < 2:
            await asyncio.sleep(0.01)
        await hall.close()
        return asked

    thought_about = []
    assert asyncio.run(asyncio.wait_for(play(), 20)) in thought_about


def test_a_room_that_cannot_be_told_of_what_is_stored_is_read_anew(tmp_path, monkeypatch, caplog):
    async def play():
        hall, live = await open_room(tmp_path)
        ada = Ear("ada", ADA, [])
        await hall.join(live, ada, actions.Hello())
        break_telling(monkeypatch, live)
        done: list[Any] = []
        for number, text in enumerate(("h3e3", "h10g8")):
            Act(hall, live, done.append, ADA, actions.Move(text, number, text)).begin()
        while len(done) < 2:
            await asyncio.sleep(0.001)
        assert done[0] == 2 and done[1].why == "busy"
        assert live.is_gone and ada.is_closed and not live.lock.is_taken
        again = await hall.find(live.room.id)
        assert again is not live and again.room.moves == ["h3e3"]
        assert await hall.act(again, ADA, actions.Move("h10g8", 1, "h10g8")) == 3
        await hall.close()

    asyncio.run(play())
    assert "could not be told" in caplog.text


def test_a_flag_that_cannot_be_told_is_no_answer_to_an_action_and_does_not_fall_again_and_again(
    tmp_path, monkeypatch, caplog
):
    async def play():
        times = Clockwork()
        hall, live = await open_room(tmp_path, clock=Timing(60, 0), times=times)
        break_telling(monkeypatch, live)
        times.now += 61.0
        assert await refusal_of(hall.act(live, ADA, actions.Move("m", 0, "h3e3"))) == "busy"
        await asyncio.sleep(0.1)
        again = await hall.find(live.room.id)
        assert again is not live and again.room.outcome.clause == "H2"
        await hall.close()

    asyncio.run(play())
    assert caplog.text.count("could not be told") == 1


def test_what_fails_before_it_is_stored_leaves_the_room_free(tmp_path, monkeypatch, caplog):
    async def play():
        hall, live = await open_room(tmp_path)
        await hall.act(live, ADA, actions.Resign("r", 0))
        monkeypatch.setattr(hall, "creation", lambda live: 1 / 0)
        assert await refusal_of(hall.act(live, ADA, actions.Offer("again", 0, "rematch"))) == "busy"
        assert not live.lock.is_taken
        monkeypatch.undo()
        assert await hall.act(live, ADA, actions.Offer("again", 0, "rematch")) == 3
        await hall.close()

    asyncio.run(play())


def test_an_action_goes_on_when_another_server_has_let_the_flag_fall(tmp_path):
    async def play():
        clocks = Clockwork(), Clockwork()
        here, other = await open_hall(tmp_path, times=clocks[0]), await open_hall(tmp_path, times=clocks[1])
        wish = NewRoom("chinese-checkers", ("me", "me", "me"), options={"players": 3}, clock=Timing(60, 0))
        live, _ = await here.create(wish, ADA)
        there = await other.find(live.room.id)
        for clock in clocks:
            clock.now += 61.0
        done: list[Any] = []
        Deed(here, live, done.append).begin()
        while not done:
            await asyncio.sleep(0.001)
        assert await other.act(there, ADA, actions.Rename("n", 2, "Neo")) == 3
        assert there.room.chairs[0].kind == "machine" and there.room.chairs[2].name == "Neo"
        await here.close()
        await other.close()

    asyncio.run(play())


def test_following_another_server_survives_a_read_that_fails(tmp_path, monkeypatch, caplog):
    async def play():
        hall, live = await open_room(tmp_path)
        other = await open_hall(tmp_path)
        there = await other.find(live.room.id)
        await hall.join(live, Ear("ada", ADA, []), actions.Hello())
        await other.act(there, ADA, actions.Move("m", 0, "h3e3"))
        entries = hall.store.entries

        async def fail(*asked):
            raise StoreFailed("on purpose")

        hall.store.entries = fail
        await hall._follow()
        assert live.room.number == 0
        hall.store.entries = entries
        await hall._follow()
        assert live.room.number == 1
        await hall.close()
        await other.close()

    asyncio.run(play())


def test_who_is_gone_before_it_is_welcomed_is_not_there(tmp_path):
    async def play():
        hall, live = await open_room(tmp_path)
        ghost = Ear("ghost", ADA, [])
        async with live.lock:
            joining = asyncio.ensure_future(hall.join(live, ghost, actions.Hello()))
            await asyncio.sleep(0)
            ghost.is_closed = True
        await joining
        assert not live.members and ghost.log == []
        await hall.close()

    asyncio.run(play())


def test_a_room_that_was_swept_sends_whoever_still_has_a_line_to_it_to_the_new_one(tmp_path):
    async def play():
        hall, live = await open_room(tmp_path)
        live.last_used -= hall_module.KEEP_SECONDS + 1
        await hall._sweep()
        late = Ear("late", ADA, [])
        await hall.join(live, late, actions.Hello())
        assert late.is_closed and late.log == [] and not live.members
        assert await refusal_of(hall.act(live, ADA, actions.Move("m", 0, "h3e3"))) == "busy"
        assert await hall.find(live.room.id) is not live
        await hall.close()

    asyncio.run(play())


def test_a_store_that_fails_is_not_asked_in_a_hot_loop_and_does_not_hold_up_the_end(tmp_path, caplog):
    caplog.set_level(logging.CRITICAL)

    async def play():
        times = Clockwork()
        hall = await open_hall(tmp_path, times=times)
        for _ in range(3):
            await hall.create(NewRoom("xiangqi", ("me", "me"), clock=Timing(60, 0)), ADA)
        tries = []

        def fail(group):
            tries.append(len(group))
            return [StoreFailed("on purpose")] * len(group)

        hall.store._write_group = fail
        times.now += 61.0
        for live in hall.rooms.values():
            hall._look_at_flag(live)
        await asyncio.sleep(0.3)
        assert sum(tries) == 3
        await asyncio.wait_for(hall.close(), 5)

    asyncio.run(play())


def test_lists_know_of_all_that_was_acknowledged_before_the_end(tmp_path):
    async def play():
        for _ in range(20):
            hall = await open_hall(tmp_path)
            live, _ = await hall.create(NewRoom("xiangqi", ("me", "open"), public=True), ADA)
            sitting = asyncio.ensure_future(hall.act(live, BO, actions.Sit("s", 1)))
            await asyncio.sleep(0)
            await hall.close()
            hall = await open_hall(tmp_path)
            told = await hall.lists(BO)
            await hall.close()
            has_sat = sitting.done() and not sitting.exception()
            assert (live.room.id in {room["id"] for room in told["own"]}) == has_sat

    asyncio.run(play())


def test_a_list_that_is_out_of_date_is_mended_when_the_room_is_read(tmp_path):
    async def play():
        hall, live = await open_room(tmp_path, ("me", "open"))
        hall._summarise = lambda live: None  # As if the server were killed in between.
        await hall.act(live, BO, actions.Sit("s", 1), is_invited=True)
        await hall.close()
        hall = await open_hall(tmp_path)
        assert (await hall.lists(BO))["own"] == []
        await hall.find(live.room.id)
        await hall.store.rest()
        assert [room["id"] for room in (await hall.lists(BO))["own"]] == [live.room.id]
        await hall.close()

    asyncio.run(play())


def test_a_store_that_is_closed_says_so(tmp_path):
    async def play():
        hall, live = await open_room(tmp_path)
        await hall.close()
        hall.is_closing = False
        assert await refusal_of(hall.act(live, ADA, actions.Move("m", 0, "h3e3"))) == "busy"

    asyncio.run(asyncio.wait_for(play(), 10))
