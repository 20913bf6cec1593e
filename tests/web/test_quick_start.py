"""What was chosen last is played by one click; chips for the clock; days for a move; levels in words."""

from typing import Any

import pytest

import ludoteca
from tests.web.player import IS_READY, Player, fill_in_form, start_position, themes
from tests.web.test_accessibility import serious_faults, tab_to

DAYS = 86400


def start_again(page: Any) -> Any:
    """Click on the button of the lobby; the room that it makes."""
    page.goto("/")
    page.locator("#quick button").click()
    return room_of(page)


def room_of(page: Any) -> Any:
    page.wait_for_url("**/room/*")
    page.wait_for_function(IS_READY)
    return page.evaluate("fetch(`/api${location.pathname.replace('room', 'rooms')}`).then(answer => answer.json())")


def test_who_comes_for_the_first_time_plays_the_easiest_machine(open_page):
    page = open_page()
    page.goto("/")
    first = next(iter(ludoteca.GAMES))
    title = ludoteca.game(first).title
    assert page.locator("#quick button").inner_text() == f"Play {title}, against level 1 (beginner), no clock"
    room = start_again(page)
    assert (room["game"], room["clock"], room["host"]) == (first, None, True)
    assert [seat.get("level", 0) for seat in room["seats"]] == [0, 1]


def test_one_click_plays_what_was_chosen_last(open_page):
    page = open_page()
    fill_in_form(page, "tomb-chess", {"seat.1": "machine:3", "clock": "5+3", "name": "Ada"})
    chosen = room_of(page)
    page.goto("/")
    words = "Play Tomb Chess again, against level 3 (easy), 5+3"
    assert page.get_by_role("button", name=words, exact=True).is_visible()
    room = start_again(page)
    assert room["id"] != chosen["id"] and room["clock"] == {"base": 300, "increment": 3}
    for name in ("game", "options", "public", "is_joinable", "seats", "clock"):
        assert room[name] == chosen[name]
    page.goto("/")
    assert page.locator("#quick button").inner_text() == words, "it is still the last choice"


CHOICES: list[tuple[str, dict[str, str], str]] = [
    ("xiangqi", {"seat.1": "open", "clock": "3d"}, "Play Xiangqi again, against a friend, 3 days a move"),
    ("xiangqi", {"seat.1": "anybody", "clock": "1d"}, "Play Xiangqi again, against anybody, 1 day a move"),
    (
        "xiangqi",
        {"seat.0": "machine:8", "seat.1": "me"},
        "Play Xiangqi again as Black, against level 8 (full strength), no clock",
    ),
    ("xiangqi", {"seats": "me", "minutes": "7"}, "Play Xiangqi again, all seats yours, 7+0"),
    (
        "xiangqi",
        {"seats": "machine:2", "days": "2"},
        "Watch Xiangqi again, between 2 × level 2 (very easy), 2 days a move",
    ),
    (
        "chinese-checkers",
        {"option.players": "4", "seat.1": "machine:5", "option.anti_blocking": "on", "clock": "10+5"},
        "Play Chinese Checkers again, against level 5 (fair) and 2 × level 1 (beginner), "
        "players: 4, anti blocking: on, 10+5",
    ),
]


@pytest.mark.parametrize(("game", "fields", "words"), CHOICES, ids=[words for *_, words in CHOICES])
def test_the_button_tells_what_it_plays(open_page, game, fields, words):
    page = open_page()
    fill_in_form(page, game, fields)
    chosen = room_of(page)
    page.goto("/")
    assert page.locator("#quick button").inner_text() == words
    room = start_again(page)
    for name in ("game", "options", "public", "clock"):
        assert room[name] == chosen[name]
    assert [seat["kind"] for seat in room["seats"]] == [seat["kind"] for seat in chosen["seats"]]


@pytest.mark.parametrize(
    "stored", ['{"game": "no-such-game", "words": "Play", "fields": {}}', "{", "7", '{"fields": 1}']
)
def test_what_cannot_be_played_any_more_is_not_offered(open_page, stored):
    page = open_page()
    page.goto("/")
    proposed = page.locator("#quick button").inner_text()
    page.evaluate("stored => localStorage.setItem('ludoteca.last-game', stored)", stored)
    page.reload()
    page.locator("#theme", has_text="auto").wait_for()
    assert page.locator("#quick button").inner_text() == proposed
    start_again(page)


def test_the_form_remembers_options_and_clock_but_no_position(open_page):
    page = open_page()
    start = str(start_position("chinese-checkers"))
    fill_in_form(page, "chinese-checkers", {"option.round_limit": "77", "days": "5", "public": "on", "start": start})
    page.goto("/")
    assert page.locator("#quick button").inner_text().endswith("5 days a move, from your position")
    page.get_by_role("link", name="Change").click()
    assert page.locator('[name="clock"]:checked').input_value() == "other"
    assert page.locator("#days").input_value() == "5"
    assert page.locator('[name="public"]').is_checked()
    # It is not as usual, so it is shown.
    assert page.locator("#option-round_limit").is_visible()
    assert page.locator("#option-round_limit").input_value() == "77"
    assert page.locator("#start").input_value() == ""
    page.goto("/new/xiangqi")
    assert page.locator('[name="clock"]:checked').input_value() == "none"


