"""Pictures of positions by address, and the page that other sites may frame."""

import pytest

import ludoteca


def played(server, moves=("h3e3", "h10g8")):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"))["id"]
    with server.join(room, ada) as player:
        for turn, move in enumerate(moves):
            assert player.ask("move", turn=turn, move=move)["what"] == "moved"
    return ada, room


def test_a_position_of_a_room_has_an_address(server):
    ada, room = played(server)
    position = ludoteca.game("xiangqi").start()
    for number, move in enumerate(["h3e3", "h10g8", None]):
        answer = ada.get(f"/room/{room}/{number}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text == position.svg()
        if move:
            position.push_text(move)
    assert ada.get(f"/room/{room}/2.svg?seat=1&face=chinese").text == position.svg(seat=1, face="chinese")
    picture = ada.get(f"/room/{room}/2.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_a_picture_may_be_shown_by_other_sites_and_nothing_else(server):
    ada, room = played(server)
    assert ada.get(f"/room/{room}/0.svg").headers["cross-origin-resource-policy"] == "cross-origin"
    assert ada.get(f"/room/{room}").headers["cross-origin-resource-policy"] == "same-origin"


def test_what_is_no_picture_is_refused(server):
    ada, room = played(server)
    for number in ("3", "-1", "x", "9999999999", "%C2%B2"):
        assert ada.get(f"/room/{room}/{number}.svg").status_code == 404, number
    assert ada.get("/room/nowhere/0.svg").status_code == 404
    for query in ("seat=2", "seat=x", "face=greek"):
        assert ada.get(f"/room/{room}/0.svg?{query}").status_code == 422, query


def test_any_position_has_an_address(server):
    ada = server.visitor()
    position = ludoteca.game("xiangqi").start()
    position.push_text("h3e3")
    answer = ada.get("/picture/xiangqi.svg", params={"position": str(position)})
    assert answer.text == ludoteca.game("xiangqi").parse(str(position)).svg()
    assert ada.get("/picture/tomb-chess.svg").text == ludoteca.game("tomb-chess").start().svg()
    assert ada.get("/picture/xiangqi.svg", params={"position": "nonsense"}).status_code == 422
    assert ada.get("/picture/ludo.svg").status_code == 404


@pytest.mark.parametrize(
    ("tag", "words"), [("en", "2 moves"), ("es", "2 jugadas"), ("zh-Hans", "2 步"), ("zh-Hant", "2 步")]
)
def test_a_board_for_other_sites_is_told_in_each_language(server, tag, words):
    _, room = played(server)
    for number in range(3):
        page = server.visitor().get(f"/embed/{room}/{number}", headers={"accept-language": tag})
        assert page.status_code == 200 and f'lang="{tag}"' in page.text
    assert words in page.text


def test_only_the_embedded_page_may_be_framed(server):
    ada, room = played(server)
    for path in (f"/embed/{room}", f"/embed/{room}/1"):
        headers = ada.get(path).headers
        assert "frame-ancestors *" in headers["content-security-policy"]
        assert "x-frame-options" not in headers
        assert "set-cookie" not in headers
    pages = (
        "/",
        "/new/xiangqi",
        "/rules/xiangqi",
        "/learn/xiangqi",
        "/study/xiangqi",
        "/history",
        "/privacy",
        "/offline",
    )
    for path in (*pages, f"/room/{room}", f"/room/{room}/0.svg", "/embed/nowhere", f"/embed/{room}/99"):
        headers = server.visitor().get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY", path


def test_the_embedded_page_steps_through_the_game(server):
    ada, room = played(server)
    page = ada.get(f"/embed/{room}/1").text
    assert f'src="/room/{room}/1.svg"' in page
    assert "1 of 2: <b>h3e3</b>" in page
    assert f'href="/embed/{room}/0"' in page
    assert f'href="/embed/{room}/2"' in page
    assert "<script" not in page
    with server.join(room, ada) as player:
        player.ask("resign", seat=0)
    assert "resigned" in ada.get(f"/embed/{room}").text
    assert "resigned" not in ada.get(f"/embed/{room}/1").text
    last = ada.get(f"/embed/{room}").text
    assert f'src="/room/{room}/2.svg"' in last
    assert f'href="/embed/{room}/3"' not in last
