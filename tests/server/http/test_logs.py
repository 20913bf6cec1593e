"""The log: one line a record, in either style, without secrets, and not to be flooded."""

import asyncio
import json
import logging
import re
import socket
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ludoteca.server import logs
from ludoteca.server.http.security import COOKIE
from ludoteca.server.storage.database import create_engines
from ludoteca.server.tokens import hash_token
from tests.server.raw_socket import PING, TEXT, RawWebSocket
from tests.server.running_server import Process

log = logging.getLogger("ludoteca.server")


@pytest.fixture
def configured():
    """Configures the log, and takes that back."""
    root, access = logging.getLogger(), logging.getLogger(logs.ACCESS)
    handlers, level = list(root.handlers), access.level
    yield logs.configure
    root.handlers[:] = handlers
    access.setLevel(level)
    logging.captureWarnings(False)


def fail():
    try:
        raise ValueError("a line\nand another")
    except ValueError:
        log.exception("room %s: cannot read it", 'x\n"y" level=info \x1b[2J', extra={"fields": {"seq": 7}})


def test_a_record_is_one_line_of_keys_and_values(configured, capsys):
    configured(logs.TEXT, False)
    fail()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert re.match(
        r"time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=error logger=ludoteca\.server message=", lines[0]
    )
    assert r'message="room x\n\"y\" level=info \u001b[2J: cannot read it" seq=7 traceback="Traceback' in lines[0]
    assert r"ValueError: a line\nand another" in lines[0]


def test_a_record_is_one_line_of_json(configured, capsys):
    configured(logs.JSON, False)
    fail()
    record = json.loads(capsys.readouterr().err)
    assert (record["level"], record["logger"], record["seq"]) == ("error", "ludoteca.server", 7)
    assert record["message"] == 'room x\n"y" level=info \x1b[2J: cannot read it'
    assert record["traceback"].endswith("ValueError: a line\nand another")


def test_errors_of_asyncio_and_uvicorn_have_the_same_form(configured, capsys):
    configured(logs.JSON, False)

    async def forget_a_failure():
        asyncio.get_running_loop().call_exception_handler({"message": "a task failed", "exception": OSError("gone")})

    asyncio.run(forget_a_failure())
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["logger"], first["message"]) == ("asyncio", "a task failed")
    assert (second["logger"], second["message"]) == ("uvicorn.error", "Exception in ASGI application")


def test_a_flood_of_records_is_cut_and_counted(configured, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(logs, "time", SimpleNamespace(monotonic=lambda: now[0]))
    configured(logs.JSON, False)
    for number in range(500):
        log.warning("client %d misbehaves", number)
    log.warning("something else")
    now[0] = 1.0
    log.warning("client %d misbehaves", 500)
    records = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert len(records) == logs.LINES_AT_ONCE + 2
    assert records[-2]["message"] == "something else"
    assert (records[-1]["message"], records[-1]["left_out"]) == ("client 500 misbehaves", 490)


def test_clients_cannot_bring_about_errors_in_the_log(server, caplog):
    room = server.make(server.visitor())["id"]
    with RawWebSocket(server.port, "nowhere") as raw:
        assert raw.status == 404
    for kind, payload in ((TEXT, b"\xff"), (3, b""), (TEXT, b" " * 9000), (PING, b"x" * 126)):
        with RawWebSocket(server.port, room) as raw:
            raw.send(kind, payload)
            assert raw.answer() in (1002, 1007, 1009)
    for request in (b"rubbish\r\n\r\n", b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"):
        with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
            connection.sendall(request)
    assert server.client().get("/health").status_code == 200
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_errors_of_the_database_do_not_tell_parameters(tmp_path):
    for engine in create_engines(f"sqlite:///{tmp_path}/games.db", 1):
        with engine.connect() as connection, pytest.raises(SQLAlchemyError) as failed:
            connection.execute(text("INSERT INTO nowhere VALUES (:hidden)"), {"hidden": "a secret"})
        assert "secret" not in str(failed.value)
        engine.dispose()


def test_the_access_log_has_every_request_and_no_secret(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db", words=["--log", "json", "--access-log"])
    ada = server.running.visitor()
    made = server.running.make(ada)
    code, room = made["invitations"]["1"], made["id"]
    ada.get(f"/join/{code}?code={code}").raise_for_status()
    ada.get("/nothing%0A%1B")
    with server.running.join(room, ada):
        pass
    errors = server.stop()[1]
    token = ada.cookies[COOKIE]
    for secret in (code, hash_token(code), token, hash_token(token)):
        assert secret not in errors
    records = [json.loads(line) for line in errors.splitlines()]
    assert {record["logger"] for record in records} == {logs.ACCESS}
    assert {(record["method"], record["path"], record["status"]) for record in records} == {
        ("GET", "/api/visitor", 204),
        ("POST", "/api/rooms", 201),
        ("GET", "/join/*", 200),
        ("GET", "/nothing\n\x1b", 404),
        ("GET", f"/socket/{room}", 101),
    }
    assert all(record["network"] == "127.0.0.1" and record["seconds"] >= 0 for record in records)


def test_there_is_no_access_log_unless_asked(tmp_path):
    server = Process(f"sqlite:///{tmp_path}/games.db")
    server.running.visitor()
    assert server.stop()[1] == ""
