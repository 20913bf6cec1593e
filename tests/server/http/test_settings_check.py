"""Wrong settings of a proxy or an origin are told once, in one line each."""

import pytest
from websockets.exceptions import InvalidStatus

from ludoteca.cli import main
from ludoteca.server.http.settings_check import check_options
from tests.server.running_server import running

FORWARDED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
ASKED = {"game": "xiangqi", "seats": ["me", "open"]}


@pytest.fixture
def told(caplog):
    """The lines of the log that name an option."""

    def told():
        return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]

    return told


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


def test_a_proxy_that_is_not_expected_is_told_once(url, told):
    with running(url) as server:
        for _ in range(3):
            server.client().get("/", headers=FORWARDED)
    assert len(told()) == 1 and "--behind-proxy" in told()[0]


def test_a_proxy_that_is_expected_is_believed(url, told):
    with running(url, is_behind_proxy=True) as server:
        answer = server.client().get("/api/visitor", headers=FORWARDED)
    assert "Secure" in answer.headers["set-cookie"]
    assert told() == []


def test_a_proxy_elsewhere_is_not_believed_and_told(url, told, monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with running(url, is_behind_proxy=True) as server:
        for _ in range(2):
            server.client().get("/", headers=FORWARDED)
    assert len(told()) == 1 and "FORWARDED_ALLOW_IPS" in told()[0]


def test_an_own_address_that_is_refused_is_told_once(url, told):
    with running(url) as server:
        headers = {"Host": "games.example.org", "Origin": "https://games.example.org"}
        for _ in range(2):
            assert server.client().post("/api/rooms", json=ASKED, headers=headers).status_code == 403
    assert len(told()) == 1 and "--origin https://games.example.org" in told()[0]


def test_another_page_that_is_refused_is_told_once(url, told):
    with running(url) as server:
        room = server.make(server.visitor())["id"]
        for number in range(2):
            with pytest.raises(InvalidStatus):
                server.join(room, origin=f"https://elsewhere{number}.example.org")
        server.client().get("/", headers={"Origin": "https://third.example.org"})
    assert len(told()) == 1 and "elsewhere0" in told()[0]


def test_https_that_arrives_as_http_is_told(url, told):
    with running(url, is_behind_proxy=True, origins=frozenset({"https://games.example.org"})) as server:
        for _ in range(2):
            server.client().get("/", headers={"Host": "games.example.org"})
    assert len(told()) == 1 and "X-Forwarded-Proto" in told()[0]


@pytest.mark.parametrize("origin", ["games.example.org", "https://x/path", "https://x:443", "ftp://x", "https://"])
def test_an_origin_that_cannot_be_one_is_one_line(origin, url, capsys):
    assert main(["serve", "--port", "0", "--database", url, "--origin", origin]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_options_that_do_not_fit_are_told_at_the_start(told):
    check_options((), False)
    check_options(("https://games.example.org/",), True)
    assert told() == []
    check_options((), True)
    check_options(("https://games.example.org",), False)
    assert len(told()) == 2
