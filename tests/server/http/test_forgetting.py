"""How all that is a visitor's is deleted."""

import html

from ludoteca.server.http.security import COOKIE
from ludoteca.server.tokens import hash_token
from tests.server.http.history_page import MATE, everything_stored, new_phrase, page, recover, rooms_listed
from tests.server.running_server import running


def delete(client):
    answer = client.post("/history/delete", data={"confirm": "yes"})
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def test_nothing_is_deleted_without_a_confirmation(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"))["id"]
    for confirm in ("", "no", "YES"):
        assert ada.post("/history/delete", data={"confirm": confirm}).status_code == 422
    assert rooms_listed(ada) == [room]


def test_games_without_others_are_deleted_with_everything_of_the_visitor(on_either):
    ada = on_either.visitor()
    ada.post("/history/name", data={"name": "Adelheid"})
    visitor = hash_token(ada.cookies[COOKIE])
    phrase = new_phrase(ada)
    rooms = [on_either.make(ada, seats=seats)["id"] for seats in (("me", "machine:1"), ("me", "me"), ("me", "open"))]
    study = ada.post("/api/studies", json={"game": "xiangqi", "nodes": [{}]}).json()["id"]
    with on_either.join(rooms[1], ada) as player:
        player.move(0, "h3e3")
        shown = delete(ada)
    assert on_either.client().get(f"/study/{study}").status_code == 404
    assert "Games deleted: 3" in shown and "do not name you any more: 0" in shown
    assert COOKIE not in ada.cookies
    assert all(on_either.client().get(f"/room/{room}").status_code == 404 for room in rooms)
    stored = everything_stored(on_either)
    assert not any(word in stored for word in (visitor, visitor[:16], "Adelheid", "".join(phrase.split()[:2])))
    assert recover(on_either, phrase)[1].status_code == 403


def test_in_games_with_others_the_visitor_is_made_anonymous(on_either):
    ada, bo = on_either.visitor(), on_either.visitor()
    visitor = hash_token(ada.cookies[COOKIE])
    over = on_either.make(ada, name="Adelheid", start=MATE)
    bo.post(f"/api/rooms/{over['id']}/seats/1", json={"name": "Bo", "code": over["invitations"]["1"]})
    with on_either.join(over["id"], ada) as player:
        player.ask("name", seat=0, name="Adelgunde")
        player.move(0, "a2d2")
    going_on = on_either.make(ada, name="Adelheid")
    bo.post(f"/api/rooms/{going_on['id']}/seats/1", json={"name": "Bo", "code": going_on["invitations"]["1"]})
    before = bo.get(f"/room/{over['id']}/record").text
    with on_either.join(going_on["id"], ada) as player:
        player.move(0, "h3e3")
    assert "do not name you any more: 2" in delete(ada)
    stored = everything_stored(on_either)
    assert not any(word in stored for word in (visitor, visitor[:16], "Adelheid", "Adelgunde"))
    assert rooms_listed(bo) == [going_on["id"], over["id"]]
    assert "You won" in page(bo) and "You lost" in page(bo) and "Adel" not in page(bo)
    for room in (over, going_on):
        state = bo.get(f"/api/rooms/{room['id']}").json()
        assert [seat["name"] for seat in state["seats"]] == ["Red", "Bo"]
        assert state["outcome"]["clause"] == ("X2.4" if room is over else "H1")
        assert len(state["moves"]) == 1
    assert bo.get(f"/room/{over['id']}/record").text == before.replace("Adelgunde", "Red")
    on_either.handlers.live_rooms.rooms.clear()
    assert [seat["name"] for seat in bo.get(f"/api/rooms/{over['id']}").json()["seats"]] == ["Red", "Bo"]
    with on_either.join(over["id"], bo, since=0) as player:
        assert player.welcome["you"] == [1]
        assert player.welcome["events"][-1]["what"] == "forgotten"


def test_with_more_seats_the_machine_takes_over_and_the_others_play_on(own):
    ada, bo = own.visitor(), own.visitor()
    made = own.make(ada, game="exile", seats=("open", "me", "machine:1", "machine:1"), name="Adelheid")
    bo.post(f"/api/rooms/{made['id']}/seats/0", json={"name": "Bo", "code": made["invitations"]["0"]})
    delete(ada)
    state = bo.get(f"/api/rooms/{made['id']}").json()
    assert [seat["kind"] for seat in state["seats"]] == ["person", "machine", "machine", "machine"]
    assert state["outcome"] is None
    assert "Adelheid" not in everything_stored(own)
    with own.join(made["id"], bo) as player:
        assert player.welcome["you"] == [0]
        player.move(0, player.ask("moves", turn=0)["moves"][0][0])


def test_a_seat_that_somebody_else_has_taken_over_forgets_the_first_one_too(on_either):
    ada, bo = on_either.visitor(), on_either.visitor()
    made = on_either.make(ada, seats=("me", "machine:1"), name="Adelheid", public=True)
    with on_either.join(made["id"], ada) as player:
        player.ask("hand", seat=0, to="open")
    bo.post(f"/api/rooms/{made['id']}/seats/0", json={"name": "Bo"}).raise_for_status()
    assert "do not name you any more: 1" in delete(ada)
    assert "Adelheid" not in everything_stored(on_either)
    assert rooms_listed(bo) == [made["id"]]


def test_other_servers_forget_as_well(on_either):
    url = on_either.handlers.settings.database
    with running(url, is_shared=True) as other:
        ada, bo = on_either.visitor(), on_either.visitor()
        visitor = hash_token(ada.cookies[COOKIE])
        made = on_either.make(ada, name="Adelheid", game="exile", seats=("me", "open", "machine:1", "machine:1"))
        bo.post(f"/api/rooms/{made['id']}/seats/1", json={"name": "Bo", "code": made["invitations"]["1"]})
        with other.join(made["id"], bo) as player:
            assert player.welcome["room"]["seats"][0]["name"] == "Adelheid"
            delete(ada)
            player.event("forgotten")
        with other.join(made["id"], bo) as player:
            player.ask("name", seat=1, name="Bobo")
            assert player.welcome["you"] == [1]
            assert player.welcome["room"]["seats"][0]["kind"] == "machine"
    stored = everything_stored(on_either)
    assert "Bobo" in stored and "Adelheid" not in stored and visitor not in stored


def test_who_was_deleted_begins_anew(own):
    ada = own.visitor()
    own.make(ada, seats=("me", "me"))
    delete(ada)
    assert "None yet." in page(ada)
    assert "The server had nothing of yours." in delete(own.client())
