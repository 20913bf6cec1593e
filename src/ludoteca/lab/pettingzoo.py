"""Games as environments of PettingZoo: needs the extra `pettingzoo`.

An agent is a seat, `player_0` first. An agent that has several decisions in its turn is selected several times.
Everybody sees everything: an observation is the position as the agent sees it that asks, and the mask is empty if it is
not to move. Who is to move, `agent_selection` tells.
"""

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.lab import checks
from ludoteca.lab.pictures import RENDER_MODES, check_render_mode, render
from ludoteca.lab.single import Single
from ludoteca.lab.space import Space, fixed_space


class LegalActionsWrapper(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """PettingZoo's wrappers for illegal actions and for those out of bounds in one: each wrapper takes its time."""

    def step(self, action: int | None) -> None:
        agent = self.env.agent_selection
        if action is None:
            assert self.env.terminations[agent] or self.env.truncations[agent], "action is not in action space"
        else:
            assert self.env.action_space(agent).contains(action), "action is not in action space"
        super().step(action)


def env(game: str | Game = "xiangqi", **settings: Any) -> wrappers.OrderEnforcingWrapper:
    """As `raw_env`, with PettingZoo's usual wrappers: an illegal action loses, calls must come in order."""
    return wrappers.OrderEnforcingWrapper(LegalActionsWrapper(raw_env(game, **settings), illegal_reward=-1))


def parallel_env(game: str | Game = "xiangqi", **settings: Any) -> turn_based_aec_to_parallel_wrapper:
    """As `env`, behind the interface in which all agents act at once: only the action of the agent to move counts."""
    return turn_based_aec_to_parallel_wrapper(env(game, **settings))


def raw_env(
    game: str | Game = "xiangqi",
    render_mode: str | None = None,
    actions: str | None = None,
    max_moves: int | None = None,
    **options: Value,
) -> "Environment":
    """A game with some options; an illegal action is a ValueError and changes nothing.

    `actions` is `flat` or `picks`, as for `Batch`; after `max_moves` a game is truncated.
    """
    return Environment(fixed_space(game, actions, options), render_mode, max_moves)


class Environment(AECEnv):  # type: ignore[misc]
    """A game, one agent after the other. It can be copied and pickled at any moment of a game."""

    def __init__(self, space: Space, render_mode: str | None = None, max_moves: int | None = None) -> None:
        super().__init__()
        self.space = space
        self.render_mode = check_render_mode(render_mode)
        self.max_moves = checks.max_moves(max_moves)
        self.metadata = {
            "name": f"ludoteca_{space.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(space.seats)]
        self.agents: list[str] = []
        seen = spaces.Box(0, 255, space.observation_shape, numpy.uint8)
        mask = spaces.Box(0, 1, (space.action_count,), numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(space.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is random, and options are those that the environment was made with."""
        self.single = Single(self.space, self.space.game.start(**self.space.options))
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[self.single.position.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are: {', '.join(self.possible_agents)}")
        is_to_move = agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]
        mask = self.single.mask() if is_to_move else numpy.zeros(self.space.action_count, numpy.int8)
        return {"observation": self.single.observation(self.possible_agents.index(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        single = self.single
        single.act(action)  # type: ignore[arg-type]  # None, too, is told to be no action.
        self._cumulative_rewards[agent] = 0.0
        if single.is_over():
            self._end()
        else:
            self.agent_selection = self.possible_agents[single.position.to_move]
            if single.length == self.max_moves:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        outcome = self.single.position.outcome()
        assert outcome is not None
        self.rewards = dict(zip(self.agents, outcome.payoffs, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"clause": outcome.clause, "reason": str(outcome.reason)} for agent in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The position, as the render mode wants it."""
        return render(self.single.position, self.render_mode)

    def state(self) -> Any:
        """The position, as the agent to move sees it."""
        return self.single.observation()

    def close(self) -> None:
        """There is nothing to close."""
