"""Whole games by clicks against the machine."""

from typing import Any

import pytest

import ludoteca
from ludoteca.players.engine import EnginePlayer
from tests.web.player import Player, fill_in_form, start_position

WHOLE: dict[str, dict[str, Any]] = {
    "xiangqi": {},
    "chinese-checkers": {"players": 2, "round_limit": 10},
    "exile": {"mode": "duel-classic", "round_limit": 6},
    "tomb-chess": {"turn_limit": 8},
    "amazons": {},
    "four-colours": {"players": 3},
    "hex": {},
    "kalah": {},
    "nine-mens-morris": {},
    "tic-tac-toe": {},
}


@pytest.mark.parametrize("game", ludoteca.GAMES)
def test_a_whole_game_against_the_machine_by_clicks(open_page, save_screenshot, game):
    page = open_page()
    options = WHOLE[game]
    fill_in_form(page, game, {f"option.{name}": str(value) for name, value in options.items()})
    player = Player(page, start_position(game, **options))
    machine = EnginePlayer(ludoteca.game(game), level=4)
    while player.wait_for_turn():
        assert player.board_matches()
        player.play(machine.choose(player.position))
    outcome = player.position.outcome()
    assert outcome is not None
    assert player.board_matches()
    assert page.locator("#status .clause").inner_text() == outcome.clause
    assert page.locator("#status .clause").get_attribute("href").endswith(f"#{outcome.clause}")
    assert page.locator("#saved").inner_text() == "✓ saved"
    save_screenshot(page, f"end-{game}")
    before = page.url
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: url != before)
