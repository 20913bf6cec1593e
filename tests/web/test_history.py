"""One's own games: found again by filters and on a second device, downloaded, and deleted."""

import re

import pytest

import ludoteca
from ludoteca.core.record import split_records
from tests.web.player import IS_READY, send_moves, start_game, themes
from tests.web.test_accessibility import serious_faults

MATE = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
PHONE = (390, 800)


def play_some_games(page):
    """One that is won, one that is given up, and one with four seats that goes on."""
    start_game(page, "xiangqi", {"start": MATE, "seat.1": "machine:1"})
    send_moves(page, ["a2d2"])
    start_game(page, "tomb-chess", {"seat.1": "machine:2"})
    page.evaluate(RESIGN)
    start_game(page, "exile", {"seat.1": "machine:1", "seat.2": "machine:4", "seat.3": "machine:8"})


RESIGN = """async () => {
  const socket = new WebSocket(`ws://${location.host}/socket/${location.pathname.split('/').pop()}`);
  await new Promise(resolve => { socket.onopen = resolve; });
  socket.send(JSON.stringify({ do: 'hello', since: -1, views: false }));
  socket.send(JSON.stringify({ do: 'resign', id: 'enough', seat: 0 }));
  await new Promise(resolve => { socket.onmessage = event => JSON.parse(event.data).ack && resolve(); });
  socket.close();
}"""


def test_games_are_found_filtered_and_downloaded(open_page, save_screenshot, axe):
    page = open_page()
    play_some_games(page)
    page.goto("/")
    page.get_by_role("link", name="All my games, with results and records").click()
    page.wait_for_url("**/history")
    assert page.locator(".history .rooms > li").count() == 3
    assert page.get_by_text("You won").is_visible() and page.get_by_text("You lost").is_visible()
    for theme in themes(page):
        save_screenshot(page, f"history-{theme}", full_page=True)
        assert not serious_faults(page, axe), theme
    page.get_by_label("Result", exact=True).select_option("won")
    page.wait_for_url("**result=won**")
    assert page.locator(".history .rooms > li").count() == 1
    page.get_by_role("link", name="X2.4").click()
    page.wait_for_url("**/rules/xiangqi#X2.4")
    page.go_back()
    page.get_by_label("Result", exact=True).select_option("")
    page.get_by_text("3 games", exact=True).wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all as one file").click()
    records = [ludoteca.read_record(each) for each in split_records(download.value.path().read_text("utf-8"))]
    assert [record.game.name for record in records] == ["exile", "tomb-chess", "xiangqi"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Record of Xiangqi").click()
    assert str(records[2]) == download.value.path().read_text("utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_fits_a_phone(open_page, save_screenshot, axe, theme):
    page = open_page(PHONE, theme)
    play_some_games(page)
    page.goto("/history")
    page.get_by_role("button", name="Make a recovery phrase").click()
    page.locator("#phrase").wait_for()
    page.get_by_text("I have a phrase").click()
    save_screenshot(page, f"history-phone-{theme}", full_page=True)
    assert not serious_faults(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#ask-delete").click()
    assert not serious_faults(page, axe)
    save_screenshot(page, f"history-delete-phone-{theme}")


def test_a_second_device_gets_the_games_and_the_name(open_page, save_screenshot):
    page, phone = open_page(), open_page(PHONE)
    start_game(page, "xiangqi", {"seat.1": "machine:1", "name": "Somebody"})
    room = page.url
    page.goto("/history")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_role("button", name="Make a recovery phrase").click()
    phrase = page.locator("#phrase").inner_text()
    page.get_by_role("link", name="I have written it down").click()
    assert page.locator("#phrase").count() == 0
    phone.goto("/history")
    phone.get_by_text("I have a phrase").click()
    phone.get_by_label("Recovery phrase").fill(phrase[:-2] + "xx")
    phone.get_by_role("button", name="Play as I did there").click()
    phone.get_by_role("alert").wait_for()
    assert "Nobody has this recovery phrase" in phone.get_by_role("alert").inner_text()
    phone.get_by_label("Recovery phrase").fill(phrase.upper())
    phone.get_by_role("button", name="Play as I did there").click()
    phone.get_by_text("1 game", exact=True).wait_for()
    assert phone.get_by_label("Name", exact=True).input_value() == "Ada"
    phone.locator(".history .rooms a").first.click()
    phone.wait_for_function(IS_READY)
    assert phone.url == room
    assert phone.locator("#status.yours").count() == 1
    start_game(phone, "xiangqi", {"seat.1": "machine:1"})
    assert "Ada" in phone.locator("#near").inner_text()


def test_games_of_this_browser_come_along_with_a_phrase(open_page, save_screenshot, axe):
    page, phone = open_page(), open_page(PHONE)
    start_game(page, "xiangqi", {"seat.1": "machine:1"})
    page.goto("/history")
    page.get_by_role("button", name="Make a recovery phrase").click()
    phrase = page.locator("#phrase").inner_text()
    start_game(phone, "exile", {"seat.1": "machine:1", "seat.2": "machine:1", "seat.3": "machine:1"})
    phone.goto("/history")
    phone.get_by_text("I have a phrase").click()
    assert phone.get_by_text("This browser already has 1 game.").is_visible()
    assert phone.get_by_label("Take them along").is_checked()
    phone.get_by_label("Recovery phrase").fill(phrase)
    save_screenshot(phone, "history-take-along", full_page=True)
    assert not serious_faults(phone, axe)
    phone.get_by_role("button", name="Play as I did there").click()
    phone.get_by_text("2 games", exact=True).wait_for()
    page.goto("/history")
    assert page.locator(".history .rooms > li").count() == 2


def test_studies_and_days_are_told_for_people(open_page, save_screenshot, axe):
    page = open_page()
    start_game(page, "xiangqi", {"seat.1": "machine:1"})
    study = {"game": "xiangqi", "nodes": [{}], "title": "Two cannons"}
    assert page.request.post("/api/studies", data=study).ok
    page.goto("/history")
    page.get_by_role("link", name="Two cannons").wait_for()
    days = page.locator("time").all_inner_texts()
    assert len(days) == 2 and not any(re.fullmatch(r"[\d-]+", day) for day in days)
    save_screenshot(page, "history-studies", full_page=True)
    assert not serious_faults(page, axe)


def test_everything_is_deleted_after_a_question(open_page, save_screenshot):
    page = open_page()
    start_game(page, "xiangqi", {"seat.1": "machine:1"})
    room = page.url
    page.goto("/history")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_text("The name is saved.").wait_for()
    save_screenshot(page, "history-name-saved")
    page.locator("#ask-delete").click()
    save_screenshot(page, "history-delete")
    page.get_by_role("button", name="Keep it").click()
    assert not page.get_by_role("button", name="Delete everything").is_visible()
    page.locator("#ask-delete").click()
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_text("Games deleted: 1").wait_for()
    save_screenshot(page, "history-deleted")
    page.wait_for_function("() => localStorage.length === 0")
    page.goto("/new/xiangqi")
    assert page.evaluate("localStorage.getItem('ludoteca.name')") is None
    assert page.goto(room).status == 404
    page.goto("/history")
    assert page.get_by_text("None yet.").is_visible()


def test_the_language_can_be_changed_where_a_form_was_answered(open_page):
    page = open_page()
    page.goto("/history")
    page.get_by_role("button", name="Make a recovery phrase").click()
    page.locator("#phrase").wait_for()
    page.locator("footer button[value=es]").click()
    page.wait_for_function("() => document.documentElement?.lang === 'es'")
    assert page.url.endswith("/history")
