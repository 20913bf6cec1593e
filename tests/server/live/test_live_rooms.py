"""Rooms in memory when things go wrong: a store that fails, another server, a member that goes, a server that stops."""

import asyncio
import gc
import logging
import time
import weakref

import pytest

from ludoteca.server.events import Timing
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineAnswer
from ludoteca.server.live.fair_queue import ANYBODY
from ludoteca.server.live.live_rooms import IDLE_SECONDS, PRESENCE_SECONDS, LiveRooms
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.changes import Changes, StoreFailed
from ludoteca.server.storage.database_file import DatabaseFile
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, BO, FakeMember, ManualTime


class IdleEngines(EnginePool):
    async def ask(self, request, claim=ANYBODY):
        await asyncio.sleep(3600)


async def open_live_rooms(folder, engines=None, times=None):
    live_rooms = LiveRooms(Store(f"sqlite:///{folder}/games.db"), engines or IdleEngines(1), ServerLimits(), times)
    await live_rooms.open()
    return live_rooms


async def open_room(folder, seats=("me", "me"), clock=None, **more):
    live_rooms = await open_live_rooms(folder, **more)
    live, _ = await live_rooms.create(NewRoom("xiangqi", seats, clock=clock), ADA)
    return live_rooms, live


async def refusal_of(work):
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.why


def break_applying(monkeypatch, live):
    """From now on no stored event can be applied in this room."""

    def explode(entry, now):
        raise RuntimeError("on purpose")

    monkeypatch.setattr(live.room, "apply", explode)


def test_a_machine_does_not_play_what_it_thought_out_for_another_position(tmp_path):
    class Slow(EnginePool):
        async def ask(self, request, claim=ANYBODY):
            position = request.position.copy()
            thought_about.append(str(position))
            await asyncio.sleep(0.1)
            return EngineAnswer(position.parse_move("b10c8"))

    async def play():
        live_rooms, live = await open_room(tmp_path, ("me", "machine:8"), engines=Slow(1))
        await live_rooms.act(live, ADA, actions.Move("1", 0, "h3e3"))
        await asyncio.sleep(0.02)
        await live_rooms.act(live, ADA, actions.Offer("2", 0, "takeback"))
        await live_rooms.act(live, ADA, actions.Move("3", 0, "a1a2"))
        asked = str(live.room.position)
        while live.room.move_count < 2:
            await asyncio.sleep(0.01)
        await live_rooms.close()
        return asked

    thought_about = []
    assert asyncio.run(asyncio.wait_for(play(), 20)) in thought_about


@pytest.mark.parametrize("varied", [False, True])
def test_machines_vary_their_moves_where_the_room_says_so_and_after_a_restart(tmp_path, varied):
    class Asked(EnginePool):
        async def ask(self, request, claim=ANYBODY):
            asked.append(request.is_varied)
            return EngineAnswer(request.position.legal_moves()[0])

    async def play():
        live_rooms = await open_live_rooms(tmp_path, Asked(1))
        live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "machine:2"), varied=varied), ADA)
        for turn in (0, 2):
            await live_rooms.act(live, ADA, actions.Move(str(turn), turn, "h3e3" if turn == 0 else "b1c3"))
            while live.room.move_count < turn + 2:
                await asyncio.sleep(0.01)
            await live_rooms.close()
            live_rooms = await open_live_rooms(tmp_path, Asked(1))
            live = await live_rooms.find(live.room.id)
        await live_rooms.close()

    asked: list[bool] = []
    asyncio.run(asyncio.wait_for(play(), 20))
    assert asked == [varied, varied]


def test_a_room_that_cannot_broadcast_what_is_stored_is_read_anew(tmp_path, monkeypatch, caplog):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        break_applying(monkeypatch, live)
        moves = [actions.Move(text, number, text) for number, text in enumerate(("h3e3", "h10g8"))]
        work = (live_rooms.act(live, ADA, move) for move in moves)
        first, second = await asyncio.gather(*work, return_exceptions=True)
        assert first == 2 and isinstance(second, Refusal) and second.why == "busy"
        assert live.is_evicted and ada.is_closed and not live.lock.locked()
        again = await live_rooms.find(live.room.id)
        assert again is not live and again.room.moves == ["h3e3"]
        assert await live_rooms.act(again, ADA, actions.Move("h10g8", 1, "h10g8")) == 3
        await live_rooms.close()
        assert f"room {live.room.id}: cannot broadcast event 2" in caplog.text

    asyncio.run(play())


