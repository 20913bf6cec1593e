"""Pages and JSON routes, as browsers and programs use them."""

import html
import json
import re

import pytest

import ludoteca
from ludoteca.server.events import Timing
from ludoteca.server.http.forms import read_new_room
from ludoteca.server.rooms.refusal import Refusal


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_a_newcomer_makes_a_room_by_the_form_and_plays(server, name):
    visitor = server.visitor()
    assert ludoteca.game(name).title in html.unescape(visitor.get(f"/new/{name}").text)
    seats = {f"seat.{seat}": "me" for seat in range(4)}
    made = visitor.post(f"/new/{name}", data={**seats, "name": "Ada", "minutes": "1", "increment": ""})
    assert made.status_code == 303
    path = made.headers["location"]
    assert visitor.get(path).status_code == 200
    room = path.rpartition("/")[2]
    with server.join(room, visitor, views=True) as player:
        message = player.ask("moves", turn=0)
        if not message["is_all"]:
            message = player.ask("moves", turn=0, origin=message["origins"][0][0])
        text, picks = message["moves"][0]
        assert player.ask("why", turn=0, picks=picks)["ruling"] is None
        moved = player.move(0, text)
        assert moved["number"] == 1 and (moved["view"]["units"] or moved["view"]["marks"]) and moved["steps"]
        first = player.ask("view", number=0)
        assert first["view"] == server.client().get(f"/api/sheet/{name}").json()["start"]
    record = visitor.get(f"{path}/record")
    assert "attachment" in record.headers["content-disposition"]
    assert ludoteca.read_record(record.text).moves == (text,)


def test_the_form_offers_rules_to_switch_off_and_a_room_is_played_without_them(server):
    visitor = server.visitor()
    page = visitor.get("/new/tomb-chess").text
    folded = page[page.index('<details class="more variants">') :]
    for name in ("double_moves", "bounces", "walls", "tombs", "rotations", "mind_control"):
        assert page.count(f'name="option.{name}"') == folded.count(f'name="option.{name}"') == 1
    assert 'name="option.turn_limit"' in page and 'name="option.turn_limit"' not in folded
    assert '<details class="more variants">' not in visitor.get("/new/chinese-checkers").text
    made = visitor.post("/new/tomb-chess", data={"seat.0": "me", "seat.1": "me", "option.double_moves": "off"})
    room = made.headers["location"].rpartition("/")[2]
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    with server.join(room, visitor) as player:
        refused = player.ask("why", turn=0, picks=[cell("e2"), cell("e3"), cell("e4")])["ruling"]
        assert refused["clause"] == "T4.9"
        assert player.ask("why", turn=0, picks=[cell("e2"), cell("e3")])["ruling"] is None
    record = ludoteca.read_record(visitor.get(f"/room/{room}/record").text)
    assert record.options["double_moves"] is False


def test_moves_of_tomb_chess_come_by_their_first_pick(server):
    visitor = server.visitor()
    room = server.make(visitor, game="tomb-chess", seats=("me", "me"))["id"]
    with server.join(room, visitor) as player:
        message = player.ask("moves", turn=0)
        assert not message["is_all"] and message["moves"] == []
        assert sum(count for _, count in message["origins"]) == message["total"]
        texts = set()
        for origin, count in message["origins"]:
            part = player.ask("moves", turn=0, origin=origin)["moves"]
            assert len(part) == count
            texts |= {text for text, _ in part}
        assert len(texts) == message["total"]
        assert player.ask("moves", turn=0, origin="nonsense")["moves"] == []
        assert player.ask("moves", turn=3)["why"] == "stale"


def test_why_not_names_clause_words_and_cells(server):
    room = server.make(server.visitor(), seats=("me", "me"))["id"]
    with server.join(room) as player:
        message = player.ask("why", turn=0, picks=[1, 12])
        assert message["move"] == "b1d2"
        assert message["ruling"]["clause"] == "X1.6" and message["ruling"]["cells"] == [2]
        assert message["ruling"]["words"].startswith("A horse goes one point straight")
        for bad in ({}, {"picks": [1], "move": "b1d2"}, {"picks": [999]}):
            assert player.ask("why", turn=0, **bad)["why"] == "unreadable"


def test_a_friend_joins_by_the_link(server):
    ada, bo = server.visitor(), server.visitor()
    made = server.make(ada, name="Ada")
    with server.join(made["id"], ada) as host:
        page = bo.get(f"/join/{made['invitations']['1']}")
        assert "Ada" in page.text
        assert bo.post(f"/join/{made['invitations']['1']}", data={"name": "x" * 30}).status_code == 422
        assert bo.post(f"/join/{made['invitations']['1']}", data={"name": "Bo"}).status_code == 303
        sat = host.event("sat")
        assert sat["name"] == "Bo" and sat["seats"][1]["kind"] == "person"
        with server.join(made["id"], bo) as guest:
            assert guest.welcome["you"] == [1]
            here = host.receive(lambda message: message["say"] == "here" and message["seats"] == [True, True])
            assert here["watching"] == 0


