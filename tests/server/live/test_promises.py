"""What the server promises of moves: kept before acknowledged, acknowledged before seen, once, by nobody else."""

import asyncio
import json
import random
import sqlite3
import time
from typing import Any

import pytest

import ludoteca
from ludoteca.server.events import Timing
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.rooms import actions, payloads
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage import statements
from ludoteca.server.storage.changes import StoreFailed
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, BO, FakeMember, ManualTime
from tests.server.running_server import is_lost, running, together

OPENING = ["h3e3", "h10g8", "h1g3", "i10h10", "i1h1", "b10c8", "g4g5", "c7c6"]


async def open_room(folder):
    """A store, live rooms, and a room in which one visitor has both seats."""
    store = Store(f"sqlite:///{folder}/games.db")
    live_rooms = LiveRooms(store, EnginePool(1), ServerLimits())
    await live_rooms.open()
    live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "me")), ADA)
    return store, live_rooms, live


def hold_writes(store):
    """Hold what is to be written back, until what is returned is called."""
    write, held = store.write, []

    async def hold(changes):
        released = asyncio.get_running_loop().create_future()
        held.append(released)
        await released
        await write(changes)

    def release():
        store.write = write
        for released in held:
            released.set_result(None)

    store.write = hold
    return release


def test_a_move_is_stored_then_acknowledged_then_seen(tmp_path):
    """The very order: what each receives is compared with what another connection reads in the database then."""
    path = f"{tmp_path}/games.db"
    log: list[Any] = []

    class Watching(FakeMember):
        def post(self, message):
            with sqlite3.connect(path) as connection:
                stored = connection.execute("SELECT max(seq) FROM events").fetchone()[0]
            self.log.append((self.name, json.loads(message), stored))

    async def play():
        live_rooms = LiveRooms(Store(f"sqlite:///{path}"), EnginePool(1), ServerLimits())
        await live_rooms.open()
        live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "open")), ADA)
        await live_rooms.act(live, BO, actions.Sit("s", 1), is_invited=True)
        members = [Watching("spectator", "", log), Watching("ada", ADA, log), Watching("bo", BO, log)]
        for member in members:
            await live_rooms.join(live, member, actions.Hello())
        log.clear()
        for number, text in enumerate(OPENING):
            sender = members[1 + number % 2]
            await live_rooms.act(live, sender.visitor, actions.Move(f"m{number}", number, text), sender)
        await live_rooms.close()

    asyncio.run(play())
    # Who is there is told by and by, between the moves if they take long.
    log = [each for each in log if each[1]["say"] == "event"]
    assert len(log) == 3 * len(OPENING)
    for number in range(len(OPENING)):
        received = log[3 * number : 3 * number + 3]
        assert received[0][0] == ("ada", "bo")[number % 2]
        assert received[0][1]["ack"] == f"m{number}"
        assert {name for name, _, _ in received} == {"ada", "bo", "spectator"}
        for _, message, stored in received:
            assert stored == message["seq"]
            assert message["number"] == number + 1
        assert "ack" not in received[1][1] and "ack" not in received[2][1]


