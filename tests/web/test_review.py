"""The review of a game, on its page."""

import re
import time

import ludoteca
from tests.web.player import send_moves, start_game, themes
from tests.web.test_accessibility import serious_faults

BOTH_MATE_NEXT = "3k5/R8/1R7/9/9/9/9/7r1/r8/4K4 w - - 0 1"
IS_DONE = "() => !document.querySelector('#review progress') && !document.querySelector('#review').hidden"


HAS_TEXT = "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)"


def wait_for_text(page, selector, text):
    page.wait_for_function(HAS_TEXT, arg=[selector, text])


def open_finished_game(page):
    start_game(page, "xiangqi", {"seats": "me", "start": BOTH_MATE_NEXT})
    send_moves(page, ["a9a8", "h3h1"])
    page.wait_for_selector("#status.over")


def test_a_mistake_is_found_and_the_better_line_played_out(open_page):
    page = open_page()
    open_finished_game(page)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_function(IS_DONE, timeout=60_000)
    review = page.locator("#review")
    assert review.locator(".mistakes > li").count() == 1
    assert review.locator("strong.blunder").text_content() == "blunder, −100%"
    assert review.locator(".accuracies li").all_text_contents() == ["Red: 0% accurate", "Black: 100% accurate"]
    review.get_by_role("button", name="Better: b8b10").click()
    wait_for_text(page, "#looking-back", "Not played: b8b10, as the first move")
    assert page.evaluate("() => document.querySelectorAll('#board .unit').length") == 6
    review.get_by_role("button", name="It allows: h3h1").click()
    wait_for_text(page, "#looking-back", "Not played: h3h1, after move 1 of Red")


def test_a_click_on_the_graph_goes_to_the_position(open_page, axe):
    page = open_page()
    open_finished_game(page)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_function(IS_DONE, timeout=60_000)
    graph = page.locator("#review .graph svg")
    width = graph.bounding_box()["width"]
    graph.click(position={"x": 2, "y": 10})
    wait_for_text(page, "#looking-back", "the first position")
    graph.click(position={"x": width / 2, "y": 10})
    wait_for_text(page, "#looking-back", "after move 1 of Red")
    for theme in themes(page):
        assert not serious_faults(page, axe), theme


def test_a_review_goes_on_after_the_connection_was_lost(open_page):
    page = open_page()
    open_finished_game(page)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_selector("#review:not([hidden])")
    page.context.set_offline(True)
    page.context.set_offline(False)
    page.wait_for_function(IS_DONE, timeout=60_000)


def test_a_review_whose_script_loads_slowly_ends(open_page):
    def answer_late(route):
        time.sleep(0.5)
        route.continue_()

    page = open_page()
    page.route("**/review.js*", answer_late)
    open_finished_game(page)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_function(IS_DONE, timeout=60_000)


def test_a_review_numbers_and_writes_moves_as_the_list_does(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me", "start": BOTH_MATE_NEXT})
    page.locator("details.settings summary").click()
    page.locator("#notation").select_option("wxf")
    send_moves(page, ["b8b7", "h3h4", "a9a8", "h4h1"])
    page.wait_for_selector("#status.over")
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_function(IS_DONE, timeout=60_000)
    listed = page.locator("#moves li").all_text_contents()
    mistakes = page.locator("#review .mistakes > li")
    titles = mistakes.locator(".move").all_text_contents()
    assert titles and set(titles) <= {f"{number // 2 + 1}. {text}" for number, text in enumerate(listed)}
    lines = mistakes.locator(".line").all_inner_texts()
    assert lines and not any(re.search(r"[a-i]\d+[a-i]\d+", line) for line in lines)


def test_another_move_puts_the_review_away(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    assert page.locator("#ask-review").is_disabled()
    send_moves(page, ["h3e3", "h10g8"])
    page.locator("#ask-review").click()
    page.wait_for_function(IS_DONE, timeout=60_000)
    page.locator("#undo").click()
    page.wait_for_selector("#review", state="hidden")


def test_every_seat_of_many_has_a_line(open_page):
    page = open_page()
    start_game(page, "chinese-checkers", {"seats": "me", "option.players": "3"})
    position = ludoteca.game("chinese-checkers").start(players=3)
    texts = []
    for _ in range(4):
        move = position.legal_moves()[0]
        texts.append(position.move_text(move))
        position.play(move)
    send_moves(page, texts)
    page.locator("#ask-review").click()
    page.wait_for_function(IS_DONE, timeout=60_000)
    assert page.locator("#review .share").count() == 3
    assert page.locator("#review .accuracies li").count() == 3