def test_a_flag_that_cannot_be_broadcast_is_no_answer_to_an_action_and_does_not_fall_again_and_again(
    tmp_path, monkeypatch, caplog
):
    async def play():
        times = ManualTime()
        live_rooms, live = await open_room(tmp_path, clock=Timing(60, 0), times=times)
        await live_rooms.act(live, ADA, actions.Move("first", 0, "h3e3"))
        break_applying(monkeypatch, live)
        times.seconds += 61.0
        assert await refusal_of(live_rooms.act(live, ADA, actions.Move("m", 1, "h10g8"))) == "busy"
        await asyncio.sleep(0.1)
        again = await live_rooms.find(live.room.id)
        assert again is not live and again.room.outcome.clause == "H2"
        await live_rooms.close()

    asyncio.run(play())
    assert caplog.text.count("cannot broadcast") == 1


def test_what_fails_before_it_is_stored_leaves_the_room_free(tmp_path, monkeypatch, caplog):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        await live_rooms.act(live, ADA, actions.Resign("r", 0))
        monkeypatch.setattr(live.room, "rematch_created", lambda: 1 / 0)
        assert await refusal_of(live_rooms.act(live, ADA, actions.Offer("again", 0, "rematch"))) == "busy"
        assert not live.lock.locked()
        assert f"room {live.room.id}: transaction failed" in caplog.text
        monkeypatch.undo()
        assert await live_rooms.act(live, ADA, actions.Offer("again", 0, "rematch")) == 3
        await live_rooms.close()

    asyncio.run(play())


def test_an_action_goes_on_when_another_server_has_let_the_flag_fall(tmp_path):
    async def play():
        clocks = ManualTime(), ManualTime()
        here, other = await open_live_rooms(tmp_path, times=clocks[0]), await open_live_rooms(tmp_path, times=clocks[1])
        request = NewRoom("chinese-checkers", ("me", "me", "me"), options={"players": 3}, clock=Timing(60, 0))
        live, _ = await here.create(request, ADA)
        position = live.room.position
        await here.act(live, ADA, actions.Move("m", 0, position.move_text(position.legal_moves()[0])))
        there = await other.find(live.room.id)
        for clock in clocks:
            clock.seconds += 61.0
        await here.check_flag(live)
        assert await other.act(there, ADA, actions.Rename("n", 2, "Neo")) == 4
        assert there.room.occupants[1].kind == "machine" and there.room.occupants[2].name == "Neo"
        await here.close()
        await other.close()

    asyncio.run(play())


