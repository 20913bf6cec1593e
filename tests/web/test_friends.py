"""Two browsers at one table: by invitation, over lost lines and a server that dies."""

from tests.web.serving import Line
from tests.web.table import LIVE, Player, begin, start


def test_two_browsers_a_lost_line_and_a_server_that_dies(open_page, server):
    host = open_page()
    begin(host, "xiangqi", {"seat.1": "open", "name": "Ada"})
    host.get_by_role("button", name="Invite a friend").click()
    link = host.locator("#link").input_value()
    host.get_by_role("button", name="Close").click()

    line = Line(server.proxy_port, server.port)
    guest = open_page(base=f"http://127.0.0.1:{server.proxy_port}")
    guest.goto(link.replace(server.url, f"http://127.0.0.1:{server.proxy_port}"))
    guest.locator("#name").fill("Bo <b>")
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_function(LIVE)
    host.locator(".who", has_text="Bo <b>").wait_for()
    red, black = Player(host, start("xiangqi")), Player(guest, start("xiangqi"))

    def play(player: Player, text: str) -> None:
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
        other = black if player is red else red
        other.wait_for_moves(len(player.position.moves_played()))

    play(red, "h3e3")
    play(black, "h10g8")

    line.cut()
    guest.wait_for_function("() => document.body.dataset.line === 'lost'")
    assert guest.locator("#offline").is_visible()
    assert red.wait_for_turn()
    red.play(red.position.parse_move("h1g3"))
    line.mend()
    black.wait_for_moves(3)
    assert not guest.locator("#offline").is_visible()

    server.kill()
    for page in (host, guest):
        page.wait_for_function("() => document.body.dataset.line === 'lost'")
    server.start()
    for page in (host, guest):
        page.wait_for_function(LIVE)
    play(black, "i10h10")
    play(red, "i1h1")

    # A move that is made while the server is away is sent when it is back, and once.
    assert black.wait_for_turn()
    guest.locator(".light-origin").first.wait_for()
    server.kill()
    guest.wait_for_function("() => document.body.dataset.line === 'lost'")
    geometry = black.position.game.look.sheet({}).geometry
    for name in ("b10", "c8"):
        guest.locator(f'.cell[data-cell="{geometry.cell(name)}"]').click()
    assert guest.locator("#saved").inner_text() == "saving…"
    server.start()
    for player in (red, black):
        player.wait_for_moves(6)
    guest.locator("#saved").filter(has_text="✓ saved").wait_for()
    for player in (red, black):
        player.follow()
        assert player.position.moves_played() == red.position.moves_played()
        assert player.shows_its_position()

    watcher = open_page()
    watcher.goto(host.url)
    watcher.wait_for_function(LIVE)
    assert watcher.locator("#spectating").is_visible()
    assert watcher.locator(".cell[data-pick]").count() == 0
    assert not watcher.locator("#resign").is_visible()

    guest.locator("#draw").click()
    host.get_by_role("button", name="Refuse").click()
    guest.wait_for_function("() => document.querySelector('#offers').children.length === 0")
    guest.locator("#undo").click()
    host.get_by_role("button", name="Accept").click()
    for page in (host, guest, watcher):
        page.wait_for_function("() => document.querySelectorAll('#moves li').length === 5")
    host.locator("#draw").click()
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest, watcher):
        page.locator("#status.over .clause").filter(has_text="H3").wait_for()
    host.locator("#rematch").click()
    before = guest.url
    guest.get_by_role("button", name="Accept").click()
    guest.wait_for_url(lambda url: url != before)
    guest.wait_for_function(LIVE)
    assert guest.locator("#near .strip").get_attribute("data-seat") == "0"
    line.close()
