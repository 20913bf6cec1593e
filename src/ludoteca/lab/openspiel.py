"""Games as games of OpenSpiel: needs the extra `openspiel`. To import this module registers them.

`pyspiel.load_game("ludoteca_chinese_checkers(players=3)")`: the options of a game are its parameters, off is 0, and
`actions` chooses `flat` or `picks`, as for `Batch`. A turn of several decisions is several actions of one player. An
observation is the position as the player who asks sees it; who is to move, `current_player` tells.
"""

from itertools import product
from typing import Any

import numpy
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludoteca.core.game import Game
from ludoteca.core.option import Choice
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.lab.single import Single
from ludoteca.lab.space import Space, fixed_space

LONGEST = 1_000_000
"""OpenSpiel wants a bound on the length of games; the rules of most give none that is near."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with some options; each game has a subclass.

    Attributes:
        game: The game.
        kind: What OpenSpiel knows of it.
    """

    game: Game
    kind: pyspiel.GameType

    def __init__(self, parameters: dict[str, Any]) -> None:
        options = {name: value for name, value in parameters.items() if name != "actions"}
        self.space = fixed_space(self.game, parameters.get("actions"), options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.action_count,
            max_chance_outcomes=0,
            num_players=self.space.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, parameters)

    def new_initial_state(self, text: str | None = None) -> "SpielState":
        """The first state, or the one that a position text describes."""
        options = self.space.options
        game = self.space.game
        return SpielState(self, game.start(**options) if text is None else game.parse(text, **options))

    def make_py_observer(self, kind: Any = None, parameters: dict[str, Any] | None = None) -> Any:
        """What writes observations."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return Observer(self.space, parameters)
        return IIGObserverForPublicInfoGame(kind, parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and the picks of its next move so far."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.single = Single(game.space, position)

    def current_player(self) -> int:
        return self.single.player()

    def is_terminal(self) -> bool:
        return self.single.is_over()

    def returns(self) -> list[float]:
        outcome = self.single.position.outcome() if self.single.is_over() else None
        return [0.0] * self.single.position.seats if outcome is None else list(outcome.payoffs)

    # What OpenSpiel makes of the methods with an underscore, and of the observer, without the way through C++ and back.

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is None or player == self.single.player():
            return self.single.legal_actions()
        if 0 <= player < self.single.position.seats:
            return []
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.single.player():
            return super().legal_actions_mask(player)  # type: ignore[no-any-return]
        mask = [0] * self.single.space.action_count
        for action in self.single.legal_actions():
            mask[action] = 1
        return mask

    def observation_tensor(self, player: int | None = None) -> list[float]:
        if player is None:
            return self.single.observation_list()
        if 0 <= player < self.single.position.seats:
            return self.single.observation_list(player)
        return super().observation_tensor(player)  # type: ignore[no-any-return]

    def rewards(self) -> list[float]:
        return self.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return self.single.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.single.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.single.action_text(action)

    def __str__(self) -> str:
        return " ".join([str(self.single.position), *map(str, self.single.picked)])


class Observer:
    """The position as bytes and as text."""

    def __init__(self, space: Space, parameters: dict[str, Any] | None) -> None:
        if parameters:
            raise ValueError(f"an observation takes no parameters, not {parameters}")
        self.tensor = numpy.zeros(int(numpy.prod(space.observation_shape)), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(space.observation_shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor."""
        self.dict["observation"][:] = state.single.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The text of the position."""
        return str(state)


def _register(game: Game) -> None:
    seats = sorted({game.start(**chosen).seats for chosen in _choices(game)})
    options = {option.name: 0 if option.default is None else option.default for option in game.options}
    kind = pyspiel.GameType(
        short_name=_short_name(game.name),
        long_name=f"{game.title} by Ludoteca",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"actions": Space(game).actions, **options},
    )
    # A class, not a function: OpenSpiel lets go of it after the interpreter has ended, when nothing may be freed.
    own = type(kind.short_name, (SpielGame,), {"game": game, "kind": kind})
    # Where a pickle looks for it.
    globals()[kind.short_name] = own
    pyspiel.register_game(kind, own)


def _short_name(name: str) -> str:
    return f"ludoteca_{name.replace('-', '_')}"


def _choices(game: Game) -> list[dict[str, Any]]:
    """All ways to choose among few values, in which the number of seats may differ."""
    choices = [option for option in game.options if isinstance(option, Choice)]
    return [
        dict(zip((option.name for option in choices), values, strict=True))
        for values in product(*(option.values for option in choices))
    ]


def register_games() -> None:
    """Register every game that has observations; to call it again does no harm."""
    known = set(pyspiel.registered_names())
    for name in GAMES:
        try:
            game = GAMES[name]
        except LudotecaError:
            continue
        if _short_name(name) not in known and game.encoding(game.choose({})).shape:
            _register(game)


register_games()
