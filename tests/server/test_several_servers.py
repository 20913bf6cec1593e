"""Servers that share a database, and servers that are killed: no move is lost, and none is made twice."""

import random
import threading
import time

from websockets.exceptions import ConnectionClosed

import ludoteca
from tests.server.running_server import Process, running, together


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
                # The loser receives what happened on its own connection.
                loser = (there, here)[winner]
                message = loser.event("moved")
                assert message["move"] == texts[winner] and message["number"] == turn + 1
                (here, there)[winner].received.clear()
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
                message = self.player.move(number, text, id=f"m{number}")
                position.push_text(text)
                self.left = message["clocks"]["left"]
                self.acknowledged.append(text)
                self.sent = None
        except (ConnectionClosed, TimeoutError):
            pass


def test_kill_minus_9_under_load_loses_nothing_and_charges_no_clock(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    killed = Process(url)
    loads = [Load(killed.running, {"base": 3600, "increment": 0}) for _ in range(6)]
    # A random game may be over before.
    while any(len(load.acknowledged) < 10 and load.thread.is_alive() for load in loads):
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
                    message = player.move(load.sent["turn"], load.sent["text"], id=load.sent["id"])
                    assert message["say"] in ("ok", "event")
                    state = client.get(f"/api/rooms/{load.room}").json()
                    assert state["moves"] == [*load.acknowledged, load.sent["text"]]
    finally:
        code, errors = again.stop()
    assert errors == ""
    assert code in (0, -15)
