"""Stored rooms of older rules, and stored rooms that cannot be read: the server starts, and serves all that it can."""

import asyncio
import sqlite3
from typing import Any

import ludoteca
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from tests.server.live.test_live_rooms import open_live_rooms, refusal_of, until
from tests.server.members import ADA, FakeMember
from tests.server.old_rooms import ILLEGAL, LEGAL, NOTICE, store_old_room, stored_bodies
from tests.server.running_server import running

SET_ASIDE = "this game cannot be read any more; it is kept, and the administrator can see why"


async def make_database(folder):
    await (await open_live_rooms(folder)).close()


def test_an_old_room_goes_on_by_the_present_rules_and_tells_its_members(tmp_path):
    async def play():
        await make_database(tmp_path)
        store_old_room(tmp_path, "old", LEGAL)
        live_rooms = await open_live_rooms(tmp_path)
        live = await live_rooms.find("old")
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        welcome = ada.log[0][1]
        assert welcome["room"]["notice"] == NOTICE and welcome["room"]["outcome"] is None
        await live_rooms.act(live, ADA, actions.Move("m", 4, "a3-a4"))
        await live_rooms.close()
        assert len(stored_bodies(tmp_path, "old")) == 6

    asyncio.run(asyncio.wait_for(play(), 20))


def test_an_old_room_that_no_longer_replays_is_ended_and_its_events_stay(tmp_path):
    async def play():
        await make_database(tmp_path)
        bodies = store_old_room(tmp_path, "old", ILLEGAL)
        live_rooms = await open_live_rooms(tmp_path)
        live = await live_rooms.find("old")
        ada = FakeMember("ada", ADA, [])
        await live_rooms.join(live, ada, actions.Hello())
        room = ada.log[0][1]["room"]
        assert room["moves"] == ILLEGAL[:2] and room["number"] == 2
        assert room["outcome"]["clause"] == "H4" and "move 3, d3-d4-d5" in room["outcome"]["reason"]
        await live_rooms.answer(live, ada, actions.ViewAfter("v", 1))
        assert ada.log[-1][1]["number"] == 1
        await live_rooms.drain()
        assert await live_rooms.store.is_over("old"), "lists show it among those that are over"
        await live_rooms.close()
        assert stored_bodies(tmp_path, "old") == bodies

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_finished_room_does_not_come_back_to_life(tmp_path):
    async def play():
        await make_database(tmp_path)
        store_old_room(tmp_path, "old", LEGAL, is_over=True)
        for _ in range(2):
            live_rooms = await open_live_rooms(tmp_path)
            live = await live_rooms.find("old")
            assert live.room.outcome.clause == "H4" and live.room.moves == LEGAL
            assert live.room.clock.running is None
            await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


async def play_in_the_middle(folder, monkeypatch):
    """A room of a plain game whose rules are then changed under the same version: nobody may take the middle."""
    live_rooms = await open_live_rooms(folder)
    live, _ = await live_rooms.create(NewRoom("tic-tac-toe", ("me", "me")), ADA)
    for number, move in enumerate(("a1", "b2", "c3")):
        await live_rooms.act(live, ADA, actions.Move(f"m{number}", number, move))
    kind: Any = type(ludoteca.game("tic-tac-toe").start())
    moves, middle = kind.moves, kind.board.cell("b2")
    changed = lambda self: [move for move in moves(self) if move != middle]  # noqa: E731
    return live_rooms, live, lambda: monkeypatch.setattr(kind, "moves", changed)


