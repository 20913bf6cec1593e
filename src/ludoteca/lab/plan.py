"""What decides how the games of a corpus are played: the same plan gives the same bytes on any machine."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from ludoteca.arena.fingerprint import search_signature, source_digest
from ludoteca.arena.opening import random_opening, rotation
from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.players import make_repeatable_player
from ludoteca.players.engine import EnginePlayer
from ludoteca.players.networks import name_by_content
from ludoteca.players.player import SamplingPlayer, SearchingPlayer

FORMAT = 1
"""The version of the corpus format."""
MAX_GAMES = 10_000_000
MAX_MOVES = 1000
"""A game is cut after so many moves, unless the plan says otherwise."""
USUAL_OPENING = 6
UNIT_SECONDS = 3.0
"""About how much CPU time a unit of work takes: long enough for a cluster, short enough to be done again."""
USUAL_MOVES, SECONDS_A_MOVE, NODES_A_MOVE = 100, 0.0003, 100
"""A usual game, and what a move costs besides its search: for the size of units only."""
MIN_UNITS = 32
"""A plan has at least so many units if it has so many openings, for many workers to share."""


class Unit(NamedTuple):
    """A range of games, from the first to the last: whole openings, in all their rotations."""

    first: int
    last: int


@dataclass(frozen=True)
class SelfPlayPlan:
    """All that decides how games go. Thinking is limited by nodes, never by time.

    Make one with `SelfPlayPlan.checked`, which refuses what cannot be played.
    """

    game: str
    """Its name."""
    options: Mapping[str, Value]
    """Every option of the game, by name."""
    players: tuple[str, ...]
    """As in a match; one alone plays all seats."""
    games: int
    seed: int
    opening_plies: int = USUAL_OPENING
    """Random moves before the players take over; the same for all rotations of the players."""
    nodes: int = 0
    """For each move of a player without a limit of its own: `engine`, `engine:8`, `search:NAME`, `mcts` (tries)."""
    max_moves: int = MAX_MOVES
    """A game that is not over after so many moves, the opening included, is cut: it has no payoffs and no clause."""
    start: str = ""
    """The position text to begin from, or nothing for the usual start."""
    rules_version: int = 0
    """Of the game, when the plan was made."""
    searches: str = field(default="")
    """The signature of the searches, when the plan was made: others would play other games."""
    source: str = ""
    """What a game of others was made of, when the plan was made; nothing for games of this package."""

    @classmethod
    def checked(
        cls,
        game: Game | str,
        options: Mapping[str, Value],
        players: tuple[str, ...],
        games: int,
        seed: int,
        *,
        opening_plies: int = USUAL_OPENING,
        nodes: int = 0,
        max_moves: int = MAX_MOVES,
        start: str = "",
    ) -> "SelfPlayPlan":
        """A plan that can be played, with all options of its game; or LudotecaError."""
        played = GAMES[game] if isinstance(game, str) else game
        first = played.parse(start, **options) if start else played.start(**options)
        if first.is_over():
            raise LudotecaError("the game is over in the position to begin from")
        _check_number(games, 1, MAX_GAMES, "the number of games")
        _check_number(max_moves, 1, 1_000_000, "the longest game")
        _check_number(opening_plies, 0, max_moves, "the length of the opening")
        if not 1 <= len(players) <= first.seats:
            raise LudotecaError(f"{played.name} needs 1 to {first.seats} players here, not {len(players)}")
        players = tuple(name_by_content(name, played.name) for name in players)
        for name in players:
            make_repeatable_player(name, played, nodes).close()
        return cls(
            played.name,
            dict(first.options),
            players,
            games,
            seed,
            opening_plies,
            nodes,
            max_moves,
            start,
            played.rules_version,
            search_signature(),
            source_digest(played),
        )

    def first_position(self) -> Position:
        """The position in which the openings begin."""
        game = GAMES[self.game]
        return game.parse(self.start, **self.options) if self.start else game.start(**self.options)

    def opening(self, number: int) -> Position:
        """The position from which the players of a game take over."""
        seed = f"{self.seed}/{self.opening_of(number)}"
        return random_opening(self.first_position(), self.opening_plies, seed)

    def opening_of(self, number: int) -> int:
        """The number of a game's opening, which all rotations of the players share."""
        return number // len(self.players)

    def player_of_seat(self, number: int, seats: int) -> tuple[int, ...]:
        """Who sits where in a game, by place among the players."""
        return rotation(len(self.players), seats, number)

    def units(self) -> list[Unit]:
        """The plan as units of work; they depend on nothing but the plan."""
        size = len(self.players) * self._openings_a_unit()
        return [Unit(first, min(first + size, self.games) - 1) for first in range(0, self.games, size)]

    def _openings_a_unit(self) -> int:
        openings = math.ceil(self.games / len(self.players))
        game = GAMES[self.game]
        nodes = sum(NODES_A_MOVE + _nodes(name, game, self.nodes) for name in self.players)
        seconds = USUAL_MOVES * (nodes / game.nodes_a_second + len(self.players) * SECONDS_A_MOVE)
        return max(1, min(round(UNIT_SECONDS / seconds), openings // MIN_UNITS))

    def differences(self, other: "SelfPlayPlan") -> list[str]:
        """The names of what is not the same in two plans."""
        names = [each.name for each in fields(self)]
        return [name.replace("_", " ") for name in names if getattr(self, name) != getattr(other, name)]

    def to_json(self) -> str:
        """The plan as text; equal plans have equal texts."""
        values: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        values["options"] = dict(sorted(self.options.items()))
        # Corpora from before there were sources stay what they are.
        if not self.source:
            del values["source"]
        return json.dumps({"format": FORMAT, **values}, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "SelfPlayPlan":
        """The plan in a text, or LudotecaError."""
        try:
            values = json.loads(text)
            if values.pop("format") != FORMAT:
                raise LudotecaError(f"it is of another version of the format than {FORMAT}")
            plan = cls(**values)
            plan = cls(**{**values, "players": tuple(plan.players)})
            plan._check_types()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise LudotecaError("it is not a plan of self-play") from error
        return plan

    def _check_types(self) -> None:
        numbers = (self.games, self.seed, self.opening_plies, self.nodes, self.max_moves, self.rules_version)
        texts = (self.game, self.start, self.searches, self.source, *self.players)
        if not all(isinstance(each, int) for each in numbers) or not all(isinstance(each, str) for each in texts):
            raise TypeError
        if not isinstance(self.options, dict) or not self.players or self.games < 1:
            raise ValueError


def _nodes(name: str, game: Game, nodes: int) -> int:
    """About how many nodes a player visits for a move."""
    player = make_repeatable_player(name, game, nodes)
    if isinstance(player, EnginePlayer | SamplingPlayer | SearchingPlayer):
        return player.limits.nodes
    return 0


def _check_number(number: int, least: int, most: int, what: str) -> None:
    if not least <= number <= most:
        raise LudotecaError(f"{what} is a number from {least} to {most}, not {number}")
