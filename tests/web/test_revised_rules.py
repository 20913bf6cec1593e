"""The page of a game that began by older rules."""

import secrets
import time
from pathlib import Path

from tests.server.old_rooms import ILLEGAL, LEGAL, NOTICE, store_old_room


def open_old_room(open_page, server, moves):
    room_id = secrets.token_hex(8)  # A test that is tried again stores another room.
    store_old_room(Path(server.database.removeprefix("sqlite:///")).parent, room_id, moves, at=time.time())
    page = open_page()
    page.goto(f"/room/{room_id}")
    page.locator("body[data-ready=yes]").wait_for()
    return page


def test_a_game_that_goes_on_tells_that_the_rules_were_revised(open_page, server):
    page = open_old_room(open_page, server, LEGAL)
    assert page.locator("#notice").inner_text() == NOTICE
    assert page.locator("#status").inner_text() == "South to move: Ada."


def test_a_game_that_revised_rules_have_ended_says_why_and_can_be_looked_at(open_page, server, save_screenshot):
    page = open_old_room(open_page, server, ILLEGAL)
    assert page.locator("#status").inner_text() == (
        "Ended without a result: by version 2 of the rules move 3, d3-d4-d5, is not legal any more. H4"
    )
    assert page.locator("#moves li").count() == 2
    save_screenshot(page, "revised-rules")
    page.locator("#before").click()
    page.wait_for_function(
        "() => document.querySelector('#looking-back').textContent.includes('after move 1 of South')"
    )
