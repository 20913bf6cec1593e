"""Servers of one's own."""

import pytest

from tests.server.running_server import running


@pytest.fixture
def own(tmp_path):
    """A server of one's own: tries of recovery phrases are counted by address."""
    with running(f"sqlite:///{tmp_path}/games.db") as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def on_either(request, tmp_path):
    """The same on either database."""
    is_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/games.db" if is_sqlite else request.getfixturevalue("postgres")
    with running(url) as started:
        yield started
