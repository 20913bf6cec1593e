"""A real server for tests: in a thread, or as a process that can be killed; and clients for it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludoteca.server import serve
from ludoteca.server.http.guard import Guard
from ludoteca.server.http.handlers import Settings
from ludoteca.server.http.security import COOKIE, own_origins
from ludoteca.server.limits import ServerLimits

GENEROUS = ServerLimits(
    messages_at_once=100_000,
    messages_per_second=1e5,
    connections_per_address=1000,
    requests_at_once=100_000,
    requests_per_second=1e5,
    new_rooms_per_address=100_000,
    rooms_per_visitor=100_000,
)


class Running:
    """A server that listens."""

    def __init__(self, port, handlers=None):
        self.port = port
        self.handlers = handlers
        self.address = f"http://127.0.0.1:{port}"

    def client(self, cookie=None):
        cookies = {COOKIE: cookie} if cookie else {}
        return httpx.Client(base_url=self.address, cookies=cookies, timeout=30)

    def visitor(self):
        """A client who has been on a page."""
        client = self.client()
        client.get("/api/visitor").raise_for_status()
        return client

    def make(self, client, game="xiangqi", seats=("me", "open"), **more):
        answer = client.post("/api/rooms", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def make_for_two(self, **more):
        """A room, and the clients of its two visitors."""
        ada, bo = self.visitor(), self.visitor()
        made = self.make(ada, **more)
        taking = {"name": "Bo", "code": made["invitations"]["1"]}
        bo.post(f"/api/rooms/{made['id']}/seats/1", json=taking).raise_for_status()
        return made["id"], ada, bo

    def join(self, room, client=None, **more):
        return Player(self.port, room, client.cookies.get(COOKIE) if client else None, **more)


class Player:
    """One socket in a room. Actions wait for their answer; what else comes is kept."""

    def __init__(self, port, room, cookie=None, since=-1, views=False, origin=None, says_hello=True):
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        address = f"ws://127.0.0.1:{port}/socket/{room}"
        self.opened = ExitStack()
        self.socket = self.opened.enter_context(
            connect(address, additional_headers=headers, origin=origin, open_timeout=20)
        )
        self.received = []
        self.count = 0
        self.prefix = os.urandom(4).hex()
        if says_hello:
            self.send({"do": "hello", "since": since, "views": views})
            self.welcome = self.receive(lambda message: message["say"] == "welcome")

    def send(self, frame):
        self.socket.send(json.dumps(frame))

    def receive(self, fits, timeout=20):
        """The first thing said that fits, now or before."""
        for message in self.received:
            if fits(message):
                self.received.remove(message)
                return message
        deadline = time.monotonic() + timeout
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.01, deadline - time.monotonic())))
            if fits(message):
                return message
            self.received.append(message)

    def ask(self, do, **more):
        """Send, and give back the answer."""
        self.count += 1
        identity = more.pop("id", f"{self.prefix}-{self.count}")
        self.send({"do": do, "id": identity, **more})
        return self.receive(
            lambda message: message["say"] != "waiting" and identity in (message.get("id"), message.get("ack"))
        )

    def move(self, turn, text, **more):
        return self.ask("move", turn=turn, move=text, **more)

    def event(self, what, timeout=20):
        return self.receive(lambda message: message["say"] == "event" and message["what"] == what, timeout)

    def close(self):
        self.opened.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


@contextmanager
def running(database, limits=GENEROUS, engines=None, host="127.0.0.1", origins=frozenset(), **more):
    """A server in a thread of this process."""
    listening = serve.listen(host, 0)
    port = listening.getsockname()[1]
    settings = Settings(database, own_origins("127.0.0.1", port, origins), 1, limits, **more)
    config = serve.uvicorn_config(settings, engines)
    assert isinstance(config.app, Guard)
    handlers = config.app.handlers
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        yield Running(port, handlers)
    finally:
        server.should_exit = True
        thread.join(20)


class Process:
    """A server as users start it."""

    def __init__(self, database, port=0, words=(), open_files=""):
        command = [sys.executable, "-m", "ludoteca", "serve", "--port", str(port), "--database", database]
        for name in ("messages_at_once", "messages_per_second", "requests_at_once", "new_rooms_per_address"):
            command += ["--limit", f"{name}=100000"]
        if open_files:
            command = ["sh", "-c", f'ulimit {open_files} && exec "$@"', "sh", *command]
        self.process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+) ", line)[1])
        self.running = Running(self.port)

    def kill(self):
        """As by a power cut: no warning, no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        self._hang_up()

    def stop(self):
        """The exit code, and what it complained of."""
        self.process.terminate()
        code = self.process.wait(20)
        errors = self.process.stderr.read()
        self._hang_up()
        return code, errors

    def _hang_up(self):
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()


def is_lost(player, timeout=10):
    """Whether the server has closed the socket."""
    try:
        while True:
            player.socket.recv(timeout=timeout)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


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


def wait_until(is_true, seconds=20.0):
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.02)
