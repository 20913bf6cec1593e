"""A server in its own process, and a proxy before it whose connections can be cut."""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import ludoteca

LIBRARY = str(Path(ludoteca.__file__).parents[1])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process that can be stopped, killed and started again with the same database."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.proxy_port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.log = folder / "log.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "ludoteca", "serve", "--port", str(self.port), "--database", self.database]
        command += ["--origin", f"http://127.0.0.1:{self.proxy_port}"]
        # All visitors of the tests come from one address, and fast.
        command += ["--limit", "new_rooms_per_address=1000", "--limit", "requests_at_once=5000"]
        command += ["--limit", "phrases_per_address=1000", "--limit", "messages_at_once=5000"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": LIBRARY}, start_new_session=True
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(URLError, OSError), urlopen(f"{self.url}/api/health", timeout=1):
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text()}")

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if not self.process or not self.is_running():
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


class Proxy:
    """Forwards bytes between a browser and a server, until it is cut."""

    def __init__(self, port: int, target: int) -> None:
        self.target = target
        self.is_cut = False
        self.sockets: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                client.close()
                continue
            try:
                upstream = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            self.sockets += [client, upstream]
            for source, sink in ((client, upstream), (upstream, client)):
                threading.Thread(target=self._forward, args=(source, sink), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.is_cut = True
        for end in self.sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.sockets = []

    def restore(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.cut()
        # Wakes the accepting thread: a socket that a thread waits on is not freed by closing it.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
