"""The whole suite runs twice: on the compiled core and on the same source interpreted."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ludoteca.games import FILES_VARIABLE
from tests.play import ARE_INSTALLED, IS_COMPILED

settings.register_profile(
    "usual",
    max_examples=60 if IS_COMPILED else 8,
    deadline=timedelta(seconds=60),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("usual")


def pytest_sessionstart(session: pytest.Session) -> None:
    wanted = os.environ.get("LUDOTECA_CORE")
    found = "compiled" if IS_COMPILED else "interpreted"
    if wanted and wanted != found:
        pytest.exit(f"LUDOTECA_CORE asks for the {wanted} core, but the {found} one was imported", returncode=3)
    if os.environ.get("LUDOTECA_EXAMPLES") == "installed" and not ARE_INSTALLED:
        pytest.exit("LUDOTECA_EXAMPLES asks for installed examples: pip install -e examples", returncode=3)


@pytest.fixture(autouse=True)
def added_games_end_with_the_test(monkeypatch):
    """A game that a test adds by its file, also at the command line, is not there for the next one."""
    monkeypatch.setenv(FILES_VARIABLE, os.environ.get(FILES_VARIABLE, ""))


COMPILED_ONLY = ("test_check.py", "test_new_game.py", "test_tutorial.py", "test_words.py")
"""What tests words, the command line's own files or the checks themselves; these run over every game on either core."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items if not IS_COMPILED else ():
        if item.path.parent == here and item.path.name in COMPILED_ONLY:
            item.add_marker(pytest.mark.skip(reason="tested on the compiled core"))


def pytest_report_header(config: pytest.Config) -> list[str]:
    return [
        f"ludoteca core: {'compiled' if IS_COMPILED else 'interpreted'}",
        f"examples: {'installed as plugins' if ARE_INSTALLED else 'loaded from files; make test installs them'}",
    ]
