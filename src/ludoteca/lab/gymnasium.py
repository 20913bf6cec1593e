"""Games as environments of Gymnasium: needs the extra `gymnasium`.

`gymnasium.make("ludoteca/Xiangqi-v0", opponent="engine:3")` is one seat of a game, against players of the package.
`gymnasium.make_vec("ludoteca/Xiangqi-v0", num_envs=64)` is a `Batch`, in which the agent plays all seats.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.lab import checks
from ludoteca.lab.batch import Batch
from ludoteca.lab.pictures import RENDER_MODES, check_render_mode, render
from ludoteca.lab.registration import register_games
from ludoteca.lab.single import Single
from ludoteca.lab.space import Space, fixed_space
from ludoteca.players import make_player
from ludoteca.players.player import Player

Seen = dict[str, Any]


def seen_space(space: Space | Batch) -> spaces.Dict:
    """The space of observations, with the mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, space.observation_shape, numpy.uint8),
            "action_mask": spaces.Box(0, 1, (space.action_count,), numpy.int8),
        }
    )


class SeatEnv(gymnasium.Env[Seen, Any]):
    """One seat of a game; players of the package have the others.

    Several opponents sit in their order, and move on by one seat from game to game, as in a match; so does the agent if
    `seat` is None. A reward is what the game pays to the seat. An action that is not legal loses the game. What is
    observed is what the seat sees, at the end of a game too.

    Attributes:
        metadata: The render modes, as Gymnasium wants it.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  As the base class has it.

    def __init__(
        self,
        game: str | Game,
        opponent: str | Sequence[str] = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        actions: str | None = None,
        max_moves: int | None = None,
        seconds: float = 0.1,
        **options: Value,
    ) -> None:
        self.space = fixed_space(game, actions, options)
        self.render_mode = check_render_mode(render_mode)
        if seat is not None and seat not in range(self.space.seats):
            raise ValueError(f"there are seats 0 to {self.space.seats - 1}, not {seat}")
        self.own_seat = seat
        self.max_moves = checks.max_moves(max_moves)
        if not seconds > 0:
            raise ValueError(f"an opponent thinks for more than 0 seconds a move, not {seconds}")
        self.seconds = seconds
        self.opponents = (opponent,) if isinstance(opponent, str) else tuple(checks.several(opponent, "opponents"))
        if not self.opponents:
            raise ValueError("there is no opponent")
        self.observation_space = seen_space(self.space)
        self.action_space = spaces.Discrete(self.space.action_count)
        self.games = 0
        self.players: dict[int, Player] = {}
        self._seat_players(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin the next game; with a seed, the first of a new series."""
        super().reset(seed=seed)
        if seed is not None:
            self.games = 0
        self._seat_players(int(self.np_random.integers(1 << 31)))
        self.games += 1
        self.single = Single(self.space, self.space.game.start(**self.space.options))
        self.has_ended = False
        self._let_others_move()
        if self.render_mode == "human":
            self.render()
        return self._seen(), {"seat": self.seat}

    def _seat_players(self, seed: int) -> None:
        self.close()
        seats = self.space.seats
        self.seat = self.games % seats if self.own_seat is None else self.own_seat
        others = [(self.seat + 1 + place) % seats for place in range(seats - 1)]
        for place, seat in enumerate(others):
            name = self.opponents[(place + self.games) % len(self.opponents)]
            self.players[seat] = make_player(name, self.space.game, self.seconds, seed=seed + place)

    def _let_others_move(self) -> None:
        single = self.single
        while not single.is_over() and single.position.to_move != self.seat and not self._is_cut():
            single.play(self.players[single.position.to_move].choose(single.position))

    def _is_cut(self) -> bool:
        return self.max_moves is not None and self.single.length >= self.max_moves

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others move until it is the agent's turn again."""
        if not self.action_space.contains(action):
            raise ValueError(f"actions are 0 to {self.space.action_count - 1}, not {action!r}")
        if self.has_ended:
            raise ValueError("the game is over: reset begins the next one")
        if not self.single.allows(action):
            self.has_ended = True
            return self._seen(), -1.0, True, False, {"seat": self.seat, "illegal": int(action)}
        self.single.act(action)
        self._let_others_move()
        if self.render_mode == "human":
            self.render()
        outcome = self.single.position.outcome() if self.single.is_over() else None
        self.has_ended = outcome is not None or self._is_cut()
        if outcome is None:
            return self._seen(), 0.0, False, self.has_ended, {"seat": self.seat}
        told = {"seat": self.seat, "clause": outcome.clause, "reason": str(outcome.reason)}
        return self._seen(), float(outcome.payoffs[self.seat]), True, False, told

    def _seen(self) -> Seen:
        mask = numpy.zeros(self.space.action_count, numpy.int8) if self.has_ended else self.single.mask()
        return {"observation": self.single.observation(self.seat), "action_mask": mask}

    def render(self) -> Any:
        """The position, as the render mode wants it."""
        return render(self.single.position, self.render_mode)

    def close(self) -> None:
        """Let the opponents leave."""
        for player in self.players.values():
            player.close()
        self.players = {}