def test_an_invitation_tells_levels_and_clock_in_words(server):
    ada, clock = server.visitor(), {"base": 2 * 86400, "increment": 0, "is_per_move": True}
    seats = ("me", "open", "machine:2", "machine:8")
    made = server.make(ada, game="exile", seats=seats, options={"mode": "classic"}, clock=clock)
    page = server.visitor().get(f"/join/{made['invitations']['1']}").text
    for words in ("the machine, level 2 (very easy), as Seat 3", "level 8 (full strength)", "Each has 2 days a move."):
        assert words in page


def test_public_rooms_are_listed_and_anyone_may_sit(server):
    ada, bo = server.visitor(), server.visitor()
    room = server.make(ada, public=True, name="Ada")["id"]
    hidden = server.make(ada)["id"]
    lists = bo.get("/api/rooms").json()
    assert room in [each["id"] for each in lists["open"]]
    assert hidden not in [each["id"] for part in lists.values() for each in part]
    assert {room, hidden} <= {each["id"] for each in ada.get("/api/rooms").json()["own"]}
    assert bo.post(f"/room/{hidden}/sit", data={"seat": "1"}).status_code == 403
    assert bo.post(f"/room/{room}/sit", data={"seat": "x"}).status_code == 422
    assert bo.post(f"/room/{room}/sit", data={"seat": "1", "name": "Bo"}).status_code == 303
    assert bo.post(f"/room/{room}/sit", data={"seat": "1", "name": "Bo"}).status_code == 409
    own = next(each for each in ada.get("/api/rooms").json()["own"] if each["id"] == room)
    assert own["your_turn"] and own["seats"][1]["name"] == "Bo"


