"""What administrators and their tools ask: is it alive, can it store, how is it doing."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludoteca.cli import main
from ludoteca.server.storage.changes import StoreFailed
from tests.server.running_server import Process, running


def figures(client):
    """The samples by name, and by name and label."""
    found = {}
    for family in text_string_to_metric_families(client.get("/metrics").raise_for_status().text):
        for sample in family.samples:
            found[(sample.name, *sample.labels.values())] = sample.value
    return found


def until(expected, ask, seconds=10.0):
    """What is found last: what is expected, or something else after some seconds."""
    deadline = time.monotonic() + seconds
    while (found := ask()) != expected and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


# Alive


def test_it_is_alive(server):
    for path in ("/health", "/api/health"):
        assert server.client().get(path).json() == {"status": "ok"}


def test_it_is_alive_without_its_store(tmp_path, monkeypatch):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        monkeypatch.setattr(server.handlers.store, "write", None)
        monkeypatch.setattr(server.handlers.store, "_read", None)
        assert server.client().get("/health").status_code == 200


# Ready


def readiness(server):
    answer = server.client().get("/ready")
    return answer.status_code, answer.json().get("reason", "")


def test_it_is_ready_and_asking_leaves_one_row(tmp_path):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        for _ in range(3):
            assert server.client().get("/ready").json() == {"status": "ready"}
            time.sleep(1.1)
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("SELECT room, seat FROM invitations").fetchall() == [("", 0)]


def test_many_who_ask_at_once_cost_one_write(tmp_path, monkeypatch):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        written = []
        write = server.handlers.store.write

        def counted_write(changes):
            written.append(changes)
            return write(changes)

        monkeypatch.setattr(server.handlers.store, "write", counted_write)
        client = server.client()
        begin = time.monotonic()
        for _ in range(50):
            assert client.get("/ready").status_code == 200
        assert 1 <= len(written) <= 2 + time.monotonic() - begin


def test_it_is_not_ready_while_the_database_is_locked_and_does_not_hang(tmp_path):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        assert readiness(server) == (200, "")
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(1.1)
            begin = time.monotonic()
            assert readiness(server) == (503, "the database does not answer in time")
            # The next who asks does not wait for the same probe again.
            assert readiness(server)[0] == 503
            assert time.monotonic() - begin < 8
            assert server.client().get("/health").status_code == 200
            other.execute("ROLLBACK")
        assert until((200, ""), lambda: readiness(server), 40) == (200, "")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_it_is_not_ready_when_the_disk_is_full(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db")
    assert readiness(server.running)[0] == 200
    size = (tmp_path / "games.db-wal").stat().st_size
    # No file may grow: a disk that is full for this process alone.
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
    assert until(503, lambda: readiness(server.running)[0]) == 503
    assert readiness(server.running)[1] in ("the disk is full", "the database cannot be written")
    assert server.running.client().get("/health").status_code == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert until(200, lambda: readiness(server.running)[0]) == 200
    server.stop()


def test_it_is_not_ready_when_the_database_is_gone(tmp_path):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        assert readiness(server) == (200, "")
        (tmp_path / "games.db").rename(tmp_path / "elsewhere.db")
        assert until(503, lambda: readiness(server)[0]) == 503
        assert readiness(server)[1] == "the database file is gone"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("(sqlite3.OperationalError) database or disk is full", "the disk is full"),
        ("(sqlite3.OperationalError) database is locked", "the database is locked"),
        ("connection to server at 10.1.2.3 failed", "the database cannot be written"),
    ],
)
def test_the_reason_is_told_without_internals(tmp_path, error, reason):
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        server.handlers.store.write_group = lambda group: [StoreFailed(error)] * len(group)
        assert readiness(server) == (503, reason)


# Metrics


def test_what_happens_is_counted(server):
    before = figures(server.client())
    room, ada, _ = server.make_for_two()
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
        assert player.move(0, "h3e3")["why"] == "stale"
        with server.join(room):
            during = figures(server.client())
    assert server.client().get("/nothing").status_code == 404

    def more(name, *labels, of=None):
        return (of or figures(server.client())).get((name, *labels), 0) - before.get((name, *labels), 0)

    assert more("ludoteca_move_seconds_count") == 1
    assert 0 < more("ludoteca_move_seconds_sum") < 20
    assert more("ludoteca_refusals_total", "stale") == 1
    assert more("ludoteca_refusals_total", "not-found") == 1
    assert more("ludoteca_sockets", of=during) == 2
    assert more("ludoteca_connections", of=during) >= 2
    assert more("ludoteca_store_group_changes_count") >= 3
    assert until(0, lambda: more("ludoteca_sockets")) == 0
    assert until(True, lambda: more("ludoteca_rooms") >= 1)
    assert figures(server.client())[("process_open_fds",)] > 0


def test_engines_are_counted(server):
    before = figures(server.client())
    ada = server.visitor()
    room = server.make(ada, seats=("machine:8", "me"))["id"]
    with server.join(room, ada) as player:

        def searching():
            found = figures(server.client())
            return found[("ludoteca_engine_requests",)], found[("ludoteca_engines_busy",)]

        assert until((1, 1), searching) == (1, 1)
        player.event("moved", 60)
        assert until((0, 0), searching) == (0, 0)
    assert figures(server.client())[("ludoteca_engines_killed_total",)] == before[("ludoteca_engines_killed_total",)]


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_metrics_are_not_for_those_behind_a_proxy(server, name):
    assert server.client().get("/metrics").status_code == 200
    assert server.client().get("/metrics", headers={name: "127.0.0.1"}).status_code == 403


@pytest.mark.skipif(sys.platform != "linux", reason="this machine needs a second address")
def test_metrics_are_for_this_machine_and_for_networks_that_were_named(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.server.http.handlers.LOOPBACK", ("127.0.0.1/32",))
    with running(f"sqlite:///{tmp_path}/games.db", metrics_networks=("127.0.3.0/24",)) as server:
        for address, status in (("127.0.0.1", 200), ("127.0.0.2", 403), ("127.0.3.9", 200)):
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(base_url=server.address, transport=transport) as client:
                assert client.get("/metrics").status_code == status


def test_a_network_that_is_none_is_refused_in_one_line(capsys):
    assert main(["serve", "--metrics", "everyone"]) == 2
    assert "a network is written as" in capsys.readouterr().err


def test_errors_in_the_log_are_counted(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db")
    assert ("ludoteca_errors_total", "ludoteca.server") not in figures(server.running.client())
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("DROP TABLE invitations")
    assert readiness(server.running) == (503, "the database cannot be written")
    assert figures(server.running.client())[("ludoteca_errors_total", "ludoteca.server")] == 1
    _, errors = server.stop()
    assert "level=error logger=ludoteca.server" in errors and "SQL parameters hidden" in errors


COUNTING = """
import json, sys
from ludoteca.server import metrics
metrics.MOVE_SECONDS.observe(0.01)
metrics.SOCKETS.inc(int(sys.argv[1]))
print(json.dumps(metrics.exposition().decode()), flush=True)
sys.stdin.read()
"""


def test_several_processes_are_counted_together(tmp_path):
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    processes = []
    for number in (2, 3):
        command = [sys.executable, "-c", COUNTING, str(number)]
        pipe = subprocess.PIPE
        processes.append(subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True))
        text = json.loads(processes[-1].stdout.readline())
    for process in processes:
        process.communicate("", 20)
    found = {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}
    assert found["ludoteca_move_seconds_count"] == 2
    assert found["ludoteca_sockets"] == 5
