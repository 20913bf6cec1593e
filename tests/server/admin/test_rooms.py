"""`ludoteca rooms`: lists, descriptions, exports and deletions, beside a server that runs and without one."""

import io
import json
import sqlite3
import time

import pytest

import ludoteca
from ludoteca.cli import main
from ludoteca.server.storage import maintenance
from ludoteca.server.storage.checking import check_database
from ludoteca.server.storage.database import open_existing
from ludoteca.server.storage.maintenance import RoomFilter, delete_rooms
from tests.server.running_server import is_lost, running
from tests.server.test_several_servers import Load

TABLES = ("events", "rooms", "holders", "invitations", "snapshots", "leases")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def run(capsys, url):
    """Run `ludoteca rooms`: exit code, what it printed, what it complained of."""

    def run(*words, database=url):
        code = main(["rooms", words[0], "--database", database, *words[1:]])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def games(url):
    """An open room, one that is played, and one that is over."""
    with running(url) as server:
        ada = server.visitor()
        waiting = server.make(ada, game="exile", seats=("me", "open", "open", "open"))["id"]
        played, over = (
            server.make(ada, seats=("me", "me"), clock={"base": 60, "increment": 1}, name="Ada")["id"] for _ in range(2)
        )
        with server.join(played, ada) as player:
            player.move(0, "h3e3")
        with server.join(over, ada) as player:
            player.move(0, "h3e3")
            player.ask("resign", seat=1)
    return {"open": waiting, "live": played, "over": over}


def rows_of(folder, room):
    """How many rows each table has of a room."""
    with sqlite3.connect(folder / "games.db") as connection:
        return {
            table: connection.execute(
                f"SELECT count(*) FROM {table} WHERE {'id' if table == 'rooms' else 'room'} = ?", (room,)
            ).fetchone()[0]
            for table in TABLES
        }


def make_older(folder, room, days):
    with sqlite3.connect(folder / "games.db") as connection:
        connection.execute("UPDATE events SET at = at - ? WHERE room = ?", (86400 * days, room))


def spoil(folder, room):
    """Set a room aside, as a server does that cannot read it."""
    with sqlite3.connect(folder / "games.db") as connection:
        connection.execute("UPDATE events SET body = '{not JSON' WHERE room = ? AND seq = 2", (room,))
        connection.execute("UPDATE rooms SET fault = 'unreadable' WHERE id = ?", (room,))


def test_list_tells_the_state_of_each_room(run, games):
    code, out, _ = run("list", "--json")
    assert code == 0
    assert {room["id"]: room["state"] for room in json.loads(out)} == {room: state for state, room in games.items()}
    _, out, _ = run("list")
    assert len(out.splitlines()) == 3


def test_list_has_filters(run, games, tmp_path):
    make_older(tmp_path, games["over"], 40)
    spoil(tmp_path, games["live"])

    def listed(*words):
        return [room["id"] for room in json.loads(run("list", "--json", *words)[1])]

    assert listed("--game", "exile") == [games["open"]]
    assert listed("--state", "over") == listed("--older-than", "30") == [games["over"]]
    assert listed("--state", "set-aside") == [games["live"]]
    assert listed("--state", "live") == []
    assert listed("--limit", "1") == [games["over"]]
    assert "there are more" in run("list", "--limit", "1")[2]


