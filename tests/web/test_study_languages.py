"""Studies and the list of one's games in other languages: told in them, and no word is cut off."""

import pytest

from tests.web.player import send_moves, start_game
from tests.web.student import import_text, open_study

MATE = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
SIZES = {"desk": (1366, 768), "phone": (390, 844)}
WITHOUT_ROOM = """() => [...document.querySelectorAll('main *, header *')]
  .filter(each => each.offsetParent && each.clientWidth && !each.closest('.visually-hidden, svg, input, textarea'))
  .filter(each => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => each.outerHTML.slice(0, 120))"""
"""What is cut off, or sticks out of the page."""
STUDY_WORDS = {
    "es": ("Juega Rojo.", "Rojo no tiene general.", "Línea 1, jugada 2, 'h3e3': X2.1: no hay ninguna pieza en h3."),
    "zh-Hans": ("轮到红方走。", "红方没有将帅。", "第 1 行，第 2 步 'h3e3'：X2.1：h3 上没有棋子。"),
    "zh-Hant": ("輪到紅方走。", "紅方沒有將帥。", "第 1 行，第 2 步 'h3e3'：X2.1：h3 上沒有棋子。"),
}
EMPTY = {"es": "Haz una jugada en el tablero", "zh-Hans": "在棋盘上走一步", "zh-Hant": "在棋盤上走一步"}
HISTORY_WORDS = {"es": ("Ganaste", "Rojo: tú"), "zh-Hans": ("你赢了", "红方：你"), "zh-Hant": ("你贏了", "紅方：你")}


def choose(page, language):
    page.context.add_cookies([{"name": "language", "value": language, "url": page.evaluate("location.origin")}])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", STUDY_WORDS)
def test_a_study_is_told_in_the_language(open_page, save_screenshot, size, language):
    status, verdict, fault = STUDY_WORDS[language]
    page = open_page(SIZES[size])
    page.goto("/privacy")
    choose(page, language)
    open_study(page, "xiangqi")
    save_screenshot(page, f"study-{language}-{size}", full_page=True)
    assert page.locator("#status").text_content() == status
    assert EMPTY[language] in page.locator("#tree").evaluate("tree => getComputedStyle(tree, '::before').content")
    assert page.evaluate(WITHOUT_ROOM) == []
    page.locator("#edit").click()
    page.locator("#editor-clear").click()
    page.locator("#verdict").wait_for()
    assert page.locator("#verdict").text_content() == verdict
    save_screenshot(page, f"study-editor-{language}-{size}", full_page=True)
    assert page.evaluate(WITHOUT_ROOM) == []
    page.locator("#editor-cancel").click()
    import_text(page, "1. h3e3 h3e3")
    page.locator("#import-fault .error").wait_for()
    assert page.locator("#import-fault").text_content() == fault
    save_screenshot(page, f"study-import-{language}-{size}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", HISTORY_WORDS)
def test_ones_games_are_told_in_the_language(open_page, save_screenshot, size, language):
    page = open_page(SIZES[size])
    start_game(page, "xiangqi", {"start": MATE, "seat.1": "machine:1"})
    send_moves(page, ["a2d2"])
    choose(page, language)
    page.goto("/history")
    for words in HISTORY_WORDS[language]:
        assert words in page.locator(".rooms").inner_text()
    page.locator("form[action='/history/phrase'] button").click()
    page.locator("#phrase").wait_for()
    page.locator("details summary").click()
    save_screenshot(page, f"history-{language}-{size}", full_page=True)
    assert page.evaluate(WITHOUT_ROOM) == []
