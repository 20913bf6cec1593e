"""What the actions and observations of a game with some options look like."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.plane import Plane
from ludoteca.games import GAMES
from ludoteca.lab import checks

KINDS = ("flat", "picks", "index")
"""Of actions; the first that a game has is the usual one."""
PICKED = "the byte of a pick's number, counted through all these planes, is 1 if it was picked first, 2 if second ..."


class Space:
    """The actions and observations of one game with some options.

    Attributes:
        game: The game.
        options: All its options.
        seats: How many play.
        actions: `flat`, one number a move; `picks`, the cells and words that pick a move on a page; or `index`.
        action_count: How many actions there are; 0 if they are indices into the legal moves.
        planes: What each plane of an observation tells.
        observation_shape: Planes, rows and columns; empty if the game has no observations.
        observation_size: How many bytes that are.
        encoding: What numbers moves and writes positions; it is attached to a position before each use.
    """

    def __init__(
        self, game: str | Game, actions: str | None = None, options: Mapping[str, Value] | None = None
    ) -> None:
        self.game = game if isinstance(game, Game) else GAMES[checks.text(game, "a game")]
        self.options = self.game.choose(options or {})
        self.seats = self.game.start(**self.options).seats
        self.encoding = self.game.encoding(self.options)
        counts = {"flat": self.encoding.flat_size, "picks": len(self.encoding.picks), "index": 0}
        self.actions = actions or next((kind for kind in KINDS if counts[kind]), "index")
        if self.actions not in KINDS:
            raise ValueError(f"actions are {', '.join(reversed(KINDS))}, not {actions!r}")
        self.action_count = counts[self.actions]
        if self.actions != "index" and not self.action_count:
            raise ValueError(f"{self.game.name} has no {actions} actions: choose from its legal moves by index")
        self.planes = self.encoding.planes + self._planes_of_picks()
        self.observation_shape = (len(self.planes), *self.encoding.shape[1:]) if self.encoding.shape else ()
        self.observation_size = math.prod(self.observation_shape) if self.encoding.shape else 0

    def _planes_of_picks(self) -> tuple[Plane, ...]:
        """Which picks of the next move have been made."""
        if self.actions != "picks" or not self.encoding.shape:
            return ()
        _, rows, columns = self.encoding.shape
        count = -(-self.action_count // (rows * columns))
        return tuple(Plane(f"picked {number + 1}", PICKED) for number in range(count))

    def check_mask(self) -> None:
        if self.actions == "index":
            raise ValueError("there is no mask of indices, whose number changes: choose the actions flat or picks")

    def check_observations(self) -> None:
        if not self.observation_shape:
            raise ValueError(f"{self.game.name} has no observations")

    def __deepcopy__(self, memo: object) -> "Space":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Space"], tuple[Any, ...]]:
        return Space, (self.game, self.actions, self.options)


def fixed_space(game: str | Game, actions: str | None = None, options: Mapping[str, Value] | None = None) -> Space:
    """A space with observations and a fixed number of actions, as the interfaces of others need it; or ValueError."""
    space = Space(game, actions, options)
    space.check_mask()
    space.check_observations()
    return space
