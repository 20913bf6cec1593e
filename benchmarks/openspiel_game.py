"""Chinese Checkers of this package as a game of OpenSpiel: a thin adapter to its Python game interface.

A move here is an action there. Loading this module registers the game, so that `pyspiel.load_game` finds it and every
algorithm of OpenSpiel can play it.
"""

from typing import Any, cast

import pyspiel

import ludoteca
from ludoteca.games.chinese_checkers.board import SEATED
from ludoteca.games.chinese_checkers.layout import PASS
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

NAME = "ludoteca_chinese_checkers"
LIMIT = 500
"""The round limit of the rules (C4.3)."""
SCALE = 400.0
"""The score that counts as half a win."""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Chinese Checkers by Ludoteca",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(SEATED),
    min_num_players=min(SEATED),
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": 2, "round_limit": LIMIT, "anti_blocking": False, "judged": False},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules with some options. If it is `judged`, a state that is not over pays what our evaluator thinks of it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.evaluator = ludoteca.game("chinese-checkers").evaluator() if params.get("judged") else None
        self.options = {
            "players": params.get("players", 2),
            "round_limit": params.get("round_limit", LIMIT),
            "anti_blocking": params.get("anti_blocking", False),
        }
        seats = self.options["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=PASS + 1,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=seats * self.options["round_limit"],
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, cast(ChineseCheckersPosition, ludoteca.game("chinese-checkers").start(**self.options)))

    def state_of(self, position: ChineseCheckersPosition) -> "SpielState":
        """A state that begins at any position, with its history."""
        return SpielState(self, position.copy())


class Shared:
    """Keeps something from being copied with a state."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __deepcopy__(self, memo: Any) -> "Shared":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; OpenSpiel copies it when it clones the state."""

    def __init__(self, game: SpielGame, position: ChineseCheckersPosition) -> None:
        super().__init__(game)
        self.position = position
        self.evaluator = Shared(game.evaluator)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move

    def is_terminal(self) -> bool:
        return self.position.ended != 0

    def returns(self) -> list[float]:
        """While the game goes on nothing for anybody, unless the game is judged."""
        outcome = self.position.outcome()
        if outcome is not None:
            return list(outcome.payoffs)
        if self.evaluator.held is None:
            return [0.0] * self.position.seats
        scores = [self.evaluator.held.score(self.position, seat) for seat in range(self.position.seats)]
        return [score / (SCALE + abs(score)) for score in scores]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_moves()) if player == self.position.to_move else []

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_text(action)

    def __str__(self) -> str:
        return str(self.position)


def load(**options: Any) -> SpielGame:
    """The game, by way of OpenSpiel's own register."""
    game: SpielGame = pyspiel.load_game(NAME, options)
    return game


pyspiel.register_game(TYPE, SpielGame)
