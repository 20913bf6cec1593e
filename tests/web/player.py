"""A player who clicks on the page of a room, and knows from the game's look what to click."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.games import FOLDERS

IS_READY = "() => document.body?.dataset.ready === 'yes' && document.body.dataset.connection === 'open'"
THEMES = ("light", "dark")
SHOWN = (*FOLDERS, "hex")
OTHERS = tuple(game for game in ludoteca.GAMES if game not in SHOWN)
some_games = pytest.mark.parametrize(
    "games", [SHOWN, pytest.param(OTHERS, marks=pytest.mark.deep)], ids=["usual", "others"]
)
"""Pages outside rooms have the same parts for every game: those of our games and of one example stand for all."""
OTHER_CLOCK = ("minutes", "increment", "days")
SEND_MOVES = """async texts => {
  const socket = new WebSocket(`ws://${location.host}/socket/${location.pathname.split('/').pop()}`);
  const answer = () => new Promise(resolve => { socket.onmessage = event => resolve(JSON.parse(event.data)); });
  const send = message => socket.send(JSON.stringify(message));
  await new Promise(resolve => { socket.onopen = resolve; });
  send({ do: 'hello', since: -1, views: false });
  let { say, ack } = await answer();
  for (const [turn, move] of texts.entries()) {
    const id = `setup-${turn}`;
    send({ do: 'move', turn, move, id });
    do { ({ say, ack } = await answer()); } while (ack !== id && say !== 'refused');
    if (say === 'refused') throw new Error(`refused: ${move}`);
  }
  socket.close();
}"""


def themes(page: Any) -> Iterator[str]:
    """Show the page in each theme, as the system would choose it."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        yield theme


def send_moves(page: Any, texts: Sequence[str]) -> None:
    """Play the first moves of a game, as the same visitor would in another window."""
    page.evaluate(SEND_MOVES, list(texts))


def start_game(page: Any, game: str, fields: dict[str, str] | None = None) -> None:
    """Start a game with the fields of the form for a new one, and open its page. The field `seats` sets all seats."""
    values = dict(fields or {})
    every_seat = values.pop("seats", None)
    options = {name.removeprefix("option."): value for name, value in values.items() if name.startswith("option.")}
    position = start_position(game, values.get("start", ""), **options)
    others = [every_seat or "machine:1"] * (position.seats - 1)
    seats = {f"seat.{seat}": word for seat, word in enumerate([every_seat or "me", *others])}
    # As on the form, whose boxes are sent if they are checked.
    form = {"seats_by_address": "on", **seats, **values}
    answer = page.request.post(f"/new/{game}", form=form, max_redirects=0)
    page.goto(answer.headers["location"])
    page.wait_for_function(IS_READY)


def fill_in_form(page: Any, game: str, fields: dict[str, str] | None = None) -> None:
    """Fill in the form for a new game and submit it. The field `seats` sets all seats."""
    page.goto(f"/new/{game}")
    values = dict(fields or {})
    every_seat = values.pop("seats", None)
    for name, value in values.items():
        if name == "clock":
            page.locator(f'[name="clock"][value="{value}"]').check()
            continue
        field = page.locator(f'[name="{name}"]:not(:disabled)')
        if name in OTHER_CLOCK:
            page.locator('[name="clock"][value="other"]').check()
        while not field.is_visible():
            page.locator(f'#new details:not([open]):has([name="{name}"]) > summary').first.click()
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "checkbox":
            field.check()
        else:
            field.fill(value)
    if every_seat:
        for seat in page.locator('[name^="seat."]:not(:disabled)').all():
            seat.select_option(every_seat)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/room/*")
    page.wait_for_function(IS_READY)


class Player:
    """Plays in a room and keeps its own position to compare with the page."""

    def __init__(self, page: Any, position: Position) -> None:
        self.page = page
        self.position = position

    def wait_for_turn(self) -> bool:
        """Wait until it is this player's turn (true) or the game is over (false)."""
        self.page.wait_for_function(
            "known => document.querySelectorAll('#moves li').length >= known"
            " && document.querySelector('#status').matches('.yours, .over')"
            " && document.querySelector('#saved').textContent !== 'saving…'",
            arg=len(self.position.moves_played()),
        )
        self.sync()
        return bool(self.page.locator("#status.yours").count())

    def sync(self) -> None:
        """Bring the own position to the moves that the page lists."""
        texts = self.page.locator("#moves li").evaluate_all("items => items.map(item => item.dataset.text)")
        while len(self.position.moves_played()) > len(texts):
            self.position.undo()
        for text in texts[len(self.position.moves_played()) :]:
            self.position.push_text(text)

    def play(self, move: int) -> None:
        """Pick a move by clicks, and wait until the page lists it."""
        look = self.position.game.look
        picks = look.picks(self.position, move)
        longer = [
            other
            for other in self.position.legal_moves()
            if other != move and look.picks(self.position, other)[: len(picks)] == picks
        ]
        for number, pick in enumerate(picks):
            self.pick(pick, is_first=number == 0)
        if longer:
            self.page.locator("#play").click()
        self.wait_for_moves(len(self.position.moves_played()) + 1)
        self.position.play(move)

    def pick(self, pick: int | str, is_first: bool) -> None:
        if isinstance(pick, str):
            self.page.locator(f'#choices [data-word="{pick}"]').click()
            return
        role = "origin" if is_first else "target"
        self.page.locator(f'.cell[data-cell="{pick}"][data-pick="{role}"]').click()

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function("count => document.querySelectorAll('#moves li').length >= count", arg=count)

    def board_matches(self) -> bool:
        """Whether the page shows exactly the units of the position, each centred on its cell."""
        drawn = self.page.locator(".units > .unit").evaluate_all(
            "units => units.map(unit => [Number(unit.dataset.cell), unit.dataset.unit])"
        )
        view = self.position.game.look.view(self.position)
        return sorted(map(tuple, drawn)) == sorted(view.units.items()) and not self.page.evaluate(OFF_THEIR_CELLS)


OFF_THEIR_CELLS = """() => [...document.querySelectorAll('.units > .unit')].filter(unit => {
  const cell = document.querySelector(`.cell[data-cell="${unit.dataset.cell}"]`).getBoundingClientRect();
  const box = unit.querySelector('path').getBoundingClientRect();
  const middle = side => [(side.left + side.right) / 2, (side.top + side.bottom) / 2];
  const [x, y] = middle(cell), [a, b] = middle(box);
  return Math.hypot(x - a, y - b) > 0.2 * cell.width || box.width > 1.05 * cell.width;
}).length > 0"""


def start_position(game: str, text: str = "", **options: Any) -> Position:
    chosen = ludoteca.game(game)
    return chosen.parse(text, **options) if text else chosen.start(**options)
