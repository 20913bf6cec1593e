"""Games with strangers: an open seat in the lobby is taken by one click, and both are told at once."""

import time
from dataclasses import replace

import pytest

import ludoteca
from ludoteca.server.http.forms import read_new_room
from tests.server.running_server import GENEROUS, running

TITLE = ludoteca.game("exile").look.sheet({"mode": "duel-infinite"}).seats[1].name
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def seek(server, client, **more):
    return server.make(client, public=True, clock={"base": 300, "increment": 3}, **more)["id"]


def sit(client, room, seat=1, name="Bo"):
    return client.post(f"/room/{room}/sit", data={"seat": str(seat), "name": name}, headers=FORM)


def test_a_seat_for_anybody_makes_a_public_room():
    wanted = read_new_room("xiangqi", {"seat.0": "me", "seat.1": "anybody"})
    assert (wanted.seats, wanted.public) == (("me", "open"), True)
    assert not read_new_room("xiangqi", {"seat.0": "me", "seat.1": "open"}).public


def test_the_lobby_tells_game_options_clock_and_side(server):
    ada = server.visitor()
    room = seek(server, ada, game="exile", seats=("me", "open"), options={"mode": "duel-infinite"}, name="Ada <i>")
    page = server.visitor().get("/").text
    entry = page[page.index(f'action="/room/{room}/sit"') - 700 :]
    for words in ("Exile", "mode: duel-infinite", "5 min + 3 s a move", "Ada &lt;i&gt;", f"Play {TITLE}<"):
        assert words in entry
    own = ada.get("/").text
    assert f'action="/room/{room}/sit"' not in own and "Your own: go there" in own


def test_a_click_sits_down_and_both_are_told_at_once(server):
    ada, bo = server.visitor(), server.visitor()
    room = seek(server, ada)
    with server.join(room, ada) as host:
        answer = sit(bo, room)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/room/{room}")
        sat = host.event("sat")
        assert (sat["seat"], sat["name"]) == (1, "Bo")
        with server.join(room, bo) as guest:
            assert guest.welcome["you"] == [1]
            host.move(0, "h3e3")
            assert guest.event("moved")["clocks"]["running"] == 1
    assert room not in [brief["id"] for brief in server.client().get("/api/rooms").json()["open"]]


def test_of_two_who_click_one_gets_the_seat(server):
    ada, bo, cyd = (server.visitor() for _ in range(3))
    room = seek(server, ada)
    assert sit(bo, room).status_code == 303
    late = sit(cyd, room)
    assert late.status_code == 409 and "taken" in late.text


def test_a_seat_for_a_friend_is_not_taken_from_the_lobby(server):
    room = server.make(server.visitor())["id"]
    assert sit(server.visitor(), room).status_code == 403
    assert room not in server.visitor().get("/").text


def test_those_who_wait_in_the_room_are_listed_first(server):
    ada, bo = server.visitor(), server.visitor()
    attended = seek(server, ada)
    with server.join(attended, ada):
        seek(server, bo)
        listed = bo.get("/api/rooms").json()["open"]
        assert listed[0]["id"] == attended and listed[0]["is_attended"]
        assert not any(brief["is_attended"] for brief in listed[1:])
        assert "waits there" in bo.get("/").text


@pytest.mark.parametrize("by_socket", [False, True])
def test_whoever_has_too_many_games_takes_no_seat_from_the_lobby(tmp_path, by_socket):
    with running(f"sqlite:///{tmp_path}/games.db", replace(GENEROUS, rooms_per_visitor=2)) as server:
        hosts, bo = [server.visitor() for _ in range(3)], server.visitor()
        rooms = [server.make(host, public=True) for host in hosts]
        for made in rooms[:2]:
            assert sit(bo, made["id"]).status_code == 303
        # Who sits where is stored for lists soon after the seat is taken.
        deadline = time.monotonic() + 20
        while len(bo.get("/api/rooms").json()["own"]) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        if by_socket:
            with server.join(rooms[2]["id"], bo) as guest:
                assert guest.ask("sit", seat=1, name="Bo")["why"] == "not-now"
        else:
            refused = sit(bo, rooms[2]["id"])
            assert refused.status_code == 409 and "end one of them first" in refused.text
        # A friend's invitation is not refused.
        taking = {"name": "Bo", "code": rooms[2]["invitations"]["1"]}
        assert bo.post(f"/api/rooms/{rooms[2]['id']}/seats/1", json=taking).status_code == 200
