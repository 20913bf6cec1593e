"""What the server promises of moves: kept before acknowledged, acknowledged before seen, once, by nobody else."""

import asyncio
import json
import random
import sqlite3
import threading
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import ludoteca
from ludoteca.server import actions, wire
from ludoteca.server import store as store_module
from ludoteca.server.deeds import Act
from ludoteca.server.events import Timing
from ludoteca.server.hall import Hall
from ludoteca.server.limits import Limits
from ludoteca.server.machines import Machines
from ludoteca.server.refusal import Refusal
from ludoteca.server.store import Store
from ludoteca.server.wishes import NewRoom
from tests.server.live import Process, is_lost, running
from tests.server.members import ADA, BO, Clockwork, Ear

OPENING = ["h3e3", "h10g8", "h1g3", "i10h10", "i1h1", "b10c8", "g4g5", "c7c6"]


async def open_room(folder):
    """A store, a hall and a room in which one visitor has both seats."""
    store = Store(f"sqlite:///{folder}/games.db")
    hall = Hall(store, Machines(1), Limits())
    await hall.open()
    live, _ = await hall.create(NewRoom("xiangqi", ("me", "me")), ADA)
    return store, hall, live


def test_a_move_is_stored_then_acknowledged_then_seen(tmp_path):
    """The very order: what each hears is compared with what another connection reads in the database at that time."""
    path = f"{tmp_path}/games.db"
    log: list[Any] = []

    class Watching(Ear):
        def post(self, text):
            with sqlite3.connect(path) as connection:
                stored = connection.execute("SELECT max(seq) FROM events").fetchone()[0]
            self.log.append((self.name, json.loads(text), stored))

    async def play():
        hall = Hall(Store(f"sqlite:///{path}"), Machines(1), Limits())
        await hall.open()
        live, _ = await hall.create(NewRoom("xiangqi", ("me", "open")), ADA)
        await hall.act(live, BO, actions.Sit("s", 1), is_invited=True)
        ears = [Watching("spectator", "", log), Watching("ada", ADA, log), Watching("bo", BO, log)]
        for ear in ears:
            await hall.join(live, ear, actions.Hello())
        log.clear()
        for number, text in enumerate(OPENING):
            sender = ears[1 + number % 2]
            await hall.act(live, sender.visitor, actions.Move(f"m{number}", number, text), sender)
        await hall.close()

    asyncio.run(play())
    assert len(log) == 3 * len(OPENING)
    for number in range(len(OPENING)):
        heard = log[3 * number : 3 * number + 3]
        assert heard[0][0] == ("ada", "bo")[number % 2]
        assert heard[0][1]["ack"] == f"m{number}"
        assert {name for name, _, _ in heard} == {"ada", "bo", "spectator"}
        for _, told, stored in heard:
            assert stored == told["seq"]
            assert told["number"] == number + 1
        assert "ack" not in heard[1][1] and "ack" not in heard[2][1]


def test_nothing_is_seen_while_it_is_being_stored(tmp_path):
    """A question that comes while a move is on its way to the disk is answered with what is stored, later."""

    async def play():
        store, hall, live = await open_room(tmp_path)
        log: list[Any] = []
        ada, eve = Ear("ada", ADA, log), Ear("eve", "", log)
        for ear in (ada, eve):
            await hall.join(live, ear, actions.Hello())
        log.clear()
        held = []
        write = store.write_and_tell
        store.write_and_tell = lambda *writing: held.append(writing)
        moving = asyncio.ensure_future(hall.act(live, ADA, actions.Move("m", 0, "h3e3"), ada))
        asking = asyncio.ensure_future(hall.answer(live, eve, actions.Look("q", 0)))
        coming = asyncio.ensure_future(hall.join(live, Ear("late", "", log), actions.Hello()))
        await asyncio.sleep(0.05)
        assert log == []
        assert live.room.number == 0
        store.write_and_tell = write
        write(*held[0])
        await asyncio.gather(moving, asking, coming)
        await hall.close()
        return [(name, told["say"]) for name, told in log]

    heard = asyncio.run(play())
    assert heard[:2] == [("ada", "event"), ("eve", "event")]
    assert ("eve", "view") in heard[2:] and ("late", "welcome") in heard[2:]


