"""One server for all tests that do not need one of their own."""

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the server's packages are not installed: pip install 'ludoteca[server]'")

from tests.play import IS_COMPILED
from tests.server.postgres import running_postgres
from tests.server.running_server import running

RUN_TWICE = ("rooms",)
"""What asks the rules most; the rest of the server is not compiled, and the same on either core."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if IS_COMPILED:
        return
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and not any(here / name in item.path.parents for name in RUN_TWICE):
            item.add_marker(pytest.mark.skip(reason="the server is tested on the compiled core"))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with running(f"sqlite:///{tmp_path_factory.mktemp('server')}/games.db") as started:
        yield started


@pytest.fixture(scope="session")
def postgres_server():
    with running_postgres() as started:
        yield started


@pytest.fixture
def postgres(postgres_server):
    """The address of a new database."""
    return postgres_server.new_database()
