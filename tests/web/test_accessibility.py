"""Play by keyboard alone, texts for screen readers, and the checks of axe."""

from typing import Any

import pytest

import ludoteca
from ludoteca.games import FOLDERS
from tests.test_puzzle_files import WITH_PUZZLES
from tests.web.player import IS_READY, Player, some_games, start_game, start_position, themes

MATE = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"
PLAIN_PAGES = ("/", "/privacy", "/no-such-page")
GAME_PAGES = {"new": ludoteca.GAMES, "rules": ludoteca.GAMES, "learn": FOLDERS, "puzzles": WITH_PUZZLES}
"""The games that have a page of each kind."""

SHORT: dict[str, tuple[dict[str, Any], str]] = {
    "xiangqi": ({}, MATE),
    "chinese-checkers": ({"round_limit": 3}, ""),
    "exile": ({"mode": "duel-classic", "round_limit": 2}, ""),
    "tomb-chess": ({"turn_limit": 2}, ""),
    "amazons": ({}, "/".join(["x" * 10] * 9 + ["R.Bxxxxxxx"]) + " 1 archer='a1'"),
    "four-colours": ({}, "/".join([".RBGYRBG"] + ["RBGYRBGR"] * 7) + " 1"),
    "hex": ({}, "/".join(["R.........B"] * 10 + ["..........."]) + " 1"),
    "kalah": ({}, "20,0,0,0,0,0,0/0,0,0,0,0,1,27 1 is_again=False"),
    "nine-mens-morris": ({}, "RB./.../.../R...../.../.../RBB 1 in_hand=[0,0] has_mill=True quiet_moves=0"),
    "tic-tac-toe": ({}, ""),
}
"""Options or a start position with which each game ends soon."""