def test_rules_that_can_be_switched_off_are_folded(open_page, axe):
    page = open_page()
    page.goto("/new/tomb-chess")
    page.locator("#new .more > summary").first.click()
    assert page.locator("#option-turn_limit").is_visible()
    assert not page.locator("#option-bounces").is_visible()
    fill_in_form(page, "tomb-chess", {"option.bounces": "off", "option.mind_control": "off"})
    options = room_of(page)["options"]
    assert [name for name, value in options.items() if value is False] == ["bounces", "mind_control"]
    page.goto("/")
    assert "bounces: off, mind control: off" in page.locator("#quick button").inner_text()
    page.get_by_role("link", name="Change").click()
    # They are not as usual, so they are shown.
    assert page.locator("#option-bounces").is_visible()
    assert page.locator("#option-bounces").input_value() == "off"
    for _ in themes(page):
        assert serious_faults(page, axe) == []


def test_chips_are_chosen_by_the_keyboard(open_page):
    page = open_page()
    page.goto("/new/xiangqi")
    tab_to(page, "document.activeElement.name === 'clock'")
    assert page.locator("#minutes").is_hidden()
    for value in ("5+3", "10+5", "1d", "3d"):
        page.keyboard.press("ArrowRight")
        assert page.locator('[name="clock"]:checked').input_value() == value
    assert page.locator(".chip:has(:checked)").evaluate("chip => getComputedStyle(chip).outlineStyle") == "solid"
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "minutes"
    page.keyboard.press("Enter")
    page.locator(".error", has_text="minutes for the whole game, or days for each move").wait_for()
    assert page.locator('[name="clock"]:checked').input_value() == "other"
    page.locator("#days").fill("14")
    page.keyboard.press("Enter")
    assert room_of(page)["clock"] == {"base": 14 * DAYS, "increment": 0, "is_per_move": True}


def test_a_clock_of_days_is_told_in_days_and_hours(open_page, save_screenshot):
    host, guest = open_page(), open_page()
    fill_in_form(host, "xiangqi", {"seat.1": "anybody", "clock": "3d", "name": "Ada of the days"})
    assert host.locator("#timing").inner_text() == "Clock: 3 days a move."
    assert host.locator(".clock").all_inner_texts() == ["3 d", "3 d"]
    guest.goto("/")
    seek = guest.locator(".seeks li", has_text="Ada of the days")
    assert "Xiangqi; 3 days a move" in seek.inner_text()
    seek.get_by_role("button", name="Play Black").click()
    room_of(guest)
    player = Player(host, start_position("xiangqi"))
    player.play(player.position.parse_move("h3e3"))
    for page in (host, guest):
        page.locator(".clock.running", has_text="2 d 23 h left").wait_for()
    save_screenshot(guest, "clock-of-days")
    guest.goto("/")
    own = guest.locator("#lists section", has_text="Your games")
    assert "your turn, 2 d 23 h left" in own.inner_text()
    host.goto("/")
    assert "your turn" not in host.locator("#lists section", has_text="Your games").inner_text()


def test_levels_are_told_in_words_on_form_seat_and_lobby(open_page):
    page = open_page()
    page.goto("/new/xiangqi")
    words = page.locator('[name="seat.1"] optgroup option').all_inner_texts()
    assert len(words) == 8 and words[0] == "level 1 (beginner)" and words[7] == "level 8 (full strength)"
    page.locator(".levels summary").click()
    assert "Beginner: guesses three moves of four, moves at once" in page.locator(".levels").inner_text()
    fill_in_form(page, "xiangqi", {"seat.1": "machine:7"})
    kind = page.locator("#far .kind")
    assert kind.inner_text() == "machine, level 7 (strong)"
    assert kind.get_attribute("title") == "overlooks something in every fourth move, moves at once"
    page.locator(".settings summary").click()
    assert "the machine, level 3 (easy)" in page.locator("#handover-1").inner_text()
    page.goto("/")
    assert "Black: machine, level 7 (strong)" in page.locator("#lists").inner_text()


def test_axe_finds_no_serious_fault_in_chips_and_quick_start(open_page, axe):
    page = open_page((390, 844))
    fill_in_form(page, "exile", {"clock": "7d", "seat.1": "machine:3"})
    for path in ("/", "/new/exile"):
        page.goto(path)
        if path != "/":
            page.locator(".levels summary").click()
            page.locator('[name="clock"][value="other"]').check()
        for theme in themes(page):
            assert not serious_faults(page, axe), (path, theme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