def test_show_tells_all_but_who_the_visitors_are(run, games, tmp_path):
    code, out, _ = run("show", games["live"], "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["state"], told["events"], told["moves"], told["to_move"]) == ("live", 2, 1, 1)
    assert told["clock"]["running"] == 1 and 0 < told["clock"]["seconds_left"][1] <= 60
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ada"]
    with sqlite3.connect(tmp_path / "games.db") as connection:
        (holder,) = connection.execute("SELECT holder FROM holders LIMIT 1").fetchone()
    assert holder[:8] == told["seats"][0]["visitor"] and holder not in out
    address = f"https://games.example.org/room/{games['over']}"
    _, out, _ = run("show", address)
    assert "resigned" in out


def test_an_id_may_begin_with_a_dash(run, games, tmp_path):
    renamed = "-Ab_9aaaaaaaaaaa"
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE events SET room = ? WHERE room = ?", (renamed, games["over"]))
        connection.execute("UPDATE rooms SET id = ? WHERE id = ?", (renamed, games["over"]))
    assert run("show", renamed, "--json")[0] == 0
    assert run("delete", "--yes", renamed)[0] == 0


def test_show_tells_the_fault_of_a_room_that_was_set_aside(run, games, tmp_path):
    spoil(tmp_path, games["live"])
    code, out, _ = run("show", games["live"])
    assert code == 0
    assert "unreadable" in out and "set-aside" in out


def test_export_prints_a_record_that_is_read_back(run, games):
    code, out, _ = run("export", games["live"])
    assert code == 0
    assert ludoteca.read_record(out).moves == ("h3e3",)


def test_export_writes_many_rooms_and_events_of_what_cannot_be_replayed(run, games, tmp_path):
    spoil(tmp_path, games["live"])
    folder = tmp_path / "exported"
    code, out, err = run("export", "--out", str(folder))
    assert code == 0 and "3 rooms" in out and games["live"] in err
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [f"{games['open']}.txt", f"{games['over']}.txt", f"{games['live']}.jsonl"]
    )
    lines = [json.loads(line) for line in (folder / f"{games['live']}.jsonl").read_text().splitlines()]
    assert [line["seq"] for line in lines] == [1, 2]
    assert lines[0]["event"]["what"] == "created" and lines[1]["unreadable"] == "{not JSON"
    assert run("export", "--out", str(folder))[0] == 2
    assert run("export", "--out", str(folder), "--force")[0] == 0
    _, out, _ = run("export", "--events", games["over"])
    assert [json.loads(line)["event"]["what"] for line in out.splitlines()] == ["created", "moved", "resigned"]


def test_delete_asks_and_leaves_nothing_of_the_room(run, games, tmp_path, monkeypatch):
    room = games["open"]
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert run("delete", room)[0] == 2
    assert rows_of(tmp_path, room)["events"] == 1
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert run("delete", room)[0] == 0
    check_only_the_last_event_is_left(tmp_path, room)
    assert rows_of(tmp_path, games["over"])["events"] == 3


def test_expire_counts_first_and_keeps_what_was_set_aside(run, games, tmp_path):
    for room in games.values():
        make_older(tmp_path, room, 40)
    make_older(tmp_path, games["open"], -20)
    spoil(tmp_path, games["live"])
    assert "1 room (0 open, 0 live, 1 over) would be deleted" in run("expire", "30")[1]
    assert len(json.loads(run("list", "--json")[1])) == 3
    assert "1 room (0 open, 0 live, 1 over) deleted" in run("expire", "30", "--yes")[1]
    assert {room["id"] for room in json.loads(run("list", "--json")[1])} == {games["open"], games["live"]}
    assert run("expire", "30", "--state", "set-aside", "--yes")[0] == 0
    assert {room["id"] for room in json.loads(run("list", "--json")[1])} == {games["open"]}


@pytest.mark.parametrize(
    "words",
    [
        ["show", "no-such-room"],
        ["export"],
        ["export", "no-such-room"],
        ["delete", "no-such-room", "--yes"],
        ["list", "--state", "asleep"],
        ["list", "--game", "chess"],
        ["list", "--older-than", "long"],
        ["expire", "0", "--yes"],
        ["expire", "nan"],
    ],
)
def test_bad_input_is_one_line(run, games, words):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_what_is_no_database_is_one_line_and_stays_as_it_is(run, tmp_path):
    missing = tmp_path / "missing.db"
    assert run("list", database=f"sqlite:///{missing}")[0] == 2
    assert not missing.exists()
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE events (room)").connection.close()
    code, _, err = run("list", database=f"sqlite:///{other}")
    assert code == 2 and "no database of Ludoteca" in err
    assert run("list", database="nonsense")[0] == 2


# Beside a server


