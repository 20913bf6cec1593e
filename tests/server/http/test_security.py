"""Who may do what from where, and how much of it; and that nothing secret is sent."""

import re
import sqlite3
import time
from contextlib import ExitStack, suppress
from socket import has_dualstack_ipv6, has_ipv6

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludoteca.server.http.security import COOKIE, HEADERS, own_origins
from ludoteca.server.limits import Bucket, Buckets, ServerLimits, network_of, read_limits
from ludoteca.server.rooms.room import Room
from ludoteca.server.tokens import hash_token, is_token, new_token
from tests.server.raw_socket import RawWebSocket
from tests.server.running_server import GENEROUS, is_lost, running

PAGES = ("/", "/new/xiangqi", "/rules/exile", "/api/games", "/nothing", "/api/nothing", "/api/rooms")


# Tokens


def test_tokens_cannot_be_guessed_and_are_kept_as_hashes(server, tmp_path):
    assert len({new_token() for _ in range(1000)}) == 1000
    url = f"sqlite:///{tmp_path}/games.db"
    with running(url) as own:
        room, ada, bo = own.make_for_two()
        tokens = [client.cookies[COOKIE] for client in (ada, bo)]
        assert all(is_token(token) for token in tokens)
        code = own.make(ada, seats=("me", "open"))["invitations"]["1"]
        with own.join(room, ada) as player:
            player.move(0, "h3e3")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (*tokens, code):
        assert secret.encode() not in kept
    with sqlite3.connect(tmp_path / "games.db") as connection:
        assert connection.execute(
            "SELECT count(*) FROM holders WHERE holder = ?", [hash_token(tokens[0])]
        ).fetchone() == (2,)


def test_the_cookie_is_for_the_server_alone(server):
    message = server.client().get("/").headers["set-cookie"]
    assert re.match(rf"{COOKIE}=[\w-]{{43}};", message)
    for word in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert word in message
    # A cookie that we cannot have made is replaced.
    assert "set-cookie" in server.client("forged").get("/").headers
    assert "set-cookie" not in server.client(new_token()).get("/").headers


def test_no_token_and_no_hash_is_ever_sent(server):
    room, ada, bo = server.make_for_two()
    secrets = [ada.cookies[COOKIE], bo.cookies[COOKIE]]
    secrets += [hash_token(secret) for secret in secrets]
    with server.join(room, ada, since=0, views=True) as player, server.join(room, since=0) as watching:
        player.move(0, "h3e3")
        received = str(player.received) + str(player.welcome) + str(watching.event("moved")) + str(watching.welcome)
    pages = [
        client.get(path).text for client in (ada, server.client()) for path in (f"/room/{room}", "/", "/api/rooms")
    ]
    pages += [server.client().get(f"/api/rooms/{room}{more}").text for more in ("", "/record")]
    for secret in secrets:
        assert secret not in received
        assert not any(secret in page for page in pages)


def test_an_invitation_works_once(server):
    ada, bo, eve = server.visitor(), server.visitor(), server.visitor()
    made = server.make(ada)
    code, room = made["invitations"]["1"], made["id"]
    assert eve.post(f"/api/rooms/{room}/seats/1", json={"name": "Eve"}).status_code == 403
    assert eve.post(f"/api/rooms/{room}/seats/1", json={"code": new_token()}).status_code == 403
    assert eve.post(f"/api/rooms/{room}/seats/0", json={"code": code}).status_code == 403
    assert bo.get(f"/join/{code}").status_code == 200
    assert bo.post(f"/join/{code}", data={"name": "Bo"}).status_code == 303
    assert eve.post(f"/api/rooms/{room}/seats/1", json={"code": code}).status_code == 403
    assert eve.get(f"/join/{code}").status_code == 404
    assert server.client().get(f"/api/rooms/{room}").json()["seats"][1]["name"] == "Bo"


def test_only_the_host_invites_and_only_to_open_seats(server):
    ada = server.visitor()
    made = server.make(ada)
    room = made["id"]
    with server.join(room, ada) as host, server.join(room, server.visitor()) as guest:
        code = host.ask("invite", seat=1)["code"]
        assert guest.ask("invite", seat=1)["why"] == "seat"
        assert host.ask("invite", seat=0)["why"] == host.ask("invite", seat=9)["why"] == "taken"
    # Both codes work until the seat is taken.
    bo = server.visitor()
    assert bo.get(f"/join/{made['invitations']['1']}").status_code == 200
    assert bo.post(f"/join/{code}", data={"name": ""}).status_code == 303
    assert bo.get(f"/join/{made['invitations']['1']}").status_code == 404


# Spectators