def test_a_deed_needs_no_task_and_the_same_once_more_has_no_effect(tmp_path):
    async def play():
        store, hall, live = await open_room(tmp_path)
        held = []
        log: list[Any] = []
        done: list[Any] = []
        ada, eve = Ear("ada", ADA, log), Ear("eve", "", log)
        live.members.update((ada, eve))
        store.write_and_tell = lambda writing, heard: held.append(heard)
        Act(hall, live, done.append, ADA, actions.Move("m", 0, "h3e3"), ada).begin()
        await asyncio.sleep(0.05)
        assert log == [] and done == [] and live.room.number == 0 and live.lock.is_taken
        held[0](None)
        assert done == [2] and live.room.number == 1 and not live.lock.is_taken
        Act(hall, live, done.append, ADA, actions.Move("m", 0, "h3e3"), ada).begin()
        assert done == [2, 2] and live.room.number == 1 and not live.lock.is_taken
        del store.write_and_tell
        await hall.close()
        return log

    first, second, again = asyncio.run(play())
    assert (first[0], first[1]["what"], first[1]["ack"]) == ("ada", "moved", "m")
    assert (second[0], second[1]["what"], "ack" in second[1]) == ("eve", "moved", False)
    assert again == ("ada", {"say": "ok", "id": "m", "seq": 2})


def test_deeds_in_one_room_happen_one_after_the_other_in_the_order_they_came(tmp_path):
    async def play():
        _, hall, live = await open_room(tmp_path)
        answers = await asyncio.gather(
            *(hall.act(live, ADA, actions.Move(text, number, text)) for number, text in enumerate(OPENING)),
            hall.act(live, ADA, actions.Move("late", 0, "h3e3")),
            hall.act(live, ADA, actions.Resign("enough", 0)),
            hall.act(live, ADA, actions.Resign("too much", 0)),
            return_exceptions=True,
        )
        await hall.close()
        return live.room, answers

    room, answers = asyncio.run(play())
    assert room.moves == OPENING and room.is_over
    assert answers[: len(OPENING)] == list(range(2, 2 + len(OPENING)))
    assert [answer if isinstance(answer, int) else answer.why for answer in answers[len(OPENING) :]] == [
        "stale",
        2 + len(OPENING),
        "over",
    ]


def test_a_deed_goes_on_when_nobody_waits_for_it_any_more(tmp_path):
    async def play():
        store, hall, live = await open_room(tmp_path)
        held = []
        write = store.write_and_tell
        store.write_and_tell = lambda *writing: held.append(writing)
        moving = asyncio.ensure_future(hall.act(live, ADA, actions.Move("m", 0, "h3e3")))
        await asyncio.sleep(0)
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        store.write_and_tell = write
        write(*held[0])
        assert await hall.act(live, ADA, actions.Move("n", 1, "h10g8")) == 3
        await hall.close()
        return live

    live = asyncio.run(play())
    assert live.room.moves == ["h3e3", "h10g8"] and not live.is_gone


def test_a_flag_that_is_due_falls_before_anything_else_happens(tmp_path):
    async def play():
        store = Store(f"sqlite:///{tmp_path}/games.db")
        times = Clockwork()
        hall = Hall(store, Machines(1), Limits(), times)
        await hall.open()
        live, _ = await hall.create(NewRoom("xiangqi", ("me", "me"), clock=Timing(60, 0)), ADA)
        log: list[Any] = []
        await hall.join(live, Ear("ada", ADA, log), actions.Hello())
        log.clear()
        times.now += 61.0
        with pytest.raises(Refusal) as refused:
            await hall.act(live, ADA, actions.Move("m", 0, "h3e3"))
        await hall.close()
        return live.room, log, refused.value

    room, log, refusal = asyncio.run(play())
    assert refusal.why == "over"
    assert [told["what"] for _, told in log] == ["flagged"]
    assert room.moves == [] and room.outcome.clause == "H2"


