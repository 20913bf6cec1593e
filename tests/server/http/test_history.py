"""One's own games, a name, a recovery phrase on a second device, and how all of it is deleted."""

import html
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

import ludoteca
from ludoteca.core.record import split_records
from ludoteca.server import recovery_phrase
from ludoteca.server.http.security import COOKIE
from ludoteca.server.storage import schema
from ludoteca.server.tokens import hash_token, new_token
from tests.server.running_server import running

MATE = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"


@pytest.fixture
def own(tmp_path):
    """A server of one's own: tries of recovery phrases are counted by address."""
    with running(f"sqlite:///{tmp_path}/games.db") as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def on_either(request, tmp_path):
    """The same on either database."""
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/games.db" if is_sqlite else request.getfixturevalue("postgres")
    with running(url) as started:
        yield started


def page(client, query=""):
    answer = client.get(f"/history{query}")
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def rooms_listed(client, query=""):
    return re.findall(r'<li>\s*<a href="/room/([\w-]+)"', page(client, query))


def new_phrase(client):
    answer = client.post("/history/phrase")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return re.search(r'id="phrase">([a-z ]+)<', answer.text)[1]


def recover(server, phrase, client=None, **choice):
    client = client or server.client()
    return client, client.post("/history/recover", data={"phrase": phrase, **choice})


def everything_stored(server):
    """All rows of all tables, as one text."""
    with server.handlers.store.reading_engine.connect() as connection:
        tables = schema.metadata.sorted_tables
        return "\n".join(str(row) for table in tables for row in connection.execute(select(table)).all())


# The list


def test_a_newcomer_has_no_games(server):
    client = server.client()
    assert "None yet." in page(client)
    assert client.cookies.get(COOKIE)


def test_results_are_told_as_the_visitor_sees_them(server):
    room, ada, bo = server.make_for_two(start=MATE, name="Ada")
    with server.join(room, ada) as player:
        player.move(0, "a2d2")
    for client, words in ((ada, "You won"), (bo, "You lost")):
        shown = page(client)
        assert words in shown and "#X2.4" in shown and "checkmated" in shown and "1 move" in shown
        assert rooms_listed(client) == [room]
    assert "Red: you, Black: Bo" in page(ada)
    assert "Red: Ada, Black: you" in page(bo)
    assert f'href="/room/{room}/record"' in page(ada)


def test_games_are_told_in_the_language(server):
    room, ada, _ = server.make_for_two(start=MATE, name="Ada")
    with server.join(room, ada) as player:
        player.move(0, "a2d2")
    ada.cookies.set("language", "zh-Hans")
    in_memory = page(ada)
    assert "你赢了" in in_memory and "黑方被 d2 的车将死" in in_memory and "红方：你" in in_memory
    server.handlers.live_rooms.rooms.clear()
    assert "黑方被 d2 的车将死" in page(ada)
    assert "恢复短语有 9 个词" in recover(server, "some words", ada)[1].text


def test_house_rules_lead_to_the_house_rules(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, bo) as player:
        player.ask("resign", seat=1)
    assert "You won" in page(ada) and "#house-H1" in page(ada)


def test_filters(server):
    ada = server.visitor()
    alone = server.make(ada, seats=("me", "me"))["id"]
    machine = server.make(ada, seats=("me", "machine:1"), start=MATE)["id"]
    with server.join(machine, ada) as player:
        player.move(0, "a2d2")
    waiting = server.make(ada, game="exile", seats=("me", "open", "open", "machine:2"))["id"]
    lost = server.make(ada, seats=("me", "machine:1"))["id"]
    with server.join(lost, ada) as player:
        player.ask("resign", seat=0)
    for query, expected in {
        "": {alone, machine, waiting, lost},
        "?game=exile": {waiting},
        "?game=xiangqi&state=over": {machine, lost},
        "?state=going-on": {alone, waiting},
        "?result=won": {machine},
        "?result=lost": {lost},
        "?result=drawn": set(),
        "?against=machines": {machine, lost, waiting},
        "?against=oneself": {alone},
        "?against=people": set(),
        "?game=nonsense&result=%00&page=x": {alone, machine, waiting, lost},
    }.items():
        assert set(rooms_listed(ada, query)) == expected, query
    assert "None of your games is like that." in page(ada, "?result=drawn")


