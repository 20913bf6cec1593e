"""Guests who fill a room with names, or a server with rooms, by the means of any guest."""

import dataclasses

from ludoteca.server.live import room_expiry
from ludoteca.server.rooms import quota
from tests.server.running_server import GENEROUS, running


def test_renaming_at_full_speed_leaves_a_short_room(server):
    room, ada, _ = server.make_for_two()
    with server.join(room, ada) as guest:
        answers = [guest.ask("name", seat=0, name=f"Ada {number}") for number in range(300)]
    assert [answer["say"] for answer in answers] == quota.MAX_SEAT_CHANGES * ["event"] + 250 * ["refused"]
    assert "H7" in answers[-1]["message"]
    with server.join(room, since=0) as late:
        assert len(late.welcome["events"]) == quota.MAX_SEAT_CHANGES + 2


def test_a_flood_of_rooms_closes_the_server_for_minutes_at_most(tmp_path, monkeypatch):
    limits = dataclasses.replace(GENEROUS, live_rooms=40)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        ada = server.visitor()
        waiting = server.make(ada)["id"]
        played, host, guest = server.make_for_two()
        with server.join(played, host) as player:
            player.move(0, "h3e3")
        with server.join(waiting, ada):
            request = {"game": "xiangqi", "seats": ["me", "open"]}
            answers = [server.client().post("/api/rooms", json=request) for _ in range(45)]
            assert [answer.status_code for answer in answers] == 38 * [201] + 7 * [503]
            monkeypatch.setattr(room_expiry, "ABSENCE_SECONDS", 0.0)  # As if those minutes had passed.
            server.make(server.visitor())
            for room in (waiting, played):
                assert guest.get(f"/api/rooms/{room}").status_code == 200
            removed = guest.get(f"/room/{answers[0].json()['id']}")
            assert removed.status_code == 404 and "nobody played it (H8)" in removed.text
