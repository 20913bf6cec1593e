"""A server that is told to stop gently: its rooms and members go to another server, and nothing is lost."""

import signal
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ludoteca
from tests.server.running_server import Process, is_lost


class Wanderer:
    """Plays with itself as the page does: whatever happens, it connects again and sends again what was not answered."""

    def __init__(self, servers, room, client):
        self.servers = servers
        self.room = room
        self.client = client
        self.count = 0
        self.close_codes = []
        self.player = None

    def connect(self):
        for server in self.servers:
            with suppress(InvalidStatus, OSError):
                self.player = server.join(self.room, self.client)
                return
        raise AssertionError("no server takes it")

    def move(self, text):
        while True:
            try:
                if self.player is None:
                    self.connect()
                answer = self.player.move(self.count, text, id=f"move-{self.count}")
                assert answer["say"] in ("event", "ok"), answer
                self.count += 1
                return
            except ConnectionClosed as closed:
                self.close_codes.append(closed.rcvd.code if closed.rcvd else None)
                self.player = None


MOVES = ["h3e3", "h10g8", "h1g3", "i10h10", "i1h1", "b10c8", "g4g5", "g7g6", "b1c3", "c10e8"]


@pytest.fixture
def two_servers(tmp_path):
    servers = [Process(f"sqlite:///{tmp_path}/games.db") for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def test_members_go_to_another_server_and_lose_nothing(two_servers):
    old, new = two_servers
    ada = old.running.visitor()
    rooms = [old.running.make(ada, seats=("me", "me"), clock={"base": 600, "increment": 0})["id"] for _ in range(3)]
    wanderers = [Wanderer((old.running, new.running), room, ada) for room in rooms]
    for text in MOVES[:4]:
        for wanderer in wanderers:
            wanderer.move(text)
    old.process.send_signal(signal.SIGUSR1)
    for text in MOVES[4:8]:
        for wanderer in wanderers:
            wanderer.move(text)
    assert old.process.wait(30) == 0
    for text in MOVES[8:]:
        for wanderer in wanderers:
            wanderer.move(text)
    client = new.running.client(ada.cookies["visitor"])
    for wanderer in wanderers:
        assert client.get(f"/api/rooms/{wanderer.room}").json()["moves"] == MOVES
        assert wanderer.close_codes == [1013]
        wanderer.player.close()


def test_a_server_that_drains_takes_nothing_new_and_leaves_its_rooms_to_others(two_servers):
    old, new = two_servers
    ada = old.running.visitor()
    room, other = (old.running.make(ada, seats=("me", "machine:1"))["id"] for _ in range(2))
    with old.running.join(room, ada) as player, old.running.join(other, ada) as staying:
        player.move(0, "h3e3")
        player.receive(lambda message: message.get("number") == 2, timeout=30)
        old.process.send_signal(signal.SIGUSR1)
        assert status_of_refused_join(old.running, room) == 503
        assert ada.post("/api/rooms", json={"game": "xiangqi", "seats": ["me", "open"]}).status_code == 503
        assert ada.get("/").status_code == 200
        with new.running.join(room, ada) as there:
            there.move(2, legal_move(new.running, room))
            there.receive(lambda message: message.get("number") == 4, timeout=30)
        assert is_lost(player) and is_lost(staying)
        assert old.process.wait(30) == 0


def status_of_refused_join(server, room):
    while True:
        try:
            server.join(room, says_hello=False).close()
        except InvalidStatus as refused:
            return refused.response.status_code


def legal_move(server, room):
    state = server.client().get(f"/api/rooms/{room}").json()
    position = ludoteca.game("xiangqi").start()
    for text in state["moves"]:
        position.push_text(text)
    return position.move_text(position.legal_moves()[0])