def test_a_store_that_fails_changes_nothing(tmp_path):
    async def play():
        store, hall, live = await open_room(tmp_path)
        store._write_group = lambda group: [wire_failure()] * len(group)
        with pytest.raises(Exception, match="cannot keep this") as refused:
            await hall.act(live, ADA, actions.Move("m", 0, "h3e3"))
        refusal: Any = refused.value
        assert refusal.why == "busy"
        assert live.room.number == 0 and live.room.seq == 1
        del store._write_group
        assert await hall.act(live, ADA, actions.Move("m", 0, "h3e3")) == 2
        await hall.close()

    def wire_failure():
        from ludoteca.server.store import StoreFailed

        return StoreFailed("the disk is full")

    asyncio.run(play())


def test_a_repeated_action_has_one_effect(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as first, server.join(room, bo) as second:
        told = first.move(0, "h3e3", id="once")
        assert told["say"] == "event" and told["ack"] == "once"
        again = first.move(0, "h3e3", id="once")
        assert again == {"say": "ok", "id": "once", "seq": told["seq"]}
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
        told = all_of_it.welcome["events"]
    last = all_of_it.welcome["seq"]
    assert [event["seq"] for event in told] == list(range(1, last + 1))
    for since in range(last + 1):
        with server.join(room, since=since) as late:
            assert late.welcome["events"] == told[since:]
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


def race_of_two_servers(url, turns):
    """Two servers with one database; each turn is claimed at both at once. How often each won."""
    with running(url) as one, running(url, is_shared=True) as other:
        ada = one.visitor()
        room = one.make(ada, seats=("me", "me"))["id"]
        position = ludoteca.game("xiangqi").start()
        chosen = random.Random(2)
        won = [0, 0]
        with one.join(room, ada) as here, other.join(room, ada) as there:
            for turn in range(turns):
                texts = [position.move_text(move) for move in chosen.sample(position.legal_moves(), 2)]
                answers = together(
                    lambda turn=turn, texts=texts: here.move(turn, texts[0]),
                    lambda turn=turn, texts=texts: there.move(turn, texts[1]),
                )
                kinds = sorted(answer["say"] for answer in answers)
                assert kinds == ["event", "refused"], answers
                winner = 0 if answers[0]["say"] == "event" else 1
                won[winner] += 1
                assert answers[1 - winner]["why"] == "stale"
                # The loser hears what happened, on its own line.
                loser = (there, here)[winner]
                told = loser.event("moved")
                assert told["move"] == texts[winner] and told["number"] == turn + 1
                (here, there)[winner].heard.clear()
                position.push_text(texts[winner])
        states = [each.client().get(f"/api/rooms/{room}").json() for each in (one, other)]
    assert states[0]["moves"] == states[1]["moves"]
    assert states[0]["number"] == turns
    return won


def test_two_servers_on_one_database_never_both_append_the_same_turn(tmp_path):
    race_of_two_servers(f"sqlite:///{tmp_path}/games.db", 12)


def test_the_same_action_at_two_servers_has_one_effect(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url) as one, running(url) as other:
        ada = one.visitor()
        room = one.make(ada, seats=("me", "me"))["id"]
        with one.join(room, ada) as here, other.join(room, ada) as there:
            first = here.move(0, "h3e3", id="same")
            assert there.move(0, "h3e3", id="same") == {"say": "ok", "id": "same", "seq": first["seq"]}


def test_a_server_hears_of_what_another_stores(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url) as one, running(url, is_shared=True) as other:
        room, ada, _ = one.make_for_two()
        with one.join(room, ada) as here, other.join(room) as there:
            here.move(0, "h3e3")
            assert there.event("moved", timeout=10)["move"] == "h3e3"


def test_a_move_that_cannot_be_stored_is_refused_and_may_be_made_again(tmp_path, monkeypatch, caplog):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        room, ada, bo = server.make_for_two()
        with server.join(room, ada) as player, server.join(room, bo) as other:
            with monkeypatch.context() as patched:
                patched.setattr(store_module, "_put_rows", lambda *_: 1 / 0)
                assert player.move(0, "h3e3")["why"] == "busy"
            assert player.move(0, "h3e3")["what"] == "moved"
            assert other.event("moved")["number"] == 1
            assert not any(told.get("what") == "moved" for told in other.heard)


def test_a_stored_move_that_cannot_be_told_holds(tmp_path, monkeypatch, caplog):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        room, ada, _ = server.make_for_two()
        with server.join(room, ada) as player:
            with monkeypatch.context() as patched:
                patched.setattr(server.door.hall, "_watch", lambda live: 1 / 0)
                player.move(0, "h3e3")
            assert is_lost(player)
        with server.join(room, ada) as player:
            assert player.welcome["room"]["number"] == 1


def together(*work):
    """Do all at the same time; what each gives."""
    found = [None] * len(work)
    gate = threading.Barrier(len(work))

    def run(number):
        gate.wait()
        found[number] = work[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


# kill -9


class Load:
    """A game of one visitor with itself, as fast as it is answered, until the line breaks."""

    def __init__(self, running, clock):
        self.ada = running.visitor()
        self.room = running.make(self.ada, seats=("me", "me"), clock=clock)["id"]
        self.player = running.join(self.room, self.ada)
        self.acknowledged = []
        self.left = None
        self.sent = None
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self):
        position = ludoteca.game("xiangqi").start()
        chosen = random.Random(self.room)
        try:
            while not position.is_over():
                text = position.move_text(chosen.choice(position.legal_moves()))
                number = len(self.acknowledged)
                self.sent = {"turn": number, "text": text, "id": f"m{number}"}
                told = self.player.move(number, text, id=f"m{number}")
                position.push_text(text)
                self.left = told["clocks"]["left"]
                self.acknowledged.append(text)
                self.sent = None
        except (ConnectionClosed, TimeoutError):
            pass


def test_kill_minus_9_under_load_loses_nothing_and_charges_no_clock(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    killed = Process(url)
    loads = [Load(killed.running, {"base": 3600, "increment": 0}) for _ in range(6)]
    while min(len(load.acknowledged) for load in loads) < 10:
        time.sleep(0.01)
    killed.kill()
    for load in loads:
        load.thread.join(20)
    time.sleep(1.5)
    restarted = time.monotonic()
    again = Process(url, killed.port)
    try:
        for load in loads:
            client = again.running.client(load.ada.cookies["visitor"])
            state = client.get(f"/api/rooms/{load.room}").json()
            known = len(load.acknowledged)
            assert state["moves"][:known] == load.acknowledged
            assert known <= state["number"] <= known + 1
            spent = sum(load.left) - sum(state["clocks"]["left"])
            assert spent < time.monotonic() - restarted + 0.5, "the clock ran while the server was down"
            with again.running.join(load.room, client) as player:
                if load.sent:
                    # Was it stored or not? Sent again, it has happened once either way.
                    told = player.move(load.sent["turn"], load.sent["text"], id=load.sent["id"])
                    assert told["say"] in ("ok", "event")
                    state = client.get(f"/api/rooms/{load.room}").json()
                    assert state["moves"] == [*load.acknowledged, load.sent["text"]]
    finally:
        code, errors = again.stop()
    assert errors == ""
    assert code in (0, -15)


# Clocks that run by themselves


def test_a_flag_falls_when_nobody_is_connected(tmp_path, server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"), clock={"base": 1, "increment": 0})["id"]
    live = server.door.hall.rooms[room]
    deadline = time.monotonic() + 10
    while not live.room.is_over and time.monotonic() < deadline:
        time.sleep(0.02)
    told = server.client().get(f"/api/rooms/{room}").json()
    assert told["outcome"]["clause"] == "H2" and told["outcome"]["winner"] == 1
    with server.join(room, since=0) as late:
        assert [event["what"] for event in late.welcome["events"]] == ["created", "flagged"]


def test_after_a_restart_flags_still_fall_without_anyone(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("me", "me"), clock={"base": 10, "increment": 0})["id"]
    with running(url) as server:
        live = server.door.hall.rooms[room]
        assert live.flag_timer is not None
        assert live.room.clock.showing(live.room.clock.since)[0] > 9.0


def test_encoding_an_acknowledgement_keeps_it_json():
    assert json.loads(wire.acknowledged(wire.encode({"a": 1}), 'x"y')) == {"a": 1, "ack": 'x"y'}