def test_a_seat_that_was_left_to_the_machine_is_told_so(server):
    ada = server.visitor()
    room = server.make(ada, game="exile", seats=("me", "machine:1", "machine:1", "machine:1"))["id"]
    with server.join(room, ada) as player:
        player.ask("leave", seat=0)
    assert "You left the game" in page(ada) and rooms_listed(ada, "?result=left") == [room]


def test_many_games_have_pages(server):
    ada = server.visitor()
    made = [server.make(ada, seats=("me", "me"))["id"] for _ in range(23)]
    assert "23 games" in page(ada) and "Page 1 of 2" in page(ada)
    first, second = rooms_listed(ada), rooms_listed(ada, "?page=2")
    assert (len(first), len(second)) == (20, 3)
    assert set(first) | set(second) == set(made)
    assert rooms_listed(ada, "?page=99999") == second
    assert "game=xiangqi&page=2" in page(ada, "?game=xiangqi")


def test_all_records_in_one_file_are_read_back(own):
    ada = own.visitor()
    for number, game in enumerate(("xiangqi", "exile", "chinese-checkers")):
        options = {"mode": "duel-classic"} if game == "exile" else {}
        room = own.make(ada, game=game, seats=("me", "me"), options=options)["id"]
        with own.join(room, ada) as player:
            for turn in range(number):
                player.move(turn, player.ask("moves", turn=turn)["moves"][0][0])
    answer = ada.get("/history/records")
    assert "attachment" in answer.headers["content-disposition"]
    records = [ludoteca.read_record(each) for each in split_records(answer.text)]
    assert [(record.game.name, len(record.moves)) for record in records] == [
        ("chinese-checkers", 2),
        ("exile", 1),
        ("xiangqi", 0),
    ]
    assert "".join(f"{record}\n" for record in records) == answer.text
    one = split_records(ada.get("/history/records?game=exile").text)
    assert one == [str(records[1])]
    # Rooms that are not in memory are read from the database.
    own.handlers.live_rooms.rooms.clear()
    assert ada.get("/history/records").text == answer.text
    assert own.client().get("/history/records").text == ""
    assert ada.get("/history/records").status_code == 200
    assert ada.get("/history/records").status_code == 429


def test_the_record_of_a_game_that_was_given_up_tells_so_and_is_read_back(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
        player.ask("resign", seat=0)
    text = bo.get(f"/room/{room}/record").text
    assert text.endswith("result: -1 1 H1 Red has resigned\n")
    assert str(ludoteca.read_record(text)) == text
    drawn, ada, bo = server.make_for_two()
    with server.join(drawn, ada) as player, server.join(drawn, bo) as other:
        player.ask("offer", seat=0, offer="draw")
        other.ask("offer", seat=1, offer="draw")
    text = bo.get(f"/room/{drawn}/record").text
    assert text.endswith("result: 0 0 H3 all have agreed to a draw\n")
    assert str(ludoteca.read_record(text)) == text


def test_studies_are_listed_too(server):
    ada = server.visitor()
    assert "My studies" not in page(ada)
    study = study_of(ada, "Two cannons")
    shown = page(ada)
    assert f'<a href="/study/{study}"><strong>Two cannons</strong>' in shown and "Xiangqi, <time" in shown
    ada.delete(f"/api/studies/{study}")
    gone = ada.get(f"/study/{study}")
    assert gone.status_code == 404 and "this study is not here: it was deleted" in gone.text


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


def study_of(client, title):
    made = client.post("/api/studies", json={"game": "xiangqi", "nodes": [{}], "title": title})
    return made.json()["id"]


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


# Delete all that is mine


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