def test_spectators_can_only_look(server):
    room, *_ = server.make_for_two()
    eve = server.visitor()
    for client in (eve, None):
        with server.join(room, client) as watching:
            assert watching.welcome["you"] == []
            for frame in (
                {"do": "move", "turn": 0, "move": "h3e3"},
                {"do": "offer", "seat": 0, "offer": "draw"},
                {"do": "resign", "seat": 0},
                {"do": "leave", "seat": 1},
                {"do": "hand", "seat": 0, "to": "open"},
                {"do": "name", "seat": 0, "name": "Eve"},
                {"do": "invite", "seat": 1},
            ):
                answer = watching.ask(**frame)
                assert (answer["say"], answer["why"]) == ("refused", "seat"), frame
            assert watching.ask("moves", turn=0)["total"] == 44
            assert watching.ask("why", turn=0, move="b1d2")["ruling"]["clause"] == "X1.6"
    assert server.client().get(f"/api/rooms/{room}").json()["seq"] == 2


# Origins


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])
def test_other_origins_are_turned_away(server, origin):
    room, ada, _ = server.make_for_two()
    with pytest.raises(InvalidStatus) as refused:
        server.join(room, ada, origin=origin)
    assert refused.value.response.status_code == 403
    request = {"game": "xiangqi", "seats": ["me", "me"]}
    assert ada.post("/api/rooms", json=request, headers={"Origin": origin}).status_code == 403
    assert ada.post("/new/xiangqi", data={"seat.0": "me"}, headers={"Origin": origin}).status_code == 403


def test_there_are_sockets_of_rooms_only(server):
    room, _, _ = server.make_for_two()
    for path in (f"/room/{room}", "/", "/socket"):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{server.port}{path}")
        assert refused.value.response.status_code == 404


def test_own_origins_are_let_in(server):
    room, ada, _ = server.make_for_two()
    for name in ("127.0.0.1", "localhost"):
        with server.join(room, ada, origin=f"http://{name}:{server.port}") as player:
            assert player.welcome["you"] == [0]
    assert "https://play.example" in own_origins("0.0.0.0", 80, ["https://play.example/"])
    assert "http://0.0.0.0:80" not in own_origins("0.0.0.0", 80)


# Headers and pages


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_the_headers_that_protect(server, path):
    headers = server.client().get(path).headers
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert "server" not in headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy and "script-src 'self'" in policy


def test_pages_have_no_inline_script_or_style(server):
    room, ada, _ = server.make_for_two()
    for path in ("/", "/new/chinese-checkers", f"/room/{room}", "/rules/tomb-chess", "/nothing"):
        text = ada.get(path).text
        for tag in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in tag or 'type="application/json"' in tag
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)


def test_names_are_escaped_everywhere(server):
    ada = server.visitor()
    name = "<img src=x>&\"'</b>"
    made = server.make(ada, name=name, public=True)
    code = made["invitations"]["1"]
    for path in (f"/room/{made['id']}", "/", f"/join/{code}"):
        text = ada.get(path).text
        assert "<img src=x>" not in text and "</b>" not in text


def test_answers_to_forms_escape_what_was_sent(server):
    message = server.visitor().post("/new/xiangqi", data={"seat.0": "<script>", "name": '"><script>x', "start": "<b>"})
    assert message.status_code == 422
    assert "<script>x" not in message.text and "<b>" not in message.text


# How much


def test_large_requests_are_refused(server):
    client = server.visitor()
    large = {"game": "xiangqi", "seats": ["me", "me"], "name": "x" * 9000}
    assert client.post("/api/rooms", json=large).status_code == 413
    assert client.post("/new/xiangqi", data={"name": "x" * 9000}).status_code == 413

    def stream():
        for _ in range(20):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    assert client.post("/api/rooms", content=stream(), headers=headers).status_code == 413


def test_frames_of_more_than_8_kb_end_the_connection(server):
    room, ada, _ = server.make_for_two()
    with server.join(room, ada) as player:
        player.send({"do": "ping", "id": "x" * 8000})
        assert player.receive(lambda message: message["say"] == "refused")["why"] == "unreadable"
        player.send({"do": "ping", "id": "x" * 8200})
        assert is_lost(player)


def test_who_floods_is_let_go(tmp_path):
    limits = ServerLimits(messages_at_once=5, messages_per_second=1.0)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        room = server.make(server.visitor(), seats=("me", "me"))["id"]
        with server.join(room) as player:
            with suppress(ConnectionClosed):
                for _ in range(10):
                    player.send({"do": "ping", "id": "p"})
            assert is_lost(player)


def test_who_sends_rubbish_again_and_again_is_let_go(server):
    room = server.make(server.visitor(), seats=("me", "me"))["id"]
    with server.join(room) as player:
        with suppress(ConnectionClosed):
            for _ in range(10):
                player.socket.send("rubbish")
        assert is_lost(player)


