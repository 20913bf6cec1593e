"""Fixtures for a real browser and a real server. Tests are skipped if the machine has no browser.

With LUDOTECA_BROWSER=required they fail instead.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play import IS_COMPILED
from tests.web.servers import Server

PICTURES = Path("build/pictures")
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one draws no windows, and takes half the time of the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests on the compiled core only: the pages are the same on the interpreted one.

    A failure is tried again, and counted as `rerun`: a browser, a server and a test share two cores, and one of them
    may come late. What fails each time is a fault.
    """
    for item in items:
        if "browser" not in getattr(item, "fixturenames", ()):
            continue
        if IS_COMPILED:
            item.add_marker(pytest.mark.flaky(reruns=2))
        else:
            item.add_marker(pytest.mark.skip(reason="browsers are tested on the compiled core"))


def fail_or_skip(missing: str) -> None:
    if os.environ.get("LUDOTECA_BROWSER") == "required":
        pytest.fail(f"the browser tests need {missing}")
    pytest.skip(f"the browser tests need {missing}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        fail_or_skip("Chromium: on Debian, apt install chromium-headless-shell")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        fail_or_skip("Playwright: pip install playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A running server, even if an earlier test has killed it."""
    if not shared_server.is_running():
        shared_server.start()
    return shared_server


@pytest.fixture
def open_page(browser: Any, server: Server) -> Iterator[Any]:
    """Opens pages, each for a new visitor; errors in a page fail the test."""
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
        page.on("console", lambda message: log(message))
        return page

    def log(message: Any) -> None:
        # The browser itself reports lost connections and refused requests; other errors are faults.
        if message.type == "error" and not any(word in message.text for word in ("WebSocket", "ERR_", "status of 4")):
            faults.append(message.text)

    yield open_one
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def save_screenshot() -> Any:
    """Saves screenshots for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)

    def save(page: Any, name: str, **options: Any) -> None:
        page.screenshot(path=PICTURES / f"{name}.png", **options)

    return save


@pytest.fixture(scope="session")
def axe() -> str:
    try:
        import axe_playwright_python
    except ImportError:
        fail_or_skip("axe: pip install axe-playwright-python")
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
