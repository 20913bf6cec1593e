"""Whatever comes in, the answer is one of those that are described: no 500, no crash, no internals in an answer."""

import json
import logging
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from ludoteca.server.http.app import create_app
from ludoteca.server.http.handlers import Settings
from ludoteca.server.http.openapi import description
from ludoteca.server.live import analyses
from ludoteca.server.live.transaction import try_again
from ludoteca.server.storage.changes import StoreFailed
from tests.server.raw_socket import RawWebSocket
from tests.server.running_server import GENEROUS, running

MARKS = ("Traceback", 'File "', "sqlalchemy", "msgspec", "starlette", "/ludoteca/")


# Routes


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """A server with a room that is known, for paths to name."""
    database = f"sqlite:///{tmp_path_factory.mktemp('fuzz')}/games.db"
    with pytest.MonkeyPatch.context() as patch, running(database, GENEROUS) as server:
        patch.setattr(analyses, "SECONDS", (0.01,))
        ada = server.visitor()
        server.known = server.make(ada, public=True)["id"]
        server.study = ada.post("/api/studies", json={"game": "xiangqi", "nodes": [{}]}).json()["id"]
        server.ada = ada
        yield server


schema = schemathesis.openapi.from_dict(description())


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_route_answers_as_described(case, crowd):
    if "study" in case.path_parameters and hash(case.path_parameters["study"]) % 2:
        case.path_parameters["study"] = crowd.study
    if "room" in case.path_parameters and hash(case.path_parameters["room"]) % 2:
        case.path_parameters["room"] = crowd.known
    answer = case.call(base_url=crowd.address)
    assert answer.status_code < 500 or answer.status_code == 503
    if "/sheet/" not in case.path:
        case.validate_response(answer, excluded_checks=UNWANTED)
    check_for_leaks(answer.content.decode(errors="replace"))


UNWANTED = [
    schemathesis.checks.CHECKS.get_one(name)
    for name in (
        "positive_data_acceptance",
        "negative_data_rejection",
        "unsupported_method",
        "missing_required_header",
        "use_after_free",
        "ensure_resource_availability",
        "ignored_auth",
    )
    if name in schemathesis.checks.CHECKS.get_all_names()
]


def check_for_leaks(text):
    assert not any(mark in text for mark in MARKS), text[:500]


words = st.text(max_size=30)
fields = st.dictionaries(
    st.sampled_from(
        [
            *("seat.0", "seat.1", "name", "clock", "minutes", "increment", "days", "public", "start"),
            *("option.players", "option.x", "x"),
        ]
    ),
    st.one_of(words, st.sampled_from(["me", "open", "machine:1", "machine:9", "10", "on", "3", "5+3", "3d", "other"])),
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(game=st.sampled_from(["xiangqi", "chinese-checkers", "exile", "tomb-chess"]), fields=fields)
def test_forms_of_any_kind_are_answered(crowd, game, fields):
    answer = crowd.ada.post(f"/new/{game}", data=fields)
    assert answer.status_code in ((303, 422) if fields else (415,))
    check_for_leaks(answer.text)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    body=st.binary(max_size=200), kind=st.sampled_from(["application/json", "application/x-www-form-urlencoded", "x"])
)
def test_bodies_of_any_bytes_are_answered(crowd, body, kind):
    for path in (
        "/api/rooms",
        "/new/exile",
        f"/api/rooms/{crowd.known}/seats/1",
        f"/room/{crowd.known}/sit",
        "/join/x",
        "/api/study/exile",
        "/api/study/exile/analysis",
        "/api/studies",
        f"/api/studies/{crowd.study}",
    ):
        answer = crowd.ada.post(path, content=body, headers={"Content-Type": kind})
        assert answer.status_code in (400, 403, 404, 409, 415, 422)
        check_for_leaks(answer.text)


# Frames

values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=6,
)
small = st.integers(-2, 130)
FRAMES = [
    {"do": "hello", "since": 0, "views": True},
    {"do": "move", "id": "a", "turn": 0, "move": "e2-e3"},
    {"do": "move", "id": "a", "turn": 1, "move": "e11-e10"},
    {"do": "offer", "id": "a", "seat": 0, "offer": "draw"},
    {"do": "refuse", "id": "a", "seat": 0, "offer": "draw"},
    {"do": "offer", "id": "a", "seat": 1, "offer": "takeback"},
    {"do": "hand", "id": "a", "seat": 1, "to": "open"},
    {"do": "sit", "id": "a", "seat": 1, "name": "Bo"},
    {"do": "name", "id": "a", "seat": 0, "name": "Ada"},
    {"do": "moves", "id": "q", "turn": 0, "origin": 16},
    {"do": "moves", "id": "q", "turn": 0, "origin": "rotate"},
    {"do": "why", "id": "q", "turn": 0, "picks": [16, "push", 40]},
    {"do": "why", "id": "q", "turn": 0, "move": "e2-e9*a1"},
    {"do": "view", "id": "q", "number": 0},
    {"do": "notes", "id": "q", "number": 0, "cell": 16},
    {"do": "preview", "id": "q", "turn": 0, "move": "e2-e3"},
    {"do": "texts", "id": "q", "notation": "", "since": 0},
    {"do": "invite", "id": "q", "seat": 1},
    {"do": "say", "id": "q", "seat": 0, "words": "hello"},
    {"do": "ping", "id": "q"},
]


