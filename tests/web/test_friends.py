"""Two browsers in one room: by invitation, with lost connections and a server that is killed."""

import re
import sqlite3

import pytest

from ludoteca.games import FOLDERS
from tests.web.player import IS_READY, Player, start_game, start_position
from tests.web.servers import Proxy

FOR_TWO = {"exile": {"mode": "duel-classic"}}


@pytest.fixture
def proxy(server):
    """Between the guest and the server."""
    proxy = Proxy(server.proxy_port, server.port)
    yield proxy
    proxy.close()


def seat_two(open_page, server, game: str) -> tuple[Player, Player]:
    """A host, and a guest who joined by an invitation."""
    options = FOR_TWO.get(game, {})
    host = open_page()
    fields = {f"option.{name}": value for name, value in options.items()}
    start_game(host, game, {**fields, "seat.1": "open", "name": "Ada"})
    host.get_by_role("button", name="Invite a friend").click()
    link = host.locator("#link").input_value()
    host.get_by_role("button", name="Close").click()
    proxy_url = f"http://127.0.0.1:{server.proxy_port}"
    guest = open_page(base=proxy_url)
    guest.goto(link.replace(server.url, proxy_url))
    guest.locator("#name").fill("Bo <b>")
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_function(IS_READY)
    host.locator(".who", has_text="Bo <b>").wait_for()
    return Player(host, start_position(game, **options)), Player(guest, start_position(game, **options))


def some_move(player: Player) -> int:
    """A move of two cells, whatever the game."""
    look = player.position.game.look
    moves = player.position.legal_moves()
    plain = [move for move in moves if [type(pick) for pick in look.picks(player.position, move)] == [int, int]]
    return plain[len(plain) // 2]


def play(player: Player, other: Player) -> None:
    assert player.wait_for_turn()
    player.play(some_move(player))
    other.wait_for_moves(len(player.position.moves_played()))


def wait_for_connection(is_open: bool, *players: Player) -> None:
    for player in players:
        player.page.wait_for_function(
            IS_READY if is_open else "() => document.body?.dataset.connection === 'lost'",
        )


def test_lost_connections_and_a_killed_server_lose_no_move(open_page, server, proxy):
    """A room of each game whose moves go from cell to cell, all at the same time."""
    rooms = [seat_two(open_page, server, game) for game in FOLDERS]
    guests = [guest for _, guest in rooms]
    everybody = [player for room in rooms for player in room]
    for host, guest in rooms:
        play(host, guest)
        play(guest, host)

    proxy.cut()
    wait_for_connection(False, *guests)
    for host, guest in rooms:
        assert guest.page.locator("#offline").is_visible()
        assert host.wait_for_turn()
        host.play(some_move(host))
    proxy.restore()
    for guest in guests:
        guest.wait_for_moves(3)
        assert not guest.page.locator("#offline").is_visible()

    server.kill()
    wait_for_connection(False, *everybody)
    server.start()
    wait_for_connection(True, *everybody)
    for host, guest in rooms:
        play(guest, host)
        play(host, guest)

    # A move that is picked while the server is down is sent once it is up, and only once.
    targets = [pick_origin(guest) for guest in guests]
    server.kill()
    wait_for_connection(False, *guests)
    for guest, target in zip(guests, targets, strict=True):
        guest.pick(target, is_first=False)
        if guest.page.locator("#play").count():
            guest.page.locator("#play").click()
        assert guest.page.locator("#saved").inner_text() == "saving…"
    server.start()
    for player in everybody:
        player.wait_for_moves(6)
    for guest in guests:
        guest.page.locator("#saved").filter(has_text="✓ saved").wait_for()
    for room in rooms:
        for player in room:
            player.sync()
            assert len(player.position.moves_played()) == 6
            assert player.position.moves_played() == room[0].position.moves_played()
            assert player.board_matches()


def pick_origin(player: Player) -> int:
    """Pick the first cell of a move, and return the second."""
    assert player.wait_for_turn()
    origin, target = player.position.game.look.picks(player.position, some_move(player))
    player.pick(origin, is_first=True)
    player.page.locator(f'.cell[data-cell="{target}"][data-pick="target"]').wait_for()
    return int(target)


def test_offers_between_people_and_a_spectator(open_page, server, proxy):
    red, black = seat_two(open_page, server, "xiangqi")
    host, guest = red.page, black.page
    watcher = open_page()
    watcher.goto(host.url)
    watcher.wait_for_function(IS_READY)
    assert watcher.locator("#spectating").is_visible()
    play(red, black)
    play(black, red)
    assert watcher.locator(".cell[data-pick]").count() == 0
    assert not watcher.locator("#resign").is_visible()
    assert not host.locator("#hint").is_visible()

    host.locator(".cell[data-pick=origin]").first.click()
    host.locator(".highlight-target").first.wait_for()
    guest.locator("#draw").click()
    host.get_by_role("button", name="Refuse").click()
    guest.wait_for_function("() => document.querySelector('#offers').children.length === 0")
    assert "refuses a draw" in guest.locator("#toast").inner_text()
    # Offers do not disturb a move that is half picked.
    assert host.locator(".highlight-target").count() > 0
    guest.locator("#undo").click()
    host.get_by_role("button", name="Accept").click()
    for page in (host, guest, watcher):
        page.wait_for_function("() => document.querySelectorAll('#moves li').length === 1")
    host.locator("#draw").click()
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest, watcher):
        page.locator("#status.over .clause").filter(has_text="H3").wait_for()
    host.locator("#rematch").click()
    before = guest.url
    guest.get_by_role("button", name="Accept").click()
    guest.wait_for_url(lambda url: url != before)
    guest.wait_for_function(IS_READY)
    assert guest.locator("#near .strip").get_attribute("data-seat") == "0"


