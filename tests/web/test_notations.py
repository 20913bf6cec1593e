"""The list of moves in the notation that the visitor chooses."""

import re

from tests.web.player import IS_READY, Player, send_moves, start_game, start_position
from tests.web.test_accessibility import serious_faults


def listed(page, *texts):
    page.wait_for_function(
        "texts => String([...document.querySelectorAll('#moves .move')].map(move => move.textContent)) === texts",
        arg=",".join(texts),
    )


def edges(page):
    """What stands along the edges of the board."""
    return "".join(page.locator("#board .coordinate").all_text_contents())


def test_moves_are_listed_in_the_notation_that_was_chosen(open_page, save_screenshot, axe):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    page.locator(".highlight-origin").first.wait_for()
    send_moves(page, ["h3e3", "h10g8"])
    listed(page, "h3e3", "h10g8")
    page.locator(".settings summary").click()
    assert sorted(edges(page)) == sorted("abcdefghi12345678910")
    page.locator("#notation").select_option("wxf")
    listed(page, "C2=5", "H8+7")
    assert edges(page) == "987654321" + "123456789"
    page.locator("#hint").click()
    hint = page.locator("#advice p").first.inner_text().split()[4].rstrip(".")
    assert re.fullmatch("[KAEHRCP][1-9+-][+=-][1-9]", hint) and hint in page.locator("#announcements").text_content()
    page.locator("#notation").select_option("iccs")
    assert sorted(edges(page)) == sorted("ABCDEFGHI0123456789")
    page.locator("#notation").select_option("wxf")
    player = Player(page, start_position("xiangqi"))
    assert player.wait_for_turn()
    player.play(player.position.parse_move("h1g3"))
    listed(page, "C2=5", "H8+7", "H2+3")
    page.locator("#announcements p", has_text="played H2+3").wait_for()
    page.locator("#notation").select_option("traditional chinese")
    listed(page, "炮二平五", "馬8進7", "馬二進三")
    page.locator("#notation").select_option("chinese")
    listed(page, "炮二平五", "马8进7", "马二进三")
    assert edges(page) == "九八七六五四三二一" + "123456789"
    save_screenshot(page, "moves-in-chinese")
    assert not serious_faults(page, axe)
    page.locator("#undo").click()
    listed(page, "炮二平五", "马8进7")
    player.sync()
    player.play(player.position.parse_move("b1c3"))
    listed(page, "炮二平五", "马8进7", "马八进七")
    page.reload()
    page.wait_for_function(IS_READY)
    listed(page, "炮二平五", "马8进7", "马八进七")
    page.locator(".settings summary").click()
    page.locator("#notation").select_option("coordinates")
    listed(page, "h3e3", "h10g8", "b1c3")


def test_the_notation_is_chosen_by_the_keyboard_alone(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    page.locator(".highlight-origin").first.wait_for()
    send_moves(page, ["h3e3"])
    listed(page, "h3e3")
    page.locator(".settings summary").focus()
    page.keyboard.press("Enter")
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "notation":
            break
    page.keyboard.type("WXF")
    listed(page, "C2=5")


def test_a_game_with_one_notation_offers_no_choice(open_page):
    page = open_page()
    start_game(page, "exile")
    page.locator(".settings summary").click()
    assert page.locator("#speed").is_visible() and not page.locator("#notation").is_visible()