@st.composite
def frames(draw):
    """A frame that is right, with some of it changed, dropped or added; or any JSON; or any text."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.text(max_size=60))
    if kind == 1:
        return json.dumps(draw(values))
    frame = dict(draw(st.sampled_from(FRAMES)))
    frame["id"] = draw(st.text("abc", min_size=1, max_size=6)) if "id" in frame else None
    if frame["id"] is None:
        del frame["id"]
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*frame, "x", "id", "turn", "seat"]))
        if draw(st.booleans()):
            frame[name] = draw(st.one_of(values, small))
        else:
            frame.pop(name, None)
    text = json.dumps(frame)
    if kind == 2:
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.text(max_size=3)) + text[cut + 1 :]
    return text


@pytest.mark.parametrize("name", ["tomb-chess", "exile"])
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(frames(), min_size=1, max_size=12))
def test_frames_of_any_kind_are_answered(crowd, caplog, name, sent):
    seats = ["me"] * (4 if name == "exile" else 2)
    room = crowd.make(crowd.ada, game=name, seats=seats)["id"]
    caplog.set_level(logging.WARNING, "ludoteca.server")
    with crowd.join(room, crowd.ada) as player:
        try:
            for frame in sent:
                player.socket.send(frame)
            player.send({"do": "ping", "id": "last"})
            last = player.receive(lambda message: message.get("id") == "last")
            assert last["say"] == "pong"
            for message in player.received:
                check_for_leaks(json.dumps(message))
                assert message["say"] in (
                    "event",
                    "ok",
                    "refused",
                    "moves",
                    "why",
                    "view",
                    "notes",
                    "preview",
                    "texts",
                    "invitation",
                    "said",
                    "pong",
                    "here",
                    "welcome",
                )
                if message["say"] == "refused":
                    assert message["message"] != try_again().message, (sent, caplog.text)
        except ConnectionClosed:
            # Ten unreadable frames are the most that anyone may send.
            assert player.socket.close_code == 1008
    with crowd.join(room) as late:
        state = late.welcome["room"]
        assert state["seq"] >= 1
    check_rebuilds(crowd, room)
    assert caplog.text == ""


def check_rebuilds(server, room):
    """What is stored makes the same room again."""
    from ludoteca.server.rooms.room import Room

    live = server.handlers.live_rooms.rooms[room]
    again = Room.replay(room, live.entries)
    assert (again.moves, again.occupants, str(again.position)) == (
        live.room.moves,
        live.room.occupants,
        str(live.room.position),
    )


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(st.binary(max_size=100), min_size=1, max_size=5))
def test_binary_frames_are_unreadable(crowd, sent):
    with crowd.join(crowd.known) as player:
        for frame in sent:
            player.socket.send(frame)
            assert player.receive(lambda message: message["say"] == "refused")["why"] == "unreadable"


def test_the_description_names_every_route(tmp_path):
    app = create_app(Settings(f"sqlite:///{tmp_path}/games.db"))
    described = {(path, method) for path, methods in description()["paths"].items() for method in methods}
    routes: Any = app.app.routes
    for route in routes:
        methods = getattr(route, "methods", None)
        if methods and route.path != "/api/openapi.json":
            for method in methods - {"HEAD"}:
                assert (route.path.replace(":int", ""), method.lower()) in described


@pytest.mark.parametrize("room", ["%00", "a%00b", "%01", "%E2%82%AC", "x" * 41, "%F0%9F%98%80", "a%0Ab", "a%20b"])
def test_the_store_is_not_asked_for_what_cannot_be_a_room(server, monkeypatch, room):
    async def fail(*_):
        raise StoreFailed("PostgreSQL does not take this text")

    monkeypatch.setattr(server.handlers.store, "entries", fail)
    for path in (f"/api/rooms/{room}", f"/room/{room}", f"/room/{room}/record", f"/api/rooms/{room}/record"):
        assert server.client().get(path).status_code == 404, path
    for path in (f"/api/rooms/{room}/seats/1", f"/room/{room}/sit"):
        is_api = path.startswith("/api")
        answer = server.client().post(path, **{"json" if is_api else "data": {"name": "Bo"}})
        assert answer.status_code == 404, path
    with RawWebSocket(server.port, room) as raw:
        assert raw.status == 404


@pytest.mark.parametrize("seat", ["9" * 5000, "1000", "-1", "x", "%00", "\u0661"])
def test_a_seat_that_cannot_be_a_number_is_refused(server, seat):
    room = server.make(server.visitor(), public=True)["id"]
    answer = server.visitor().post(f"/api/rooms/{room}/seats/{seat}", json={"name": "Bo"})
    assert (answer.status_code, answer.json()["error"]) == (422, "unreadable")
    assert server.visitor().post(f"/room/{room}/sit", data={"seat": seat}).status_code == 422
