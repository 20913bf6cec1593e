"""What a newcomer finds: the summary beside the board, the way to the lessons, and what is told once."""

import pytest

import ludoteca
from ludoteca.games import FOLDERS
from tests.web.player import IS_READY, Player, start_game, start_position, themes
from tests.web.test_accessibility import serious_faults, tab_to


@pytest.mark.parametrize("game", FOLDERS)
def test_the_summary_of_the_rules_is_beside_the_board(open_page, game):
    page = open_page()
    start_game(page, game)
    card = page.locator("#how-to-play")
    assert not card.locator("p").first.is_visible()
    card.locator("summary").click()
    assert card.locator("p").first.inner_text().startswith("Goal.")
    assert card.locator("p").count() == len(ludoteca.game(game).rules.summary) + 1
    assert card.locator(f'a[href="/learn/{game}"]').is_visible()


def test_a_game_in_plain_python_has_its_summary_without_lessons(open_page):
    page = open_page()
    start_game(page, "hex")
    page.locator("#how-to-play summary").click()
    assert page.locator("#how-to-play p").first.inner_text()
    assert page.locator('#how-to-play a[href^="/learn"]').count() == 0


def test_the_header_of_a_room_leads_to_the_lessons(open_page):
    page = open_page()
    start_game(page, "exile")
    assert page.locator('header a[href="/learn/exile"]').is_visible()
    start_game(page, "hex")
    assert page.locator('header a[href^="/learn"]').count() == 0


@pytest.mark.parametrize("path", ["/", "/new/exile"])
def test_newcomers_are_shown_the_way_to_the_lessons(open_page, path):
    page = open_page()
    page.goto(path)
    newcomer = page.locator(".newcomer").filter(has=page.locator('a[href="/learn/exile"]'))
    assert newcomer.inner_text().startswith("New to the game?")


def test_keys_and_gestures_are_told_once(open_page, save_screenshot, axe):
    page = open_page()
    start_game(page, "exile")
    assert page.locator("#first-visit .keys").is_visible() and not page.locator("#first-visit .touch").is_visible()
    for theme in themes(page):
        save_screenshot(page, f"first-visit-{theme}")
        assert not serious_faults(page, axe), theme
    tab_to(page, "document.activeElement.id === 'understood'")
    page.keyboard.press("Enter")
    page.locator("#first-visit").wait_for(state="hidden")
    assert page.evaluate("() => document.activeElement.matches('.cell')")
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#first-visit").is_hidden()
    start_game(page, "tomb-chess")
    assert page.locator("#first-visit").is_hidden()


def test_a_phone_is_told_of_touches(open_page):
    page = open_page(size=(390, 780), has_touch=True, is_mobile=True)
    start_game(page, "exile")
    assert page.locator("#first-visit .touch").is_visible() and not page.locator("#first-visit .keys").is_visible()


def test_the_first_visit_asks_which_pieces_to_show(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    page.locator('#first-visit [data-face="chinese"]').click()
    assert page.locator(".units .character").filter(has_text="帥").count() == 1
    assert page.locator("#face").input_value() == "chinese"
    page.locator("#understood").click()
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#first-visit").is_hidden()
    assert page.locator(".units .character").count() == 32


def test_a_refusal_is_on_the_screen_beside_what_is_told_once(open_page):
    size = (1366, 768)
    page = open_page(size)
    start_game(page, "tomb-chess")
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    for name in ("e2", "e8"):
        page.locator(f'.cell[data-cell="{cell(name)}"]').click()
    page.locator("#ruling").wait_for()
    assert page.locator("#first-visit").is_visible()
    box = page.locator("#ruling").bounding_box()
    assert box["y"] + box["height"] <= size[1]


def test_who_makes_a_move_needs_no_more_telling(open_page):
    page = open_page()
    start_game(page, "exile")
    player = Player(page, start_position("exile"))
    player.play(player.position.legal_moves()[0])
    page.locator("#first-visit").wait_for(state="hidden")
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#first-visit").is_hidden()