def test_connections_requests_and_rooms_are_limited(tmp_path):
    limits = ServerLimits(
        connections_per_address=3, requests_at_once=30, requests_per_second=0.01, new_rooms_per_address=2
    )
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("me", "me"))["id"]
        players = [server.join(room) for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            server.join(room)
        assert refused.value.response.status_code == 429
        players[0].close()
        time.sleep(0.2)
        players[0] = server.join(room)
        request = {"game": "xiangqi", "seats": ["me", "me"]}
        assert ada.post("/api/rooms", json=request).status_code == 201
        answer = ada.post("/api/rooms", json=request)
        assert (answer.status_code, answer.json()["error"]) == (429, "too-fast")
        statuses = [ada.get("/api/health").status_code for _ in range(30)]
        assert statuses[0] == 200 and statuses[-1] == 429
        for player in players:
            player.close()


def test_nothing_can_be_asked_without_limit(tmp_path):
    limits = ServerLimits(requests_at_once=3, requests_per_second=0.01)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        client = server.client()
        path = re.search(r'"(/static/[^"]+)"', client.get("/").text)[1]
        # A static file costs a tenth.
        assert [client.get(path).status_code for _ in range(10)] == 10 * [200]
        for expected in (404, 429):
            with RawWebSocket(server.port, "nowhere") as raw:
                assert raw.status == expected
        refused = client.get(path)
        assert (refused.status_code, refused.headers["connection"]) == (429, "close")
        assert refused.headers["retry-after"] == "5"


def test_the_number_of_live_rooms_is_limited(tmp_path):
    limits = ServerLimits(**{**vars(GENEROUS), "live_rooms": 2})
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        ada = server.visitor()
        first = server.make(ada, seats=("me", "me"))["id"]
        server.make(ada, seats=("me", "me"))
        request = {"game": "xiangqi", "seats": ["me", "me"]}
        assert ada.post("/api/rooms", json=request).status_code == 503
        with server.join(first, ada) as player:
            player.ask("resign", seat=0)
        time.sleep(0.3)
        assert ada.post("/api/rooms", json=request).status_code == 201


def test_buckets():
    bucket = Bucket(2, 1.0, 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(1.5) and not bucket.take(1.6)
    now = [0.0]
    buckets = Buckets(1, 1.0, lambda: now[0])
    assert buckets.take("a") and buckets.take("b") and not buckets.take("a")
    now[0] = 2.0
    assert buckets.take("a")


def test_a_token_can_be_reserved_for_later():
    bucket = Bucket(1, 2.0, 0.0)
    assert [bucket.reserve(0.0, 1.0) for _ in range(4)] == [0.0, 0.5, 1.0, None]
    assert bucket.reserve(0.5, 1.0) == 1.0
    assert Bucket(0, 0.0, 0.0).reserve(1.0, 1e9) is None
    bucket = Bucket(1, 1.0, 0.0)
    assert [bucket.reserve(0.0, 0.0, 0.25) for _ in range(5)] == [0.0, 0.0, 0.0, 0.0, None]


def test_buckets_that_are_not_full_are_kept_however_many_there_are():
    now = [0.0]
    buckets = Buckets(1, 1.0, lambda: now[0])
    assert all(buckets.take(str(number)) for number in range(30_000))
    assert not any(buckets.take(str(number)) for number in range(30_000))
    now[0] = 2.0
    assert all(buckets.take(str(number)) for number in range(30_000, 60_000))
    assert len(buckets.buckets) < 60_000


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 1000, "x" * 100),
    ],
)
def test_limits_count_an_ipv4_address_or_the_64_of_an_ipv6_address(address, network):
    assert network_of(address) == network


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
def test_behind_a_proxy_limits_count_the_address_that_it_forwards(tmp_path, host):
    if ":" in host and not (has_ipv6 and has_dualstack_ipv6()):
        pytest.skip("this machine has no IPv6")
    limits = ServerLimits(**{**vars(GENEROUS), "connections_per_address": 2})
    behind = running(f"sqlite:///{tmp_path}/games.db", limits, is_behind_proxy=True, host=host)
    with behind as server, ExitStack() as stack:
        room = server.make(server.visitor())["id"]

        def status(address):
            raw = RawWebSocket(server.port, room, headers={"X-Forwarded-For": address})
            return stack.enter_context(raw).status

        assert [status("2001:db8::1") for _ in range(3)] == [101, 101, 429]
        assert [status("2001:db8::2"), status("2001:db8:0:1::1")] == [429, 101]
        # The proxy itself has more connections than one address may have.
        assert {status(f"192.0.2.{number}") for number in range(40)} == {101}


def test_limits_are_read_from_words():
    assert read_limits(["live_rooms=7", "messages-per-second=3"]).live_rooms == 7
    for word in ("cats=3", "live_rooms", "live_rooms=-1", "live_rooms=many", ""):
        with pytest.raises(ValueError, match="limit"):
            read_limits([word])


# Errors


def test_errors_tell_nothing_of_the_inside(server, monkeypatch, caplog):
    async def explode(*_):
        raise RuntimeError("secret /path/to/file.py")

    monkeypatch.setattr(server.handlers.live_rooms, "list_rooms", explode)
    for path in ("/", "/api/rooms"):
        answer = server.client().get(path)
        assert answer.status_code == 500
        assert "secret" not in answer.text and "Traceback" not in answer.text
    room, ada, _ = server.make_for_two()
    monkeypatch.setattr(Room, "decide", lambda *_: 1 / 0)
    with server.join(room, ada) as player:
        for answer in (player.move(0, "h3e3"), player.ask("resign", seat=0)):
            assert answer["why"] == "busy"
            assert "secret" not in str(answer) and "division" not in str(answer)
        assert player.ask("ping")["say"] == "pong"
