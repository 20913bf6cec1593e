"""A name, and a recovery phrase on a second device."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.server import recovery_phrase
from ludoteca.server.http.security import COOKIE
from ludoteca.server.tokens import hash_token, new_token
from tests.server.http.history_page import MATE, everything_stored, new_phrase, page, recover, rooms_listed, study_of

# A name


def test_a_name_is_shown_in_games_from_now_on(server):
    ada, bo = server.visitor(), server.visitor()
    assert ada.post("/history/name", data={"name": "  Ada <b> "}).status_code == 303
    assert bo.post("/history/name", data={"name": "Bo"}).status_code == 303
    assert 'value="Ada <b>"' in page(ada)
    made = server.make(ada)
    assert bo.post(f"/join/{made['invitations']['1']}", data={"name": ""}).status_code == 303
    seats = ada.get(f"/api/rooms/{made['id']}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ada <b>", "Bo"]
    by_form = ada.post("/new/xiangqi", data={"seat.0": "me", "seat.1": "machine:1", "name": ""}).headers["location"]
    assert ada.get(f"/api/rooms/{by_form.rpartition('/')[2]}").json()["seats"][0]["name"] == "Ada <b>"
    other = server.make(ada, name="Other")
    assert ada.get(f"/api/rooms/{other['id']}").json()["seats"][0]["name"] == "Other"
    assert ada.post("/history/name", data={"name": ""}).status_code == 303
    plain = server.make(ada)
    assert ada.get(f"/api/rooms/{plain['id']}").json()["seats"][0]["name"] == "Red"


@pytest.mark.parametrize("name", ["x" * 25, "a\tb", "a\u202eb", "\x00", "a\nb"])
def test_a_bad_name_is_refused_and_the_old_one_stays(server, name):
    ada = server.visitor()
    ada.post("/history/name", data={"name": "Ada"})
    answer = ada.post("/history/name", data={"name": name})
    assert answer.status_code == 422 and "a name has" in answer.text
    assert 'value="Ada"' in page(ada)


# A recovery phrase


def test_a_phrase_brings_the_games_to_another_device(on_either):
    ada = on_either.visitor()
    ada.post("/history/name", data={"name": "Ada"})
    room = on_either.make(ada, seats=("me", "me"))["id"]
    phrase = new_phrase(ada)
    assert len(phrase.split()) == 9
    assert "not shown again" not in page(ada) and phrase not in page(ada)
    phone, answer = recover(on_either, f"  {phrase.upper().replace(' ', '-')} ")
    assert answer.status_code == 303 and answer.headers["location"] == "/history"
    assert rooms_listed(phone) == [room] and 'value="Ada"' in page(phone)
    with on_either.join(room, phone) as player:
        assert player.welcome["you"] == [0, 1]
        player.move(0, "h3e3")
    with on_either.join(room, ada) as player:
        assert player.welcome["you"] == [0, 1]


def test_a_new_phrase_replaces_the_old_one_and_devices_stay(on_either):
    ada = on_either.visitor()
    room = on_either.make(ada, seats=("me", "me"))["id"]
    old = new_phrase(ada)
    phone, _ = recover(on_either, old)
    new = new_phrase(phone)
    _, answer = recover(on_either, old)
    assert answer.status_code == 403 and "nobody has this recovery phrase" in answer.text
    tablet, answer = recover(on_either, new)
    assert answer.status_code == 303
    assert rooms_listed(tablet) == rooms_listed(phone) == rooms_listed(ada) == [room]


def test_a_wrong_phrase_changes_nothing(own):
    ada, bo = own.visitor(), own.visitor()
    phrase = new_phrase(ada)
    room = own.make(bo, seats=("me", "me"))["id"]
    almost = phrase[:-1] + ("a" if phrase[-1] != "a" else "u")
    _, answer = recover(own, almost, bo)
    assert answer.status_code == 403 and almost in answer.text
    for text_typed in ("", "balo tiku", "x" * 5000, "ba1o " * 9, "\x00" * 36, "é" * 36):
        refused = recover(own, text_typed, bo)[1]
        assert refused.status_code in (403, 422, 429)
    assert rooms_listed(bo) == [room]


def test_tries_are_limited_for_an_address(own):
    codes = [recover(own, recovery_phrase.new_phrase())[1].status_code for _ in range(8)]
    assert codes == [403] * 5 + [429] * 3
    assert own.visitor().post("/history/phrase").status_code == 429


def test_neither_the_phrase_nor_the_token_is_stored(own):
    ada = own.visitor()
    phrase = new_phrase(ada)
    stored = everything_stored(own)
    words = phrase.split()
    assert "".join(words[:2]) in stored
    assert not any(other in stored for other in ("".join(words), phrase, "".join(words[2:]), ada.cookies[COOKIE]))


def test_phrases_have_more_than_80_bits_and_are_read_with_tolerance():
    assert len(recovery_phrase.WORDS) ** recovery_phrase.SECRET_WORDS > 2**80
    assert len(set(recovery_phrase.WORDS)) == len(recovery_phrase.WORDS)
    phrase = recovery_phrase.new_phrase()
    letters = recovery_phrase.read_phrase(phrase)
    assert letters == phrase.replace(" ", "")
    for typed in (phrase.title(), phrase.replace(" ", ""), phrase.replace(" ", "\n- "), f"“{phrase}.”"):
        assert recovery_phrase.read_phrase(typed) == letters
    token = new_token()
    salt, sealed = recovery_phrase.seal(token, letters)
    assert recovery_phrase.unseal(sealed, salt, letters, hash_token(token)) == token
    assert recovery_phrase.unseal(sealed, salt, letters[::-1], hash_token(token)) == ""


@settings(max_examples=100, deadline=None)
@given(typed=st.text(max_size=400))
def test_any_text_is_a_phrase_or_none(typed):
    letters = recovery_phrase.read_phrase(typed)
    assert letters == "" or (len(letters) == 36 and letters.isascii() and letters.isalpha())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from(["name", "phrase", "confirm"]), value=st.text(max_size=60))
def test_any_form_is_answered(server, field, value):
    client = server.client()
    for path in ("name", "recover", "delete"):
        data = {field: value.encode("utf-8", "replace").decode()}
        assert client.post(f"/history/{path}", data=data).status_code in (303, 403, 422, 429)


# A recovery phrase in a browser that has games of its own


def test_own_games_and_studies_come_along(on_either):
    ada, phone, bo = on_either.visitor(), on_either.visitor(), on_either.visitor()
    first = on_either.make(ada, seats=("me", "me"))["id"]
    phrase = new_phrase(ada)
    phone.post("/history/name", data={"name": "Ada"})
    made = on_either.make(phone, name="Adelheid")
    bo.post(f"/api/rooms/{made['id']}/seats/1", json={"name": "Bo", "code": made["invitations"]["1"]})
    over = on_either.make(phone, seats=("me", "machine:1"), start=MATE)["id"]
    with on_either.join(over, phone) as player:
        player.move(0, "a2d2")
    study = study_of(phone, "Cannons")
    former = hash_token(phone.cookies[COOKIE])
    assert "This browser already has 2 games and 1 study." in page(phone, "?state=over")
    with on_either.join(made["id"], bo) as player:
        recover(on_either, phrase, phone, own="take")
    assert hash_token(phone.cookies[COOKIE]) == hash_token(ada.cookies[COOKIE]) != former
    for device in (ada, phone):
        assert set(rooms_listed(device)) == {first, made["id"], over}
        assert 'value="Ada"' in page(device)
        assert [each["id"] for each in device.get("/api/studies").json()] == [study]
    assert former not in everything_stored(on_either)
    on_either.handlers.live_rooms.rooms.clear()
    with on_either.join(made["id"], ada) as player, on_either.join(made["id"], bo) as other:
        assert (player.welcome["you"], other.welcome["you"]) == ([0], [1])
        assert [seat["name"] for seat in player.welcome["room"]["seats"]] == ["Adelheid", "Bo"]
        assert player.welcome["room"]["host"]
        player.move(0, "h3e3")
        assert other.event("moved")["seat"] == 0


def test_who_plays_against_oneself_gets_both_seats(on_either):
    room, ada, phone = on_either.make_for_two(name="Ada")
    phrase = new_phrase(ada)
    with on_either.join(room, ada) as player:
        player.move(0, "h3e3")
        player.ask("offer", seat=0, offer="draw")
    recover(on_either, phrase, phone, own="take")
    with on_either.join(room, phone) as player:
        assert player.welcome["you"] == [0, 1]
        assert player.welcome["room"]["offers"] == []
        player.move(1, "h10g8")
    assert rooms_listed(ada) == rooms_listed(phone) == [room]


def test_what_is_left_behind_is_found_again_by_its_own_phrase(own):
    ada, phone = own.visitor(), own.visitor()
    first, other = (own.make(client, seats=("me", "me"))["id"] for client in (ada, phone))
    phrase, own_phrase = new_phrase(ada), new_phrase(phone)
    recover(own, phrase, phone, own="leave")
    assert rooms_listed(phone) == [first]
    recover(own, own_phrase, phone, own="leave")
    assert rooms_listed(phone) == [other]


def test_nothing_is_left_behind_unasked(own):
    ada, phone = own.visitor(), own.visitor()
    phrase, room = new_phrase(ada), own.make(phone, seats=("me", "me"))["id"]
    _, answer = recover(own, phrase, phone)
    assert answer.status_code == 409 and "say first what becomes of" in answer.text and phrase in answer.text
    assert rooms_listed(phone) == [room]
    _, answer = recover(own, phrase, ada)
    assert answer.status_code == 303, "one's own phrase changes nothing"


def test_a_clock_loses_nothing_while_games_come_along(own):
    ada, phone = own.visitor(), own.visitor()
    phrase = new_phrase(ada)
    made = own.make(phone, seats=("me", "me"), clock={"base": 86400, "increment": 0, "is_per_move": True})
    with own.join(made["id"], phone) as player:
        player.move(0, "h3e3")
    before = phone.get("/api/rooms").json()["own"][0]["deadline"]
    own.handlers.live_rooms.rooms.clear()
    recover(own, phrase, phone, own="take")
    assert abs(phone.get("/api/rooms").json()["own"][0]["deadline"] - before) < 0.1