def test_nothing_is_seen_while_it_is_being_stored(tmp_path):
    """A question that comes while a move is on its way to the disk is answered with what is stored, later."""

    async def play():
        store, live_rooms, live = await open_room(tmp_path)
        log: list[Any] = []
        ada, eve = FakeMember("ada", ADA, log), FakeMember("eve", "", log)
        for member in (ada, eve):
            await live_rooms.join(live, member, actions.Hello())
        log.clear()
        release = hold_writes(store)
        moving = asyncio.ensure_future(live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"), ada))
        asking = asyncio.ensure_future(live_rooms.answer(live, eve, actions.ViewAfter("q", 0)))
        coming = asyncio.ensure_future(live_rooms.join(live, FakeMember("late", "", log), actions.Hello()))
        await asyncio.sleep(0.05)
        assert log == []
        assert live.room.move_count == 0
        release()
        await asyncio.gather(moving, asking, coming)
        await live_rooms.close()
        return [(name, message["say"]) for name, message in log]

    received = asyncio.run(play())
    assert received[:2] == [("ada", "event"), ("eve", "event")]
    assert ("eve", "view") in received[2:] and ("late", "welcome") in received[2:]


def test_nothing_happens_before_it_is_stored_and_the_same_once_more_has_no_effect(tmp_path):
    async def play():
        store, live_rooms, live = await open_room(tmp_path)
        log: list[Any] = []
        ada, eve = FakeMember("ada", ADA, log), FakeMember("eve", "", log)
        live.members.update((ada, eve))
        release = hold_writes(store)
        move = actions.Move("m", 0, "h3e3")
        moving = asyncio.ensure_future(live_rooms.act(live, ADA, move, ada))
        await asyncio.sleep(0.05)
        assert log == [] and not moving.done() and live.room.move_count == 0 and live.lock.locked()
        release()
        assert await moving == 2 and live.room.move_count == 1 and not live.lock.locked()
        assert await live_rooms.act(live, ADA, move, ada) == 2 and live.room.move_count == 1
        await live_rooms.close()
        return log

    first, second, again = asyncio.run(play())
    assert (first[0], first[1]["what"], first[1]["ack"]) == ("ada", "moved", "m")
    assert (second[0], second[1]["what"], "ack" in second[1]) == ("eve", "moved", False)
    assert again == ("ada", {"say": "ok", "id": "m", "seq": 2})


def test_actions_in_one_room_happen_one_after_the_other_in_the_order_they_came(tmp_path):
    async def play():
        _, live_rooms, live = await open_room(tmp_path)
        answers = await asyncio.gather(
            *(live_rooms.act(live, ADA, actions.Move(text, number, text)) for number, text in enumerate(OPENING)),
            live_rooms.act(live, ADA, actions.Move("late", 0, "h3e3")),
            live_rooms.act(live, ADA, actions.Resign("enough", 0)),
            live_rooms.act(live, ADA, actions.Resign("too much", 0)),
            return_exceptions=True,
        )
        await live_rooms.close()
        return live.room, answers

    room, answers = asyncio.run(play())
    assert room.moves == OPENING and room.is_over
    assert answers[: len(OPENING)] == list(range(2, 2 + len(OPENING)))
    assert [answer if isinstance(answer, int) else answer.why for answer in answers[len(OPENING) :]] == [
        "stale",
        2 + len(OPENING),
        "over",
    ]


def test_a_move_that_is_being_stored_counts_when_nobody_waits_for_it_any_more(tmp_path):
    async def play():
        _, live_rooms, live = await open_room(tmp_path)
        member = FakeMember("ada", ADA, [])
        await live_rooms.join(live, member, actions.Hello())
        moving = asyncio.ensure_future(live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"), member))
        await asyncio.sleep(0)
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        assert live.is_evicted and member.is_closed and not live.lock.locked()
        await live_rooms.store.drain()
        again = await live_rooms.find(live.room.id)
        assert again.room.moves == ["h3e3"]
        assert await live_rooms.act(again, ADA, actions.Move("m", 0, "h3e3")) == 2
        assert await live_rooms.act(again, ADA, actions.Move("n", 1, "h10g8")) == 3
        await live_rooms.close()

    asyncio.run(play())


def test_a_flag_that_is_due_falls_before_anything_else_happens(tmp_path):
    async def play():
        store = Store(f"sqlite:///{tmp_path}/games.db")
        times = ManualTime()
        live_rooms = LiveRooms(store, EnginePool(1), ServerLimits(), times)
        await live_rooms.open()
        live, _ = await live_rooms.create(NewRoom("xiangqi", ("me", "me"), clock=Timing(60, 0)), ADA)
        await live_rooms.act(live, ADA, actions.Move("first", 0, "h3e3"))
        log: list[Any] = []
        await live_rooms.join(live, FakeMember("ada", ADA, log), actions.Hello())
        log.clear()
        times.seconds += 61.0
        with pytest.raises(Refusal) as refused:
            await live_rooms.act(live, ADA, actions.Move("m", 1, "h10g8"))
        await live_rooms.close()
        return live.room, log, refused.value

    room, log, refusal = asyncio.run(play())
    assert refusal.why == "over"
    # That Ada is here may be announced late.
    assert [message["what"] for _, message in log if message["say"] == "event"] == ["flagged"]
    assert room.moves == ["h3e3"] and room.outcome.clause == "H2"


def test_a_store_that_fails_changes_nothing_and_the_log_names_the_room(tmp_path, caplog):
    async def play():
        store, live_rooms, live = await open_room(tmp_path)
        store.write_group = lambda group: [StoreFailed("the disk is full")] * len(group)
        with pytest.raises(Refusal, match="cannot store this") as refused:
            await live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3"))
        assert refused.value.why == "busy"
        assert live.room.move_count == 0 and live.room.seq == 1
        del store.write_group
        assert await live_rooms.act(live, ADA, actions.Move("m", 0, "h3e3")) == 2
        await live_rooms.close()
        assert f"room {live.room.id}: the store failed: the disk is full" in caplog.text

    asyncio.run(play())


def test_a_repeated_action_has_one_effect(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as first, server.join(room, bo) as second:
        message = first.move(0, "h3e3", id="once")
        assert message["say"] == "event" and message["ack"] == "once"
        again = first.move(0, "h3e3", id="once")
        assert again == {"say": "ok", "id": "once", "seq": message["seq"]}
        with server.join(room, ada) as other_tab:
            assert other_tab.move(0, "h3e3", id="once") == again
        assert second.event("moved")["number"] == 1
        # The same id of another visitor is another action.
        assert second.move(1, "h10g8", id="once")["ack"] == "once"
    assert server.client().get(f"/api/rooms/{room}").json()["moves"] == ["h3e3", "h10g8"]


def test_a_client_resumes_from_any_sequence_number(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as first, server.join(room, bo) as second:
        for number, text in enumerate(OPENING):
            (first, second)[number % 2].move(number, text)
    with server.join(room, since=0) as all_of_it:
        message = all_of_it.welcome["events"]
    last = all_of_it.welcome["seq"]
    assert [event["seq"] for event in message] == list(range(1, last + 1))
    for since in range(last + 1):
        with server.join(room, since=since) as late:
            assert late.welcome["events"] == message[since:]
            assert late.welcome["room"]["moves"] == OPENING
    with server.join(room, since=10**6) as ahead, server.join(room) as fresh:
        assert ahead.welcome["events"] == fresh.welcome["events"] == []


def test_events_that_come_later_continue_those_of_the_welcome(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as first, server.join(room, bo) as second, server.join(room, since=0) as watching:
        for number, text in enumerate(OPENING):
            (first, second)[number % 2].move(number, text)
        last = watching.welcome["seq"]
        for number in range(len(OPENING)):
            assert watching.event("moved")["seq"] == last + 1 + number


def test_two_tabs_never_both_append_the_same_turn(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"))["id"]
    position = ludoteca.game("xiangqi").start()
    chosen = random.Random(5)
    with server.join(room, ada) as one, server.join(room, ada) as other:
        for turn in range(20):
            texts = [position.move_text(move) for move in chosen.sample(position.legal_moves(), 2)]
            answers = together(
                lambda turn=turn, texts=texts: one.move(turn, texts[0]),
                lambda turn=turn, texts=texts: other.move(turn, texts[1]),
            )
            moved = [answer for answer in answers if answer["say"] == "event"]
            refused = [answer for answer in answers if answer["say"] == "refused"]
            assert len(moved) == 1 and [answer["why"] for answer in refused] == ["stale"]
            position.push_text(moved[0]["move"])
    assert server.client().get(f"/api/rooms/{room}").json()["number"] == 20


def test_a_move_that_cannot_be_stored_is_refused_and_may_be_made_again(tmp_path, monkeypatch, caplog):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        room, ada, bo = server.make_for_two()
        with server.join(room, ada) as player, server.join(room, bo) as other:
            with monkeypatch.context() as patched:
                patched.setattr(statements, "insert_rows", lambda *_: 1 / 0)
                assert player.move(0, "h3e3")["why"] == "busy"
            assert player.move(0, "h3e3")["what"] == "moved"
            assert other.event("moved")["number"] == 1
            assert not any(message.get("what") == "moved" for message in other.received)


def test_a_stored_move_that_cannot_be_broadcast_holds(tmp_path, monkeypatch, caplog):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        room, ada, _ = server.make_for_two()
        with server.join(room, ada) as player:
            with monkeypatch.context() as patched:
                patched.setattr(server.handlers.live_rooms.machine_seats, "has_work", lambda live: 1 / 0)
                player.move(0, "h3e3")
            assert is_lost(player)
        with server.join(room, ada) as player:
            assert player.welcome["room"]["number"] == 1


# Clocks that run by themselves


def test_a_flag_falls_when_nobody_is_connected(tmp_path, server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"), clock={"base": 1, "increment": 0})["id"]
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
    live = server.handlers.live_rooms.rooms[room]
    deadline = time.monotonic() + 10
    while not live.room.is_over and time.monotonic() < deadline:
        time.sleep(0.02)
    message = server.client().get(f"/api/rooms/{room}").json()
    assert message["outcome"]["clause"] == "H2" and message["outcome"]["winner"] == 0
    with server.join(room, since=0) as late:
        assert [event["what"] for event in late.welcome["events"]] == ["created", "moved", "flagged"]


def test_after_a_restart_flags_still_fall_without_anyone(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("me", "me"), clock={"base": 10, "increment": 0})["id"]
        with server.join(room, ada) as player:
            player.move(0, "h3e3")
    with running(url) as server:
        rooms = server.handlers.live_rooms.rooms
        deadline = time.monotonic() + 10
        while room not in rooms and time.monotonic() < deadline:
            time.sleep(0.02)
        assert rooms[room].flag_timer is not None


def test_encoding_an_acknowledgement_keeps_it_json():
    assert json.loads(payloads.acknowledge(payloads.encode({"a": 1}), 'x"y')) == {"a": 1, "ack": 'x"y'}