def test_a_rematch_is_a_room_with_seats_turned(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as one, server.join(room, bo) as other:
        one.ask("resign", seat=0)
        assert one.ask("offer", seat=0, offer="rematch")["what"] == "offered"
        message = other.ask("offer", seat=1, offer="rematch")
        assert message["what"] == "rematched"
        assert one.event("rematched")["rematch"] == message["rematch"]
    with server.join(message["rematch"], bo) as first:
        assert first.welcome["you"] == [0]
        assert first.move(0, "h3e3")["number"] == 1


def test_a_room_may_begin_from_a_position(server):
    visitor = server.visitor()
    start = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"
    room = server.make(visitor, seats=("me", "me"), start=start)["id"]
    with server.join(room, visitor) as player:
        message = player.move(0, "b8b10")
        assert message["outcome"]["clause"] == "X2.4" and message["outcome"]["winner"] == 0
        assert message["outcome"]["words"] == ludoteca.game("xiangqi").rules["X2.4"]
    answer = visitor.post("/api/rooms", json={"game": "xiangqi", "seats": ["me", "me"], "start": "rubbish"})
    assert answer.status_code == 422 and "fields" in answer.json()["message"]
    message = visitor.post("/new/xiangqi", data={"seat.0": "me", "seat.1": "me", "start": "rubbish"})
    assert message.status_code == 422


def test_seats_depend_on_options(server):
    visitor = server.visitor()
    for players in (2, 3, 4, 6):
        request = {"game": "chinese-checkers", "options": {"players": players}, "seats": ["me"] * players}
        assert visitor.post("/api/rooms", json=request).status_code == 201
        assert visitor.post("/api/rooms", json={**request, "seats": ["me"]}).status_code == 422
    for bad in (
        {"seats": ["you", "me"]},
        {"options": {"x": 1}},
        {"clock": {"base": 0, "increment": 0}},
        {"game": "go"},
    ):
        request = {"game": "xiangqi", "seats": ["me", "me"], **bad}
        assert visitor.post("/api/rooms", json=request).status_code == 422


def test_rules_show_every_clause(server):
    for name in ludoteca.GAMES:
        text = server.client().get(f"/rules/{name}").text
        for number in ludoteca.game(name).rules:
            assert f'id="{number}"' in text
        for number in ("H1", "H2", "H3", "H4"):
            assert f'id="house-{number}"' in text


def test_rules_have_sections_and_tables_before_the_chapters(server):
    text = server.client().get("/rules/tomb-chess").text
    assert text.index('<h2 id="the-units">') < text.index('<h2 id="names-in-the-seed">') < text.index('<h2 id="T0">')
    assert '<a href="#the-units">The units</a>' in text
    assert '<th scope="col">Clauses</th>' in text and "<td>Double Move Stop, resting</td>" in text
    assert text.count("<td>T4.5</td>") == 1 and "---" not in text


def test_sheets_are_kept_by_browsers(server):
    client = server.client()
    first = client.get("/api/sheet/exile?mode=infinite")
    assert first.json()["period"]
    again = client.get("/api/sheet/exile?mode=infinite", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


def test_static_files_have_a_version_and_are_kept_for_ever(server):
    client = server.client()
    address = re.search(r'src="(/static/\w+/[\w.]+js)"', client.get("/").text)[1]
    answer = client.get(address)
    assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    for path in (
        "/static/x/../../cli.py",
        "/static/x/%2e%2e/%2e%2e/server/serve.py",
        "/static/",
        "/static/x/",
        "/static",
    ):
        assert client.get(path).status_code == 404
    assert client.get("/").headers["cache-control"] == "no-store"


def test_the_page_gets_its_data(server):
    visitor = server.visitor()
    room = server.make(visitor, seats=("me", "machine:1"))["id"]
    data = json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', visitor.get(f"/room/{room}").text)[1]
    )
    assert data["room"]["id"] == room and data["you"] == [0] and len(data["sheet"]["names"]) == 90


def test_every_page_links_to_what_is_stored(server):
    client = server.client()
    assert 'href="/privacy"' in client.get("/").text
    client = server.client()
    answer = client.get("/privacy")
    assert answer.status_code == 200 and "400 days" in answer.text
    assert "set-cookie" not in answer.headers


def test_unknown_things_are_not_found(server):
    client = server.client()
    for path in ("/room/none", "/join/none", "/new/chess", "/rules/chess", "/room/none/record", "/x"):
        assert client.get(path).status_code == 404
    for path in ("/api/rooms/none", "/api/sheet/chess", "/api/rules/chess", "/api/x", "/api/rooms/none/record"):
        answer = client.get(path)
        assert answer.status_code == 404 and answer.json()["error"] == "not-found"
    assert client.post("/", data={}).status_code == 405
    assert client.post("/api/rooms", content=b"x").status_code == 415
    assert client.post("/api/rooms", content=b"{", headers={"Content-Type": "application/json"}).status_code == 400


def test_the_form_takes_minutes():
    for text, seconds in (("1", 60), ("0.5", 30), (".25", 15), ("10.", 600)):
        made = read_new_room("xiangqi", {"seat.0": "me", "seat.1": "me", "minutes": text})
        assert made.clock == Timing(seconds, 0)
    for text in ("x", "1,5", "-1", "1.5.5", "1e3"):
        with pytest.raises(Refusal):
            read_new_room("xiangqi", {"seat.0": "me", "seat.1": "me", "minutes": text})


def test_the_form_asks_whether_machines_vary_their_moves(server):
    seats = {"seat.0": "me", "seat.1": "machine:5"}
    assert 'name="varied"' in server.visitor().get("/new/xiangqi").text
    assert not read_new_room("xiangqi", seats).varied
    assert read_new_room("xiangqi", {**seats, "varied": "on"}).varied


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({"clock": "none", "minutes": "5", "days": "3"}, None),
        ({"clock": "5+3", "minutes": "1", "days": "3"}, Timing(300, 3)),
        ({"clock": "7d", "minutes": "1"}, Timing(7 * 86400, 0, True)),
        ({"clock": "other", "minutes": "2.5", "increment": "1", "days": ""}, Timing(150, 1)),
        ({"clock": "other", "minutes": "", "increment": "1", "days": "14"}, Timing(14 * 86400, 0, True)),
        ({"days": "2"}, Timing(2 * 86400, 0, True)),
        ({}, None),
    ],
    ids=str,
)
def test_the_form_takes_chips(fields, clock):
    assert read_new_room("xiangqi", {"seat.0": "me", "seat.1": "me", **fields}).clock == clock


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "other"},
        {"clock": "other", "minutes": "5", "days": "1"},
        {"clock": "soon"},
        {"clock": "d"},
        {"clock": "+3"},
        {"clock": "5+x"},
        {"clock": "1.5d"},
        {"clock": "15d"},
        {"clock": "0d"},
    ],
    ids=str,
)
def test_what_is_no_clock_is_told_in_the_form(server, fields):
    seats = {"seat.0": "me", "seat.1": "me"}
    answer = server.visitor().post("/new/xiangqi", data={**seats, **fields})
    assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_the_rules_of_a_plain_game_tell_of_no_origins_and_no_drawings(server):
    client = server.client()
    ours, plain = (client.get(f"/rules/{name}").text for name in ("xiangqi", "hex"))
    assert '<span class="origin">seed</span>' in ours and "In the drawings" in ours
    assert '<span class="origin">seed</span>' not in plain and "In the drawings" not in plain
    assert '<span class="origin">house</span>' in plain


def test_new_without_a_game_lists_the_games(server):
    page = server.client().get("/new")
    assert page.status_code == 200
    assert all(f'href="/new/{name}"' in page.text for name in ludoteca.GAMES)
