"""Somebody who studies a game: helpers for the tests of studies."""

from typing import Any

from ludoteca.core.position import Position
from ludoteca.games import GAMES
from tests.web.player import Player

PRESS_AFTER = """async ([count, delay]) => {
  for (let step = 0; step < count; step += 1) {
    document.querySelector('#after').click();
    await new Promise(resolve => setTimeout(resolve, delay));
  }
}"""
IS_READY = "() => document.body?.dataset.ready === 'yes'"


def open_study(page: Any, address: str) -> None:
    page.goto(f"/study/{address}")
    page.wait_for_function(IS_READY)


class Student(Player):
    """Plays on the board of a study."""

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('#tree .move').length >= count"
            " && document.querySelector('#board .board').classList.contains('can-pick')",
            arg=count,
        )


def type_move(page: Any, text: str) -> None:
    page.locator("#move-text").fill(text)
    page.locator("#move-text").press("Enter")
    page.wait_for_function(CURRENT_ENDS_WITH, arg=text)


CURRENT_ENDS_WITH = "text => document.querySelector('#tree [aria-current]')?.textContent.endsWith(text)"


def units_on(page: Any) -> list[tuple[int, str]]:
    drawn = page.locator(".units > .unit").evaluate_all(
        "units => units.map(unit => [Number(unit.dataset.cell), unit.dataset.unit])"
    )
    return sorted(map(tuple, drawn))


def units_of(position: Position) -> list[tuple[int, str]]:
    return sorted(position.game.look.view(position).units.items())


def exported(page: Any) -> str:
    page.locator("#export").click()
    text: str = page.locator("#record-text").input_value()
    page.get_by_role("button", name="Close").click()
    return text


def import_text(page: Any, text: str) -> None:
    page.locator("#import").click()
    page.locator("#import-text").fill(text)
    page.locator("#import-read").click()


def cell(page: Any, game: str, name: str) -> Any:
    number = GAMES[game].look.sheet(GAMES[game].choose({})).geometry.cell(name)
    return page.locator(f'.cell[data-cell="{number}"]')
