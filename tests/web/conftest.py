"""A real browser and a real server. What is missing on this machine is said, and its tests are skipped.

With LUDOTECA_BROWSER=required nothing is skipped: what is missing fails.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play import IS_COMPILED
from tests.web.serving import Server

PICTURES = Path("build/pictures")
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The pages are the same on the interpreted core, only slower: one run is enough."""
    if IS_COMPILED:
        return
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="browsers are tested on the compiled core"))


def miss(what: str) -> None:
    if os.environ.get("LUDOTECA_BROWSER") == "required":
        pytest.fail(f"the browser tests need {what}")
    pytest.skip(f"the browser tests need {what}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        miss("Chromium: on Debian, apt install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        miss("Playwright: pip install playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def server(house: Server) -> Server:
    """A server that runs, whatever the test before did to it."""
    if not house.is_running():
        house.start()
    return house


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Any]:
    """Opens pages, each for a visitor of its own; whatever goes wrong in them fails the test."""
    contexts, faults = [], []

    def open_one(
        size: tuple[int, int] = (1280, 860), theme: str = "light", speed: str = "off", base: str = "", **more: Any
    ) -> Any:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme, base_url=base or server.url, **more
        )
        context.add_init_script(f"localStorage.setItem('ludoteca.speed', '{speed}')")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: note(message))
        return page

    def note(message: Any) -> None:
        # A browser reports a lost connection by itself; everything else is a fault.
        if message.type == "error" and not any(word in message.text for word in ("WebSocket", "ERR_", "status of 4")):
            faults.append(message.text)

    yield open_one
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def keep_picture() -> Any:
    """Saves what a page shows, to be looked at by people."""
    PICTURES.mkdir(parents=True, exist_ok=True)

    def keep(page: Any, name: str, **how: Any) -> None:
        page.screenshot(path=PICTURES / f"{name}.png", **how)

    return keep