def test_the_guest_decides_whether_the_host_comes_back_for_the_machine(open_page, server, proxy):
    host, guest = seat_two(open_page, server, "xiangqi")
    play(host, guest)
    host.page.locator(".settings summary").click()
    host.page.locator("#handover-0").select_option("machine:1")
    host.page.get_by_role("button", name="Yes").click()
    guest.page.locator('.strip[data-seat="0"] .who', has_text="Machine").wait_for()
    for answer in ("Refuse", "Accept"):
        assert guest.wait_for_turn()
        host.page.locator("#handover-0").select_option("open")
        host.page.locator("#offers", has_text="You offer to open the seat of Red").wait_for()
        guest.page.locator("#offers", has_text="The host offers to open the seat of Red").wait_for()
        guest.page.locator("#offers").get_by_role("button", name=answer).click()
        if answer == "Refuse":
            host.page.locator("#toast", has_text="refuses to open the seat of Red").wait_for()
            play(guest, host)
    host.page.get_by_role("button", name="Sit here").click()
    guest.page.locator('.strip[data-seat="0"] .who', has_text=re.compile("Ada|Red")).wait_for()
    assert not guest.page.locator("#offers .offer").count()


def test_a_page_says_that_its_game_was_removed(open_page, server):
    page = open_page()
    start_game(page, "xiangqi", {"seat.1": "open"})
    room = page.url.rpartition("/")[2]
    server.kill()
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        database.execute("DELETE FROM events WHERE room = ?", (room,))
    server.start()
    page.locator("#offline", has_text="it was removed because nobody played it (H8)").wait_for()
    assert page.goto(f"/room/{room}").status == 404
    assert "it was removed because nobody played it (H8)" in page.locator("main").inner_text()


def test_a_stranger_takes_a_seat_by_one_click_in_the_lobby(open_page):
    host, guest = open_page(), open_page()
    guest.goto("/")
    guest.evaluate("localStorage.setItem('ludoteca.name', 'Cyd')")
    start_game(host, "xiangqi", {"seat.1": "anybody", "minutes": "5", "increment": "3", "name": "Ada of the lobby"})
    # The lobby finds it by itself.
    seek = guest.locator(".seeks li", has_text="Ada of the lobby")
    seek.wait_for()
    assert "Xiangqi; 5 min + 3 s a move" in seek.inner_text()
    assert "waits there" in seek.inner_text()
    seek.get_by_role("button", name="Play Black").click()
    guest.wait_for_url("**/room/*")
    guest.wait_for_function(IS_READY)
    host.locator(".who", has_text="Cyd").wait_for()
    players = [Player(page, start_position("xiangqi")) for page in (host, guest)]
    play(players[0], players[1])
    play(players[1], players[0])


def test_a_friend_opens_the_address_takes_the_seat_and_says_hello(open_page, save_screenshot):
    host, guest = open_page(), open_page()
    start_game(host, "xiangqi", {"seat.1": "open", "name": "Ada"})
    invitation = host.locator("#invitation")
    assert invitation.locator("#address").input_value() == host.url
    assert invitation.locator("img.qr").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    save_screenshot(host, "invitation-desktop")
    guest.goto(host.url)
    guest.wait_for_function(IS_READY)
    guest.locator("#invitation", has_text="take it, or watch").wait_for()
    guest.get_by_role("button", name="Play Black").click()
    host.locator("#toast", has_text="Somebody sits down as Black.").wait_for()
    invitation.wait_for(state="hidden")
    guest.locator("#invitation").wait_for(state="hidden")
    guest.get_by_role("button", name="Hello!").click()
    host.locator("#toast", has_text="Black: Hello!").wait_for()
    guest.locator("#toast", has_text="You: Hello!").wait_for()
    players = [Player(page, start_position("xiangqi")) for page in (host, guest)]
    play(players[0], players[1])
    play(players[1], players[0])


@pytest.mark.parametrize("size", [(1366, 768), (844, 390), (390, 844)])
def test_what_to_do_with_an_open_seat_is_not_cut_off(open_page, size):
    page = open_page(size)
    start_game(page, "tomb-chess", {"seat.1": "open"})
    page.locator(".seat-controls").wait_for()
    controls = [each.bounding_box() for each in page.locator(".seat-controls > *").all()]
    strip = page.locator(".strip:has(.seat-controls)").bounding_box()
    assert len(controls) == 3
    assert all(each["x"] + each["width"] <= strip["x"] + strip["width"] for each in controls)


def test_an_invitation_can_be_scanned(open_page):
    page = open_page()
    page.goto("/new/xiangqi")
    page.locator('[name="seat.1"]').select_option("open")
    page.get_by_label("Whoever opens the address").uncheck()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_function(IS_READY)
    assert not page.locator("#invitation").is_visible()
    page.get_by_role("button", name="Invite a friend").click()
    assert page.locator("#dialog img.qr").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