@pytest.mark.parametrize("game", ludoteca.GAMES)
def test_the_keyboard_alone_plays_a_whole_game(open_page, game):
    """From the lobby to the end of the game."""
    options, text = SHORT[game]
    page = open_page()
    page.goto("/")
    tab_to(page, f"document.activeElement.matches('a[href=\"/new/{game}\"]')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    is_open = False
    for name, value in {**{f"option-{name}": str(value) for name, value in options.items()}, "start": text}.items():
        if not is_open and not page.locator(f"#{name}").is_visible():
            tab_to(page, "document.activeElement.matches('.more summary')")
            page.keyboard.press("Enter")
            is_open = True
        tab_to(page, f"document.activeElement.id === '{name}'")
        page.keyboard.type(value)
    page.keyboard.press("Enter")
    page.wait_for_url("**/room/*")
    page.wait_for_function(IS_READY)
    player = Player(page, start_position(game, text, **options))
    tab_to(page, "document.activeElement.matches('.cell')")
    while player.wait_for_turn():
        page.locator(".highlight-origin").first.wait_for()
        count = len(player.position.moves_played())
        move = winning(player.position) if text else player.position.legal_moves()[0]
        pick_by_keys(page, player, move)
        player.wait_for_moves(count + 1)
        player.position.play(move)
        assert count < 30
    assert page.locator("#status .clause").inner_text() == player.position.outcome().clause


def pick_by_keys(page, player, move: int) -> None:
    look = player.position.game.look
    picks = look.picks(player.position, move)
    for number, pick in enumerate(picks):
        if isinstance(pick, str):
            tab_to(page, f"document.activeElement.dataset.word === '{pick}'")
        else:
            tab_to(page, "document.activeElement.matches('.cell')", "Shift+Tab")
            walk_to(page, player, pick)
        page.keyboard.press("Enter")
        if number + 1 < len(picks) and isinstance(picks[number + 1], int):
            page.locator(f'.cell[data-cell="{picks[number + 1]}"][data-pick="target"]').wait_for()
    others = (look.picks(player.position, other) for other in player.position.legal_moves() if other != move)
    if any(other[: len(picks)] == picks for other in others):
        page.keyboard.press("Enter")


def winning(position):
    """A move that ends the game, or that leaves the other side the fewest answers."""

    def answers(move):
        trial = position.copy()
        trial.play(move)
        return len(trial.legal_moves())

    return min(position.legal_moves(), key=answers)


def tab_to(page, is_there: str, key: str = "Tab") -> None:
    for _ in range(60):
        if page.evaluate(f"() => Boolean(document.activeElement && {is_there})"):
            return
        page.keyboard.press(key)
    pytest.fail(f"no {key} leads to where {is_there}")


def walk_to(page, player, cell: int) -> None:
    """Go to a cell by arrow keys; on a star or hexagons by the key for the next cell that can be picked."""
    sheet = player.position.game.look.sheet(player.position.options)
    here = int(page.evaluate("() => document.activeElement.dataset.cell"))
    (x, y), (to_x, to_y) = sheet.geometry.places[here], sheet.geometry.places[cell]
    ways = (("ArrowRight", to_x - x), ("ArrowLeft", x - to_x), ("ArrowUp", to_y - y), ("ArrowDown", y - to_y))
    for key, steps in ways if sheet.style not in ("holes", "hexagons") else ():
        for _ in range(steps):
            page.keyboard.press(key)
    for _ in range(len(sheet.geometry)):
        if page.evaluate("() => document.activeElement.dataset.cell") == str(cell):
            return
        page.keyboard.press("n")
    pytest.fail(f"no key leads to {sheet.geometry.names[cell]}")


def test_moves_and_positions_are_described(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seat.1": "me"})
    player = Player(page, start_position("xiangqi"))
    assert player.wait_for_turn()
    geometry = player.position.game.look.sheet({}).geometry
    label = page.locator(f'.cell[data-cell="{geometry.cell("h3")}"]')
    assert label.get_attribute("aria-label").startswith("h3, cannon of Red")
    player.play(player.position.parse_move("h3h10"))
    page.locator("#announcements p").filter(
        has_text="cannon of Red goes from h3 to h10, horse of Black dies on h10"
    ).wait_for()
    assert "horse on b10" in page.locator("#position").text_content()
    page.locator("#move-text").fill("h10h11")
    page.locator("#move-text").press("Enter")
    page.locator("#ruling .clause").wait_for()
    page.locator("#move-text").fill("i10h10")
    page.locator("#move-text").press("Enter")
    player.wait_for_moves(2)


def test_marks_are_described_on_hover_and_focus(open_page, save_screenshot):
    """T17: ranges, green circles, walls with their time, tombs with their queue, rest in words."""
    page = open_page()
    text = (
        "rnbdjqkjdbnr/pppppppp2pp/12/12/3P8/12/12/12/12/12/PPP1PPPPPPP1/RNBDJQKJDBNR S "
        "c1=10r,f2=p2,a12=p1 d5:2,d6:1 k7:Pp!,l8:p - 9"
    )
    start_game(page, "tomb-chess", {"start": text, "seat.1": "me"})
    page.locator(".highlight-origin").first.wait_for()
    position = start_position("tomb-chess", text)
    geometry = position.game.look.sheet({}).geometry
    descriptions = {
        "c1": ("bishop of South", "range 10", "rests this turn"),
        "f2": ("paralysed for 2 turns",),
        "d5": ("wall", "2 turns"),
        "d6": ("wall", "1 turn"),
        "k7": ("open tomb", "South's pawn, North's pawn"),
        "l8": ("tomb", "North's pawn"),
    }
    for name, words in descriptions.items():
        cell = page.locator(f'.cell[data-cell="{geometry.cell(name)}"]')
        cell.hover()
        shown = page.locator("#cell-description").inner_text()
        assert all(word in shown for word in words), shown
        page.locator("#cell-description").evaluate("element => { element.textContent = ''; }")
        page.locator(".brand").hover()
        cell.focus()
        cell.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        assert all(word in cell.get_attribute("aria-label") for word in words)
    assert page.locator("#board .mark.dots .dot").count() == 3
    assert page.locator("#board .mark.block").count() == 2
    assert page.locator("#board .mark.stone").count() == 2
    assert page.locator("#board .mark.number").count() == len(position.game.look.view(position).units)
    page.locator("#legend summary").click()
    page.locator("#marks li").first.wait_for()
    legend = page.locator("#marks span").all_inner_texts()
    assert all(mark.words in legend for mark in position.game.look.sheet({}).legend)
    assert {"can be picked: a move begins here", "where what is picked can go"} <= set(legend)
    save_screenshot(page, "tomb-marks")


def serious_faults(page, axe: str) -> list[str]:
    page.evaluate(f"window.axe || (() => {{ {axe} }})()")
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]} {fault['nodes'][0]['failureSummary'][:300]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@some_games
def test_axe_finds_no_serious_fault_in_pages(open_page, axe, games):
    page = open_page()
    paths = {f"/{kind}/{game}": game for kind, having in GAME_PAGES.items() for game in games if game in having}
    for path in (*PLAIN_PAGES, *paths):
        page.goto(path)
        page.locator("#theme").filter(has_text="auto").wait_for()
        for theme in themes(page):
            # A theme has the same colours on the pages of all games.
            if theme == "light" or paths.get(path, "exile") == "exile":
                assert not serious_faults(page, axe), (path, theme)


def test_axe_finds_no_serious_fault_in_a_board_for_other_sites(open_page, axe):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    page.wait_for_function(IS_READY)
    page.goto(f"/embed/{page.url.rpartition('/')[2].partition('#')[0]}")
    page.wait_for_selector("img")
    assert not serious_faults(page, axe)


def test_axe_finds_no_serious_fault_in_invitations(open_page, save_screenshot, axe):
    host, guest = open_page(), open_page()
    start_game(host, "exile", {"seat.1": "open", "minutes": "10"})
    host.get_by_role("button", name="Invite a friend").click()
    link = host.locator("#link").input_value()
    for theme in themes(host):
        save_screenshot(host, f"invitation-{theme}")
        assert not serious_faults(host, axe), theme
    guest.goto(link)
    guest.locator(".preview svg").wait_for()
    for theme in themes(guest):
        save_screenshot(guest, f"join-{theme}")
        assert not serious_faults(guest, axe), theme


@pytest.mark.parametrize("game", ludoteca.GAMES)
def test_axe_finds_no_serious_fault_in_rooms(open_page, axe, game):
    page = open_page()
    start_game(page, game, {"seat.1": "open", "public": "on"} if game == "exile" else {})
    if game != "exile":
        player = Player(page, start_position(game))
        player.play(player.position.legal_moves()[0])
        assert player.wait_for_turn()
        page.locator(".highlight-origin").first.wait_for()
        page.locator("#move-text").fill("nonsense")
        page.locator("#move-text").press("Enter")
        page.locator("#ruling").wait_for()
        page.locator(".settings summary").click()
        page.locator(".words summary").click()
    for theme in themes(page):
        assert not serious_faults(page, axe), theme