class BatchEnv(gymnasium.vector.VectorEnv[Seen, Any, Any]):
    """A `Batch`: many games at once, the agent has every seat. Needs no opponents, so it is fast.

    A game that has ended begins anew in the same step: `infos["final_obs"]` has its last observations. A reward is what
    the game paid to the seat that has just acted; `infos["rewards"]` has all of them, `infos["to_move"]` who is next.
    An action that is not legal is a ValueError, and nothing has changed. Without `copy` the arrays are those of the
    batch, which the next step writes to.

    Attributes:
        metadata: The render modes and the autoreset mode, as Gymnasium wants it.
    """

    metadata = {**SeatEnv.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        render_mode: str | None = None,
        actions: str | None = None,
        max_moves: int | None = None,
        threads: int = 1,
        copy: bool = True,
        **options: Value,
    ) -> None:
        if "opponent" in options or "seat" in options:
            raise ValueError("a batch has no opponents: make_vec with vectorization_mode='sync' or 'async' has them")
        chosen: dict[str, Any] = dict(options)
        self.batch = Batch(
            game,
            num_envs,
            observations=True,
            mask=True,
            actions=actions,
            threads=threads,
            max_moves=max_moves,
            **chosen,
        )
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode)
        self.copies = copy
        self.single_observation_space = seen_space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin anew in all lanes; nothing in a game is random."""
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        self.batch.restart()
        return self._seen(), {"to_move": self._own(self.batch.to_move)}

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """Take an action in each lane."""
        batch = self.batch
        movers = batch.to_move.copy()
        batch.act(actions)
        infos: dict[str, Any] = {"to_move": self._own(batch.to_move), "rewards": self._own(batch.rewards)}
        ended = batch.terminated | batch.truncated
        if ended.any():
            infos["final_obs"] = numpy.full(self.num_envs, None, object)
            infos["clause"] = batch.clauses.copy()
            for lane in numpy.flatnonzero(ended):
                infos["final_obs"][lane] = {
                    "observation": batch.final_observations[lane].copy(),
                    "action_mask": numpy.zeros(batch.action_count, numpy.int8),
                }
            infos["_final_obs"] = infos["_clause"] = ended
        rewards = batch.rewards[numpy.arange(self.num_envs), movers]
        return self._seen(), rewards, self._own(batch.terminated), self._own(batch.truncated), infos

    def _seen(self) -> Seen:
        return {
            "observation": self._own(self.batch.observations),
            "action_mask": self._own(self.batch.mask).view(numpy.int8),
        }

    def _own(self, array: Any) -> Any:
        return array.copy() if self.copies else array

    def render(self) -> tuple[Any, ...]:
        """The position of each lane, as the render mode wants it."""
        return tuple(render(self.batch.position(lane), self.render_mode) for lane in range(self.num_envs))


register_games()