def test_changed_rules_of_the_same_version_end_a_game_by_h4(tmp_path, monkeypatch):
    async def play():
        live_rooms, live, change_rules = await play_in_the_middle(tmp_path, monkeypatch)
        await live_rooms.close()
        change_rules()
        live_rooms = await open_live_rooms(tmp_path)
        room = (await live_rooms.find(live.room.id)).room
        assert room.outcome.clause == "H4" and "move 2, b2, is not legal any more" in room.outcome.reason
        assert room.moves == ["a1"] and room.notice == "The rules were revised since this game began."
        assert not await live_rooms.store.is_set_aside(room.id)
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_changed_rules_are_noticed_after_a_snapshot_too(tmp_path, monkeypatch):
    async def play():
        live_rooms, live, change_rules = await play_in_the_middle(tmp_path, monkeypatch)
        live_rooms.derived.write(live, least_events=1)
        await live_rooms.drain()
        live_rooms.evict(live)
        change_rules()
        assert (await live_rooms.find(live.room.id)).room.outcome.clause == "H4"
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_game_that_is_not_loaded_is_told_in_words_and_goes_on_when_it_is(tmp_path):
    asyncio.run(make_database(tmp_path))
    store_old_room(tmp_path, "lost", LEGAL, is_timed=False)
    rename = "UPDATE events SET body = replace(body, ?, ?) WHERE room = 'lost' AND seq = 1"
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute(rename, ('"tomb-chess"', '"my-game"'))
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        client = server.client()
        page = client.get("/room/lost")
        assert page.status_code == 503
        assert "a game of my-game, which this server has not loaded" in page.text
        assert "LUDOTECA_GAMES=FILE ludoteca serve" in page.text
        with sqlite3.connect(tmp_path / "games.db") as connection:
            assert connection.execute("SELECT fault FROM rooms").fetchall() == [("",)]
            connection.execute(rename, ('"my-game"', '"tomb-chess"'))
        assert client.get("/room/lost").status_code == 200


def test_a_room_that_can_be_read_again_is_no_longer_set_aside(tmp_path):
    async def play():
        await make_database(tmp_path)
        store_old_room(tmp_path, "mended", LEGAL, is_timed=False)
        spoil = "UPDATE events SET body = replace(body, ?, ?) WHERE room = 'mended' AND seq = 3"
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.execute(spoil, ('"what"', '"that"'))
        live_rooms = await open_live_rooms(tmp_path)
        assert await refusal_of(live_rooms.find("mended")) == "set-aside"
        assert await live_rooms.store.is_set_aside("mended")
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.execute(spoil, ('"that"', '"what"'))
        assert (await live_rooms.find("mended")).room.moves == LEGAL
        assert not await live_rooms.store.is_set_aside("mended")
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_room_that_cannot_be_read_harms_no_other(tmp_path, caplog):
    async def play():
        await make_database(tmp_path)
        store_old_room(tmp_path, "broken", LEGAL)
        store_old_room(tmp_path, "sound", LEGAL)
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.execute("UPDATE events SET body = '{' WHERE room = 'broken' AND seq = 3")
        live_rooms = await open_live_rooms(tmp_path)
        await until(lambda: list(live_rooms.rooms) == ["sound"])
        assert "room broken: set aside" in caplog.text
        assert await refusal_of(live_rooms.find("broken")) == "set-aside"
        assert await live_rooms.store.timed_rooms() == ["sound"]
        assert len((await live_rooms.list_rooms(ADA))["live"]) == 2
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_new_room_names_the_version_of_its_rules(tmp_path):
    async def play():
        live_rooms = await open_live_rooms(tmp_path)
        for name, game in ludoteca.GAMES.items():
            seats = ("me",) * game.start().seats
            live, _ = await live_rooms.create(NewRoom(name, seats), ADA)
            assert live.room.created.rules_version == game.rules_version
            assert live.room.notice == ""
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_pages_and_programs_get_what_there_is(tmp_path):
    asyncio.run(make_database(tmp_path))
    store_old_room(tmp_path, "old", ILLEGAL)
    store_old_room(tmp_path, "broken", ["nonsense"])
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE room = 'broken' AND seq = 1")
    with running(f"sqlite:///{tmp_path}/games.db") as server:
        client = server.client()
        assert client.get("/room/old").status_code == 200
        assert "rules: 1\n" in client.get("/api/rooms/old/record").text
        assert client.get("/room/broken").status_code == 503
        assert client.get("/api/rooms/broken").json()["message"] == SET_ASIDE
        assert "Version 2 of the rules." in client.get("/rules/tomb-chess").text


def test_a_long_room_of_older_rules_has_no_snapshot_and_is_read_from_its_events(tmp_path):
    async def play():
        await make_database(tmp_path)
        store_old_room(tmp_path, "old", LEGAL)
        live_rooms = await open_live_rooms(tmp_path)
        live = await live_rooms.find("old")
        live_rooms.derived.write(live, least_events=1)
        await live_rooms.drain()
        live_rooms.evict(live)
        assert (await live_rooms.find("old")).room.moves == LEGAL
        await live_rooms.close()

    asyncio.run(asyncio.wait_for(play(), 20))
