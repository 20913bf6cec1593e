"""A game from elsewhere in a study: reviewed, its mistakes marked, and what was better tried."""

import random

import pytest

import ludoteca
from ludoteca.core.record import Record
from tests.web.player import send_moves, start_game, start_position
from tests.web.student import CURRENT_ENDS_WITH, exported, import_text, open_study, type_move, units_on
from tests.web.test_accessibility import serious_faults

BOTH_MATE_NEXT = "3k5/R8/1R7/9/9/9/9/7r1/r8/4K4 w - - 0 1"
LOST_GAME = f'[Game "Chinese Chess"]\n[FEN "{BOTH_MATE_NEXT}"]\n\n1. b8b7 h3h4 2. a9a8 h4h1 0-1\n'
IS_DONE = "() => !document.querySelector('#review progress') && !document.querySelector('#review').hidden"


def review(page):
    page.locator("#ask-review").click()
    page.wait_for_function(IS_DONE, timeout=60_000)


def open_lost_game(page):
    open_study(page, "xiangqi")
    assert page.locator("#ask-review").is_disabled()
    import_text(page, LOST_GAME)
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 4")


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_mistake_that_lost_a_game_is_found_and_the_better_line_tried_against_the_machine(
    open_page, save_screenshot, axe, size
):
    page = open_page(size)
    open_lost_game(page)
    review(page)
    mistakes = page.locator("#review .mistakes > li")
    assert mistakes.last.locator(".move").inner_text() == "2. a9a8"
    assert page.locator("#review .accuracies li").count() == 2
    marked = page.locator("#tree .move[data-mark='??']")
    assert "a9a8" in marked.all_inner_texts()
    assert not serious_faults(page, axe)
    page.locator("#review .graph svg").click(position={"x": 2, "y": 10})
    page.wait_for_function("() => document.querySelector('#before').disabled")
    page.locator("#review").get_by_role("button", name="Better").last.click()
    page.locator("#tree .variation .move[aria-current]").wait_for()
    save_screenshot(page, f"study-review-{size[0]}")
    assert mistakes.count()
    if size[0] == 1366:
        row = page.locator("#tree .move").first.bounding_box()["height"]
        assert page.locator("#tree").bounding_box()["height"] >= 4 * row
    better = ludoteca.read_record(exported(page)).tree
    assert len(list(better.line())[1].children) == 2
    page.locator("#before").click()
    page.locator("#play-from-here").click()
    page.locator("#play-opponent").select_option("machine:1")
    page.locator("#play-start").click()
    page.wait_for_url("**/room/*")
    page.locator("#status.yours").wait_for()
    assert len(units_on(page)) == 6


TELL_TWICE = """async () => {
  const { src } = document.querySelector('script[src*="study.js"]');
  const { ReviewPanel } = await import(src.replace('study.js', 'review.js'));
  const { sheet } = JSON.parse(document.querySelector('#data').textContent);
  const panel = new ReviewPanel({ sheet, moveTitle: number => `move ${number}`, shownNumber: () => 0 });
  const mistake = number => ({ number, seat: 0, mark: 'blunder', loss: 0.3, better: [], answer: [] });
  const told = { total: 3, assessed: 3, shares: Array(3).fill([0.5, 0.5]), accuracies: [null, null] };
  panel.receive({ ...told, refined: 0, mistakes: [mistake(2), mistake(1)] });
  panel.receive({ ...told, refined: 3, mistakes: [mistake(1)] });
  return document.querySelector('#review .cleared').textContent;
}"""


def test_a_verdict_that_a_closer_look_withdraws_does_not_vanish(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    assert page.evaluate(TELL_TWICE) == "No mistakes after a closer look: move 2"


def test_a_review_is_put_away_with_the_moves_that_it_is_of(open_page):
    page = open_page()
    open_lost_game(page)
    review(page)
    type_move(page, "b8b10")
    assert page.locator("#review").is_visible()
    page.locator("#tree > .line .move", has_text="a9a8").click()
    page.wait_for_function(CURRENT_ENDS_WITH, arg="a9a8")
    page.locator("#delete").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("#review").wait_for(state="hidden")
    assert page.locator("#tree .move[data-mark]").count() == 0


def test_every_seat_of_many_is_reviewed(open_page, save_screenshot):
    page = open_page((1366, 768))
    position = start_position("chinese-checkers", players=6)
    for _ in range(8):
        position.play(position.legal_moves()[0])
    open_study(page, "chinese-checkers")
    import_text(page, str(Record.of(position)))
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 8")
    review(page)
    assert page.locator("#review .share").count() == 6
    assert page.locator("#review .accuracies li").count() == 6
    save_screenshot(page, "study-review-six")


# The list


def test_moves_are_numbered_and_coloured_as_in_a_room(open_page):
    page, room = open_page(), open_page()
    position = start_position("chinese-checkers", players=3)
    for _ in range(7):
        position.play(position.legal_moves()[0])
    texts = list(Record.of(position).moves)
    start_game(room, "chinese-checkers", {"seats": "me", "option.players": "3"})
    send_moves(room, texts)
    names = "moves => moves.map(move => move.getAttribute('aria-label'))"
    room.wait_for_function("() => document.querySelectorAll('#moves li').length === 7")
    in_room = room.locator("#moves .move").evaluate_all(names)
    open_study(page, "chinese-checkers")
    import_text(page, str(Record.of(position)))
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 7")
    assert page.locator("#tree .move").evaluate_all(names) == in_room
    seats = page.locator("#tree .move").evaluate_all("moves => moves.map(move => move.className)")
    assert [name.split("seat-")[1] for name in seats] == [str(number % 3) for number in range(7)]


def test_a_long_game_is_a_list_of_full_rows(open_page):
    page = open_page()
    position = start_position("xiangqi")
    choose = random.Random(3)
    while len(position.moves_played()) < 40:
        position.play(choose.choice(position.legal_moves()))
    open_study(page, "xiangqi")
    import_text(page, str(Record.of(position)))
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 40")
    rows = page.locator("#tree > .line").evaluate_all("rows => rows.map(row => row.querySelectorAll('.move').length)")
    assert rows == [2] * 20
    # Rows that are not in view have no inner text.
    assert page.locator("#tree > .line > .number").last.text_content() == "20."


# The layout

IS_SEEN = """selector => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && bottom > top;
}"""
GAP_BELOW_BOARD = """() => document.querySelector('#before').getBoundingClientRect().top
  - document.querySelector('#board .board').getBoundingClientRect().bottom"""


def test_board_list_steps_lines_and_refusals_are_on_one_screen(open_page):
    page = open_page((1366, 768))
    open_lost_game(page)
    page.locator("#tree .move").nth(2).click()
    page.locator("#analyse").click()
    page.locator("#analysis .lines li").first.wait_for()
    page.locator("#move-text").fill("a8i8")
    page.locator("#move-text").press("Enter")
    page.locator("#ruling").wait_for()
    for selector in ("#board .board", "#tree", "#before", "#analysis .lines", "#ruling", "#comment", "#move-text"):
        assert page.evaluate(IS_SEEN, selector), selector
    assert page.evaluate(IS_SEEN, "#tree [aria-current]")


def test_the_steps_are_right_below_the_board_of_a_phone(open_page):
    page = open_page((390, 844))
    open_lost_game(page)
    assert 0 <= page.evaluate(GAP_BELOW_BOARD) < 40


def test_lines_of_the_machine_are_told_for_one_seat(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#analyse").click()
    for text in ("h3e3", "h10g8"):
        page.locator("#analysis:not(.outdated) .score", has_text="Red").first.wait_for()
        type_move(page, text)
