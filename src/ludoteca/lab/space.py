"""What the actions and observations of a game with some options look like."""

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.lab.batch import Batch


class Space:
    """The spaces of one game with some options: those of a `Batch`.

    Attributes:
        game: The game.
        options: All its options.
        seats: How many play.
        actions: `flat`, one number a move, or `picks`, the cells and words by which a move is picked on a page.
        action_count: How many actions there are.
        observation_shape: Planes, rows and columns.
        encoding: What numbers moves and writes positions; it is attached to a position before each use.
    """

    def __init__(
        self, game: str | Game, actions: str | None = None, options: Mapping[str, Value] | None = None
    ) -> None:
        chosen: dict[str, Any] = dict(options or {})
        batch = Batch(game, 1, observations=True, mask=True, actions=actions, **chosen)
        self.game = batch.game
        self.options = batch.options
        self.seats = batch.seats
        self.actions = batch.actions
        self.action_count = batch.action_count
        self.observation_shape = batch.observation_shape
        self.encoding = self.game.encoding(self.options)

    def __deepcopy__(self, memo: object) -> "Space":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Space"], tuple[Any, ...]]:
        return Space, (self.game, self.actions, self.options)
