"""Work in which networks play: their content goes along with it, so that workers need no files."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ludoteca.arena.executor import Executor, Result, Unit
from ludoteca.players.networks import know_network


class NetworkExecutor(Executor):
    """Does work as another executor does, where players with these networks are known by their names."""

    def __init__(self, executor: Executor, contents: Sequence[bytes]) -> None:
        self.executor = executor
        self.contents = tuple(contents)
        for content in self.contents:
            know_network(content)

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        yield from self.executor.completed(partial(_knowing, self.contents, function), units)


def _knowing(contents: tuple[bytes, ...], function: Callable[[Any], Any], unit: Any) -> Any:
    for content in contents:
        know_network(content)
    return function(unit)
