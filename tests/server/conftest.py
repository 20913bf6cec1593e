"""One server for all tests that do not need one of their own."""

import pytest

pytest.importorskip("starlette", reason="the server's packages are not installed: pip install 'ludoteca[server]'")

from tests.server.running_server import running


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with running(f"sqlite:///{tmp_path_factory.mktemp('server')}/games.db") as started:
        yield started
