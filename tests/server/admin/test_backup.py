"""`ludoteca backup` and `ludoteca database check`: copies that are whole, of databases that are written meanwhile."""

import json
import shutil
import sqlite3

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from ludoteca.cli import main
from ludoteca.server.admin.backups import read_dump
from ludoteca.server.storage.database import HEAD, MIGRATIONS
from tests.server.old_rooms import LEGAL, store_old_room, stored_bodies
from tests.server.running_server import running
from tests.server.test_several_servers import Load


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def run(capsys):
    def run(*words):
        code = main(list(words))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_copy_made_while_a_server_writes_is_whole(url, tmp_path, run):
    with running(url) as server:
        loads = [Load(server, {"base": 3600, "increment": 0}) for _ in range(4)]
        for number in range(5):
            code, out, err = run("backup", str(tmp_path / f"{number}.db"), "--database", url, "--json")
            assert (code, err) == (0, "")
            found = json.loads(out)
            assert found["faults"] == [] and found["rooms"] == 4 and found["version"] == HEAD
        for load in loads:
            load.player.close()
            load.thread.join(20)
    counts = []
    for number in range(5):
        with sqlite3.connect(tmp_path / f"{number}.db") as copy:
            counts += copy.execute("SELECT count(*) FROM events").fetchone()
    assert counts == sorted(counts) and counts[0] < counts[-1]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"games.db", *(f"{number}.db" for number in range(5))}, "a copy is one file"
    with running(f"sqlite:///{tmp_path}/4.db") as restored:
        assert all(
            restored.client().get(f"/api/rooms/{room}").status_code == 200 for room in {load.room for load in loads}
        )


def test_a_file_is_replaced_only_by_force(url, tmp_path, run):
    with running(url) as server:
        server.make(server.visitor())
    kept = tmp_path / "kept.db"
    kept.write_text("something else")
    code, _, err = run("backup", str(kept), "--database", url)
    assert code == 2 and "--force" in err and kept.read_text() == "something else"
    assert run("backup", str(kept), "--database", url, "--force")[0] == 0
    assert run("database", "check", "--database", f"sqlite:///{kept}")[0] == 0
    code, _, err = run("backup", str(tmp_path / "no" / "folder.db"), "--database", url)
    assert code == 2 and len(err.splitlines()) == 1


def test_a_damaged_room_is_copied_and_told(url, tmp_path, run):
    with running(url) as server:
        room, ada, _ = server.make_for_two()
        with server.join(room, ada) as player:
            player.move(0, "h3e3")
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("DELETE FROM events WHERE seq = 2")
    code, out, _ = run("backup", str(tmp_path / "copy.db"), "--database", url)
    assert code == 0 and f"room {room}: 1 of its events are missing" in out
    code, out, err = run("database", "check", "--database", url)
    assert code == 2 and "missing" in out and "1 faults" in err


def test_a_damaged_file_is_no_backup(url, tmp_path, run):
    with running(url) as server:
        for _ in range(20):
            server.make(server.visitor())
    file = tmp_path / "games.db"
    content = bytearray(file.read_bytes())
    content[8192:16384] = bytes(8192)
    file.write_bytes(content)
    code, _, err = run("backup", str(tmp_path / "copy.db"), "--database", url)
    assert code == 2 and len(err.splitlines()) == 1
    assert {path.suffix for path in tmp_path.iterdir()} == {".db"} and not (tmp_path / "copy.db").exists()


def test_an_old_database_is_copied_and_then_upgraded_with_nothing_lost(url, tmp_path, run):
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    bodies = store_old_room(tmp_path, "old", LEGAL)
    code, _, err = run("rooms", "list", "--database", url)
    assert code == 2 and "0001" in err
    code, out, _ = run("backup", str(tmp_path / "copy.db"), "--database", url)
    assert code == 0 and "version 0001" in out
    with running(url) as server:
        state = server.client().get("/api/rooms/old").json()
        assert state["moves"] == LEGAL
    assert stored_bodies(tmp_path, "old") == bodies
    code, out, _ = run("database", "check", "--database", url, "--json")
    assert code == 0 and json.loads(out)["version"] == HEAD


def test_a_newer_database_is_one_line(url, tmp_path, run):
    with running(url):
        pass
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    code, _, err = run("backup", str(tmp_path / "copy.db"), "--database", url)
    assert code == 2 and "newer" in err and len(err.splitlines()) == 1


# PostgreSQL


def test_postgresql_is_dumped_and_the_dump_read_back(postgres, tmp_path, run):
    if not shutil.which("pg_dump"):
        pytest.skip("pg_dump is not installed")
    with running(postgres) as server:
        room, ada, _ = server.make_for_two()
        with server.join(room, ada) as player:
            player.move(0, "h3e3")
            player.ask("name", seat=0, name='A "\\" 馬')
        code, out, err = run("backup", str(tmp_path / "copy"), "--database", postgres, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert (found["rooms"], found["events"], found["faults"], found["version"]) == (1, 4, [], HEAD)
        assert run("database", "check", "--database", postgres)[0] == 0


def test_without_pg_dump_the_command_to_run_is_told(postgres, tmp_path, run, monkeypatch):
    with running(postgres):
        pass
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, err = run("backup", str(tmp_path / "copy"), "--database", postgres)
    assert code == 2 and "pg_dump --format=custom" in err and len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_dump_is_read_as_it_was_written():
    lines = [
        "COPY public.alembic_version (version_num) FROM stdin;\n",
        "0002\n",
        "\\.\n",
        "\n",
        "COPY public.events (room, seq, at, spent, action, body) FROM stdin;\n",
        'one\t2\t1.5\t0\t\t{"what":"moved","seat":0,"move":"a\\\\"b"}\n',
        'one\t3\t1.5\t0\t\t{"what":"nothing"}\n',
        "\\.\n",
    ]
    found = read_dump(lines)
    assert (found.version, found.rooms, found.events) == ("0002", 1, 2)
    assert found.rows == {"alembic_version": 1, "events": 2}
    assert len(found.faults) == 2 and "event 3" in found.faults[0] and "1 of its events" in found.faults[1]
