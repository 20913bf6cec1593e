from collections.abc import Iterator

import pytest

from tests.players.board import Board


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board()
    yield board
    board.engine.stop()