def check_only_the_last_event_is_left(folder, room):
    """It says that the room was removed: without it a server could store the next event of a room in its memory."""
    rows = rows_of(folder, room)
    assert rows.pop("events") == 1
    assert set(rows.values()) == {0}


def check_a_deleted_room_is_gone(url):
    """Delete a room that somebody plays in: the server forgets it, and stores nothing of it any more."""
    with running(url) as server:
        ada = server.visitor()
        made = server.make(ada, seats=("me", "me", "open"), game="chinese-checkers", options={"players": 3})
        room, other = made["id"], server.make(ada, seats=("me", "me"))["id"]
        with server.join(room, ada) as player, server.join(other, ada) as playing_on:
            delete_rooms(open_existing(url, to_write=True), [room])
            assert is_lost(player)
            deadline = time.monotonic() + 10
            while ada.get(f"/api/rooms/{room}").status_code != 404 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert ada.get(f"/api/rooms/{room}").status_code == 404
            assert ada.post(f"/api/rooms/{room}/seats/2", json={"name": "Ada"}).status_code == 404
            assert playing_on.move(0, "h3e3")["say"] == "event"
        listed = ada.get("/api/rooms").json()
        assert {each["id"] for each in listed["own"]} == {other}


def test_a_server_forgets_a_room_that_is_deleted(url, tmp_path):
    check_a_deleted_room_is_gone(url)


def test_a_server_on_postgresql_forgets_a_room_that_is_deleted(postgres):
    check_a_deleted_room_is_gone(postgres)


def check_deletions_amid_games(url):
    """Delete half of the games that are played as fast as can be: nothing is left of these, and all of the others."""
    with running(url) as server:
        loads = [Load(server, {"base": 3600, "increment": 0}) for _ in range(8)]
        engine = open_existing(url, to_write=True)
        for number, load in enumerate(loads):
            # A random game may be over before.
            while len(load.acknowledged) < 3 * number and load.thread.is_alive():
                time.sleep(0.005)
            if number % 2:
                delete_rooms(engine, [load.room])
                load.thread.join(20)
        for load in loads[::2]:
            load.player.close()
            load.thread.join(20)
    findings = check_database(engine)
    with engine.connect() as connection:
        rooms = {room.id: room.events for room in maintenance.list_rooms(connection, RoomFilter())}
    engine.dispose()
    assert findings.faults == [] and findings.rooms == 4
    assert rooms.keys() == {load.room for load in loads[::2]}
    assert all(len(load.acknowledged) < rooms[load.room] for load in loads[::2])


def test_deletions_amid_games_leave_nothing(url):
    check_deletions_amid_games(url)


def test_deletions_amid_games_on_postgresql_leave_nothing(postgres):
    check_deletions_amid_games(postgres)


def test_a_move_in_a_room_that_was_just_deleted_is_refused_and_not_stored(url, tmp_path):
    with running(url) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("me", "me"))["id"]
        with server.join(room, ada) as player:
            # The server hears of a foreign write within a tenth of a second: it must be right before that too.
            delete_rooms(open_existing(url, to_write=True), [room])
            player.send({"do": "move", "id": "late", "turn": 0, "move": "h3e3"})
            assert player.event("expired")
            assert is_lost(player)
    check_only_the_last_event_is_left(tmp_path, room)


def test_a_server_that_does_not_hear_of_it_stores_nothing_of_a_deleted_room(url, tmp_path, monkeypatch):
    with running(url) as server:
        monkeypatch.setattr(server.handlers.live_rooms.follower, "hear", lambda heard: None)
        ada = server.visitor()
        room = server.make(ada, seats=("me", "me"))["id"]
        with server.join(room, ada) as player:
            delete_rooms(open_existing(url, to_write=True), [room])
            player.send({"do": "move", "id": "late", "turn": 0, "move": "h3e3"})
            assert player.event("expired")
            assert is_lost(player)
            assert ada.get(f"/api/rooms/{room}").status_code == 404
    check_only_the_last_event_is_left(tmp_path, room)
