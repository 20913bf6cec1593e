"""Games with friends: by the room's own address, by codes to scan, and with a few words."""

import io

import pytest
import segno

from ludoteca.server.http.forms import read_new_room


def expected(address):
    picture = io.BytesIO()
    segno.make_qr(address).save(picture, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return picture.getvalue().decode()


def test_the_form_lets_the_address_offer_seats(server):
    assert 'name="seats_by_address" checked' in server.visitor().get("/new/xiangqi").text
    wanted = {"seat.0": "me", "seat.1": "open"}
    assert not read_new_room("xiangqi", wanted).seats_by_address
    assert read_new_room("xiangqi", {**wanted, "seats_by_address": "on"}).seats_by_address


def test_whoever_has_the_address_takes_the_seat_if_the_host_allows_it(server):
    ada, bo, cyd = (server.visitor() for _ in range(3))
    room = server.make(ada, seats_by_address=True)["id"]
    assert bo.get(f"/api/rooms/{room}").json()["is_joinable"]
    with server.join(room, ada) as host, server.join(room, bo) as guest:
        assert guest.ask("sit", seat=1, name="Bo")["what"] == "sat"
        assert host.event("sat")["name"] == "Bo"
    with server.join(room, cyd) as late:
        assert late.ask("sit", seat=1, name="Cyd")["why"] == "taken"
    # It is in no list.
    assert room not in cyd.get("/").text


def test_without_leave_the_address_is_for_watching(server):
    ada, bo = server.visitor(), server.visitor()
    room = server.make(ada)["id"]
    assert not bo.get(f"/api/rooms/{room}").json()["is_joinable"]
    with server.join(room, bo) as guest:
        assert guest.ask("sit", seat=1, name="Bo")["why"] == "seat"


def test_a_rematch_is_as_joinable_as_the_game(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "machine:1"), seats_by_address=True)["id"]
    with server.join(room, ada) as player:
        player.ask("resign", seat=0)
        again = player.ask("offer", seat=0, offer="rematch")["rematch"]
    assert ada.get(f"/api/rooms/{again}").json()["is_joinable"]


def test_addresses_are_codes_to_scan(server):
    ada = server.visitor()
    made = server.make(ada)
    for path in (f"/room/{made['id']}", f"/join/{made['invitations']['1']}"):
        answer = ada.get(f"{path}/qr")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text == expected(f"{server.address}{path}")
    for path in ("/room/nowhere/qr", "/join/nothing/qr"):
        assert ada.get(path).status_code == 404


def test_a_few_words_reach_all_in_the_room_and_are_not_stored(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as one, server.join(room, bo) as other, server.join(room) as watcher:
        assert one.ask("say", seat=0, words="good-luck")["say"] == "said"
        for member in (other, watcher):
            message = member.receive(lambda each: each["say"] == "message")
            assert message == {"say": "message", "seat": 0, "words": "good-luck"}
        assert one.ask("say", seat=1, words="hello")["why"] == "seat"
        assert watcher.ask("say", seat=0, words="hello")["why"] == "seat"
        seq = one.welcome["seq"]
    with server.join(room, ada, since=0) as again:
        assert again.welcome["seq"] == seq


@pytest.mark.parametrize("words", ["", "anything else", 7, None])
def test_nothing_but_the_few_words_is_said(server, words):
    room, ada, _ = server.make_for_two()
    with server.join(room, ada) as player:
        player.send({"do": "say", "id": "s", "seat": 0, "words": words})
        assert player.receive(lambda each: each["say"] == "refused")["why"] == "unreadable"


def test_nobody_says_much_at_once(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as one, server.join(room, bo) as other:
        answers = [one.ask("say", seat=0, words="hello") for _ in range(6)]
        assert [answer["say"] for answer in answers[:3]] == ["said"] * 3
        assert "refused" in [answer["say"] for answer in answers]
        assert other.ask("say", seat=1, words="hello")["say"] == "said"
