"""`python tools/pictures.py`: take the pictures of README.md anew, with the server and the browser of the tests."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

import ludoteca
from ludoteca.players import make_player

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
DESK = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
MAKE = """async (asked) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await (await fetch("/api/rooms", { method: "POST", body: asked, headers })).json();
  if (!answer.id) throw new Error(JSON.stringify(answer));
  return answer.id;
}"""
SEND = """async ([room, moves]) => {
  const socket = new WebSocket(`ws://${location.host}/socket/${room}`);
  const answer = () => new Promise((resolve) => { socket.onmessage = (event) => resolve(JSON.parse(event.data)); });
  await new Promise((resolve) => { socket.onopen = resolve; });
  socket.send(JSON.stringify({ do: "hello", views: false }));
  await answer();
  for (const [turn, move] of moves.entries()) {
    socket.send(JSON.stringify({ do: "move", id: `m${turn}`, turn, move }));
    while ((await answer()).ack !== `m${turn}`);
  }
  socket.close();
}"""


def start_server(folder: str) -> tuple[subprocess.Popen[str], str]:
    words = ["serve", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
    for limit in ("messages_at_once", "messages_per_second", "requests_at_once", "new_rooms_per_address"):
        words += ["--limit", f"{limit}=100000"]
    process = subprocess.Popen([sys.executable, "-m", "ludoteca", *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    address = process.stdout.readline().split()[3]
    while httpx.get(f"{address}/health").status_code != 200:
        time.sleep(0.1)
    return process, address


def moves_of(game: str, machines: list[str], plies: int, **options: Any) -> list[str]:
    """The first moves of a game between machines, always the same."""
    played = ludoteca.game(game)
    position = played.start(**options)
    seats = [make_player(name, played, 60.0, seed) for seed, name in enumerate(machines, 1)]
    texts: list[str] = []
    while len(texts) < plies and not position.is_over():
        move = seats[position.to_move].choose(position)
        texts.append(position.move_text(move))
        position.play(move)
    return texts


class Camera:
    def __init__(self, browser: Browser, address: str, size: dict[str, int], theme: str = "light") -> None:
        context = browser.new_context(
            base_url=address,
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme=theme,  # type: ignore[arg-type]
        )
        self.page: Page = context.new_page()

    def open_room(self, game: str, moves: list[str], faces: str = "", **options: Any) -> Page:
        """A room where one visitor has all seats, after some moves."""
        page = self.page
        page.goto("/")
        seats = ludoteca.game(game).start(**options).seats
        room = page.evaluate(MAKE, json.dumps({"game": game, "options": options, "seats": ["me"] * seats}))
        page.evaluate(SEND, [room, moves])
        page.goto(f"/room/{room}")
        page.wait_for_function("() => document.body?.dataset.ready === 'yes'")
        if page.locator("#understood").is_visible():
            page.locator("#understood").click()
        if faces:
            page.locator("details.settings summary").click()
            page.locator("#face").select_option(faces)
            page.locator("details.settings summary").click()
        return page

    def click(self, *cells: str) -> None:
        for cell in cells:
            self.page.locator(f'.cell[aria-label^="{cell}"]').first.click()

    def take(self, name: str) -> None:
        self.page.wait_for_timeout(600)
        self.page.screenshot(path=PICTURES / f"{name}.png")
        print(PICTURES / f"{name}.png")


def take_all(browser: Browser, address: str) -> None:
    desk = Camera(browser, address, DESK)
    desk.open_room("xiangqi", [])
    desk.click("b1", "d2")
    desk.page.wait_for_selector("#ruling:not([hidden])")
    desk.take("why")
    page = desk.open_room("xiangqi", moves_of("xiangqi", ["engine:5", "engine:3"], 60), faces="chinese")
    desk.take("xiangqi")
    page.locator("#ask-review").click()
    page.wait_for_function(
        "() => !document.querySelector('#review').hidden && !document.querySelector('#review progress')",
        timeout=120_000,
    )
    page.locator("#review").scroll_into_view_if_needed()
    desk.take("review")
    desk.open_room("tomb-chess", moves_of("tomb-chess", ["engine:3", "engine:3"], 40))
    desk.take("tomb-chess")
    desk.open_room("exile", moves_of("exile", ["engine:3"] * 4, 40, mode="infinite"), mode="infinite")
    desk.take("exile")
    desk.open_room("chinese-checkers", moves_of("chinese-checkers", ["engine:3"] * 6, 60, players=6), players=6)
    desk.take("chinese-checkers")
    desk.page.goto("/")
    desk.take("lobby")
    desk.page.goto("/learn/tomb-chess")
    desk.take("learn")
    phone = Camera(browser, address, PHONE, "dark")
    phone.open_room("tomb-chess", moves_of("tomb-chess", ["engine:3", "engine:3"], 40))
    phone.take("phone")


def main() -> None:
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, address = start_server(folder)
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            take_all(browser, address)
            browser.close()
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main()