async def until(is_true, seconds=20):
    """Wait for something that happens in the background."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "it has not happened"
        await asyncio.sleep(0.01)


def test_following_another_server_survives_a_read_that_fails(tmp_path, monkeypatch, caplog):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        other = await open_live_rooms(tmp_path)
        there = await other.find(live.room.id)
        await live_rooms.join(live, FakeMember("ada", ADA, []), actions.Hello())
        new_entries = live_rooms.store.new_entries

        async def fail(*asked):
            raise StoreFailed("on purpose")

        live_rooms.store.new_entries = fail
        await other.act(there, ADA, actions.Move("m", 0, "h3e3"))
        live_rooms.follower.hear(None)
        await until(lambda: "cannot read what other servers have stored" in caplog.text)
        assert live.room.move_count == 0
        live_rooms.store.new_entries = new_entries
        live_rooms.follower.hear(None)
        await until(lambda: live.room.move_count == 1)
        await live_rooms.close()
        await other.close()

    asyncio.run(play())


@pytest.fixture
def hears_only_what_it_is_told(monkeypatch):
    monkeypatch.setattr(DatabaseFile, "was_written_by_others", lambda *_: False)


async def open_two_servers(folder):
    """A room at one server, where nobody is, and the same at another."""
    live_rooms, live = await open_room(folder)
    other = await open_live_rooms(folder)
    there = await other.find(live.room.id)
    live_rooms.ownership.is_shared = True
    return live_rooms, live, other, there


async def play_elsewhere(other, there, *moves):
    """The entries of moves made at another server."""
    for move in moves:
        await other.act(there, ADA, actions.Move(move, there.room.move_count, move))
    return [(there.room.id, entry.seq, entry) for entry in list(there.entries)[-len(moves) :]]


@pytest.mark.usefixtures("hears_only_what_it_is_told")
def test_what_was_not_heard_is_read_before_what_follows_is_applied(tmp_path):
    async def play():
        live_rooms, live, other, there = await open_two_servers(tmp_path)
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        first, second, third = await play_elsewhere(other, there, "h3e3", "h10g8", "h1g3")
        live_rooms.follower.hear([second, first])
        await until(lambda: live.room.move_count == 3)
        live_rooms.follower.hear([third, first])
        assert live.room.moves == there.room.moves
        await live_rooms.close()
        await other.close()

    asyncio.run(play())


@pytest.mark.usefixtures("hears_only_what_it_is_told")
def test_what_is_heard_while_the_room_is_locked_is_applied_afterwards(tmp_path):
    async def play():
        live_rooms, live, other, there = await open_two_servers(tmp_path)
        await live_rooms.join(live, FakeMember("ada", ADA, []), actions.Hello())
        heard = await play_elsewhere(other, there, "h3e3", "h10g8")
        async with live.lock:
            live_rooms.follower.hear(heard)
            await asyncio.sleep(0.01)
            assert live.room.move_count == 0
        await until(lambda: live.room.move_count == 2)
        await live_rooms.close()
        await other.close()

    asyncio.run(play())


@pytest.mark.usefixtures("hears_only_what_it_is_told")
def test_a_room_that_nobody_uses_is_brought_up_to_date_when_somebody_joins(tmp_path):
    async def play():
        live_rooms, live, other, there = await open_two_servers(tmp_path)
        live.last_used -= 60
        heard = await play_elsewhere(other, there, "h3e3")
        live_rooms.follower.hear(heard)
        assert live.room.move_count == 0
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        assert live.room.move_count == 1
        live_rooms.follower.hear(await play_elsewhere(other, there, "h10g8"))
        assert live.room.move_count == 2
        await live_rooms.close()
        await other.close()

    asyncio.run(play())


def test_who_is_gone_before_it_is_welcomed_is_not_there(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        ghost = FakeMember("ghost", ADA, [])
        async with live.lock:
            joining = asyncio.ensure_future(live_rooms.join(live, ghost, actions.Hello()))
            await asyncio.sleep(0)
            ghost.is_closed = True
        await joining
        assert not live.members and ghost.log == []
        await live_rooms.close()

    asyncio.run(play())


def test_a_room_that_was_swept_sends_whoever_still_has_a_line_to_it_to_the_new_one(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        live.last_used -= IDLE_SECONDS + 1
        await live_rooms.evict_idle_rooms()
        late = FakeMember("late", ADA, [])
        await live_rooms.join(live, late, actions.Hello())
        assert late.is_closed and late.log == [] and not live.members
        assert await refusal_of(live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"))) == "busy"
        assert await live_rooms.find(live.room.id) is not live
        await live_rooms.close()

    asyncio.run(play())


def test_a_store_that_fails_is_not_asked_in_a_hot_loop_and_does_not_hold_up_the_end(tmp_path, caplog):
    caplog.set_level(logging.CRITICAL)

    async def play():
        times = ManualTime()
        live_rooms = await open_live_rooms(tmp_path, times=times)
        for _ in range(3):
            live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "me"), clock=Timing(60, 0)), ADA)
            await live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"))
        tries = []

        def fail(group):
            tries.append(len(group))
            return [StoreFailed("on purpose")] * len(group)

        live_rooms.store.write_group = fail
        times.seconds += 61.0
        await asyncio.gather(*(live_rooms.check_flag(live) for live in live_rooms.rooms.values()))
        await asyncio.sleep(0.3)
        assert sum(tries) == 3
        await asyncio.wait_for(live_rooms.close(), 5)

    asyncio.run(play())


def test_lists_know_of_all_that_was_acknowledged_before_the_end(tmp_path):
    async def play():
        for _ in range(20):
            live_rooms = await open_live_rooms(tmp_path)
            live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "open"), public=True), ADA)
            sitting = asyncio.ensure_future(live_rooms.act(live, BO, actions.Sit("s", 1)))
            await asyncio.sleep(0)
            await live_rooms.close()
            live_rooms = await open_live_rooms(tmp_path)
            message = await live_rooms.list_rooms(BO)
            await live_rooms.close()
            has_sat = sitting.done() and not sitting.exception()
            assert (live.room.id in {room["id"] for room in message["own"]}) == has_sat

    asyncio.run(play())


def test_a_list_that_is_out_of_date_is_mended_when_the_room_is_read(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path, ("me", "open"))
        write = live_rooms.store.write
        # As if the server were killed after it stored the event and before it stored the summary.
        live_rooms.store.write = lambda changes: write(changes if changes.entries else Changes())
        await live_rooms.act(live, BO, actions.Sit("s", 1), is_invited=True)
        await live_rooms.close()
        live_rooms = await open_live_rooms(tmp_path)
        assert (await live_rooms.list_rooms(BO))["own"] == []
        await live_rooms.find(live.room.id)
        await live_rooms.drain()
        assert [room["id"] for room in (await live_rooms.list_rooms(BO))["own"]] == [live.room.id]
        await live_rooms.close()

    asyncio.run(play())


def test_a_store_that_is_closed_says_so(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        await live_rooms.close()
        live_rooms.is_closing = live_rooms.transactions.is_closing = False
        assert await refusal_of(live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"))) == "busy"

    asyncio.run(asyncio.wait_for(play(), 10))


def test_a_long_room_is_read_from_a_snapshot_and_tells_its_last_events(tmp_path):
    async def play():
        live_rooms, live = await open_room(tmp_path)
        for number in range(560):
            await live_rooms.act(live, ADA, actions.Move(f"m{number}", 0, "h3e3"))
            await live_rooms.act(live, ADA, actions.Offer(f"t{number}", 0, "takeback"))
        await live_rooms.close()
        return live.room.id

    async def read(room_id):
        live_rooms = await open_live_rooms(tmp_path)
        live = await live_rooms.find(room_id)
        assert len(live.entries) < 50, "only what was stored after the snapshot was read"
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello(since=0))
        await live_rooms.close()
        return ada.log[0][1]

    welcome = asyncio.run(read(asyncio.run(play())))
    assert welcome["seq"] == 1121
    assert [event["seq"] for event in welcome["events"]] == list(range(122, 1122))


def test_nothing_of_an_evicted_room_stays_in_memory(tmp_path):
    """The timer of its flag kept a finished game in memory until the flag would have fallen, perhaps for a day."""

    async def play():
        live_rooms, live = await open_room(tmp_path, clock=Timing(86400, 0))
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        await live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"), ada)
        await live_rooms.act(live, ADA, actions.Resign("r", 0), ada)
        live_rooms.leave(live, ada)
        await asyncio.sleep(2 * PRESENCE_SECONDS)
        live.last_used -= 2 * IDLE_SECONDS
        await live_rooms.evict_idle_rooms()
        await live_rooms.drain()
        await asyncio.sleep(0.1)
        room = weakref.ref(live)
        del live
        assert room() is None
        await live_rooms.close()

    gc.disable()
    try:
        asyncio.run(play())
    finally:
        gc.enable()


async def own_summary(live_rooms):
    await live_rooms.derived.drain()
    (summary,) = (await live_rooms.list_rooms(ADA))["own"]
    return summary["number"], summary["your_turn"]


def test_a_room_that_left_memory_is_listed_as_it_stands(tmp_path):
    async def scenario():
        live_rooms, live = await open_room(tmp_path)
        for turn, move in enumerate(("h3e3", "h10g8")):
            await live_rooms.act(live, ADA, actions.Move(f"m{turn}", turn, move))
        assert await own_summary(live_rooms) == (2, True)
        live.last_used -= IDLE_SECONDS + 1
        await live_rooms.evict_idle_rooms()
        assert not live_rooms.rooms
        assert await own_summary(live_rooms) == (2, True)
        await live_rooms.close()

    asyncio.run(scenario())


def test_a_room_that_everybody_has_left_is_listed_as_it_stands(tmp_path):
    """Another server lists it while this one still has it in memory."""

    async def scenario():
        live_rooms, live = await open_room(tmp_path)
        member, writes = FakeMember("ada", ADA, []), []
        await live_rooms.join(live, member, actions.Hello())
        await live_rooms.act(live, ADA, actions.Move("m0", 0, "h3e3"))
        live_rooms.leave(live, member)
        live_rooms.rooms.clear()
        assert await own_summary(live_rooms) == (1, True)
        write, live_rooms.derived.write = live_rooms.derived.write, lambda *given: writes.append(given)
        live_rooms.leave(live, member)
        assert not writes, "nothing has changed since"
        live_rooms.derived.write = write
        await live_rooms.close()

    asyncio.run(scenario())


def test_a_server_that_stops_stores_how_its_rooms_stand(tmp_path):
    async def scenario():
        live_rooms, live = await open_room(tmp_path)
        await live_rooms.act(live, ADA, actions.Move("m0", 0, "h3e3"))
        await live_rooms.close()
        again = await open_live_rooms(tmp_path)
        assert await own_summary(again) == (1, True)
        await again.close()

    asyncio.run(scenario())
