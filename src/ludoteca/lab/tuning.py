"""Tests and tunes the settings of alpha-beta by games: where nodes limit moves, the seed alone decides what comes out.

Games are played in pairs, from the same opening with seats changed, by two settings. A test says whether a change
gains (a sequential test of pairs); tuning is SPSA: settings are moved at random to both sides at once, and a little
towards the side that won.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ludoteca.arena.executor import Executor
from ludoteca.arena.opening import random_opening
from ludoteca.arena.rating import Rating, Tally, log_likelihood_ratio, rate, sprt_bounds
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.players.player import megabytes_for
from ludoteca.search.settings import SearchSettings
from ludoteca.search.think import Limits, Thinker

CLEAR, CLEAR_PLIES = 2500, 4
"""A game is decided when both sides have found such a score for so many plies."""
LONGEST = 300
"""A longer game is a draw."""
OPENING_PLIES = 8
"""The openings are not those of matches with the same seed: what was tuned is measured on others."""
PAIRS_A_ROUND = 16
"""So many pairs are played before the settings move: the same for any number of workers."""
GAIN = 1.8
"""Of SPSA: the chances of games alone move a setting by about a step, however many rounds there are."""
STEADY = 0.1
"""Of all rounds: for so many the steps of SPSA hardly shrink at first."""


class Games(NamedTuple):
    """Which games are played."""

    game: str
    nodes: int
    """For each move."""
    seed: int
    seconds: float | None = None
    """For each move, instead of nodes: such games are not the same twice."""
    options: Mapping[str, Any] = {}

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes) if self.seconds is None else Limits(self.seconds)

    @classmethod
    def checked(cls, game: str, nodes: int, seed: int, seconds: float | None = None) -> "Games":
        """Games that alpha-beta can play, or LudotecaError."""
        seats = GAMES[game].start().seats
        if seats != 2:
            raise LudotecaError(f"alpha-beta plays games of two seats, and {game} has {seats}")
        if nodes < 1:
            raise LudotecaError(f"nodes for a move are a number from 1 up, not {nodes}")
        return cls(game, nodes, seed, seconds)


class Pair(NamedTuple):
    """Two settings, changes of the usual ones by name, and the number of their opening."""

    first: Mapping[str, int]
    second: Mapping[str, int]
    opening: int


def play_pair(games: Games, pair: Pair) -> float:
    """The share of the points that the first settings get; a pure function where nodes limit moves."""
    settings = SearchSettings(**pair.first), SearchSettings(**pair.second)
    own = _first_seat_points(games, pair.opening, settings)
    return (own + 1 - _first_seat_points(games, pair.opening, settings[::-1])) / 2


def _first_seat_points(games: Games, opening: int, settings: tuple[SearchSettings, SearchSettings]) -> float:
    game = GAMES[games.game]
    position = random_opening(game.start(**games.options), OPENING_PLIES, f"{games.seed}/tuning/{opening}")
    megabytes = megabytes_for(games.limits.nodes)
    thinkers = [Thinker(game.evaluator, megabytes, search="alphabeta", settings=each) for each in settings]
    clear = 0
    for _ in range(LONGEST):
        if position.is_over():
            break
        report = thinkers[position.to_move].think(position, games.limits)
        score = report.lines[0].scores[0]
        if abs(score) < CLEAR:
            clear = 0
        elif clear * score >= 0:
            clear += 1 if score > 0 else -1
        if abs(clear) == CLEAR_PLIES:
            return float(clear > 0)
        position.play(report.best)
    outcome = position.outcome()
    return (outcome.payoffs[0] + 1) / 2 if outcome else 0.5


class Standing(NamedTuple):
    """What a test says so far."""

    tally: Tally
    rating: Rating
    likelihood_ratio: float
    verdict: str
    """`gains`, `does not`, or nothing yet."""


def judge_change(
    games: Games,
    change: Mapping[str, int],
    base: Mapping[str, int],
    pairs: int,
    executor: Executor,
    elo: tuple[float, float] = (0.0, 10.0),
) -> Iterator[Standing]:
    """Play pairs until it is settled whether a change is worth the second number of Elo or the first."""
    found = Tally()
    low, high = sprt_bounds()
    units = [Pair(change, base, opening) for opening in range(pairs)]
    for share in executor.run(partial(play_pair, games), units):
        found = found.add(share)
        ratio = log_likelihood_ratio(found, *elo)
        verdict = "gains" if ratio >= high else "does not" if ratio <= low else ""
        yield Standing(found, rate(found), ratio, verdict)
        if verdict:
            return


@dataclass(frozen=True)
class Tunable:
    """A setting that is tuned, and its limits; `step` is how far it is moved to either side at the end."""

    name: str
    least: int
    most: int
    step: float


def tunables(names: list[str]) -> list[Tunable]:
    """SearchSettings by name; each from half to twice its usual value, moved by an eighth of it."""
    usual = SearchSettings()
    found = []
    for name in names:
        value = getattr(usual, name, None)
        if not isinstance(value, int) or value < 2:
            raise LudotecaError(f"alpha-beta has no setting {name!r} that can be tuned")
        found.append(Tunable(name, value // 2, 2 * value, max(value / 8, 0.5)))
    return found


class Tuning:
    """A tuning under way, kept in a file after each round: if it is broken off, it goes on there."""

    def __init__(self, games: Games, settings: list[Tunable], rounds: int, path: Path) -> None:
        self.games = games
        self.settings = settings
        self.rounds = rounds
        self.path = path
        self.round = 0
        usual = SearchSettings()
        self.values = {each.name: float(getattr(usual, each.name)) for each in settings}
        self.share = 0.5
        if path.exists():
            self._resume()
        else:
            self._keep()

    def run(self, executor: Executor) -> Iterator["Tuning"]:
        """Play round after round; yields after each."""
        while self.round < self.rounds:
            pairs = [self._pair(number) for number in range(PAIRS_A_ROUND)]
            shares = list(executor.run(partial(play_pair, self.games), [pair for pair, _ in pairs]))
            self._move([signs for _, signs in pairs], shares)
            self.round += 1
            self._keep()
            yield self

    def _pair(self, number: int) -> tuple[Pair, dict[str, int]]:
        """All settings moved at once, each at random to one side for the first and to the other for the second."""
        opening = self.round * PAIRS_A_ROUND + number
        random = Random(f"{self.games.seed}/signs/{opening}")
        signs = {each.name: random.choice((-1, 1)) for each in self.settings}
        first, second = (
            {each.name: self._moved(each, sign * signs[each.name]) for each in self.settings} for sign in (1, -1)
        )
        return Pair(first, second, opening), signs

    def _moved(self, setting: Tunable, sign: int) -> int:
        return round(self._within(setting, self.values[setting.name] + sign * setting.step * self._spread()))

    def _spread(self) -> float:
        """How far settings are moved, in steps: farther in the first rounds."""
        return float(((1 + self.rounds) / (1 + self.round)) ** 0.101)

    def _move(self, signs: list[dict[str, int]], shares: list[float]) -> None:
        pace = ((1 + STEADY * self.rounds + self.rounds) / (1 + STEADY * self.rounds + self.round)) ** 0.602
        gain = GAIN * pace / sqrt(self.rounds * PAIRS_A_ROUND)
        for each in self.settings:
            slope = sum((share - 0.5) * sign[each.name] for share, sign in zip(shares, signs, strict=True))
            value = self.values[each.name] + gain * each.step * slope / self._spread()
            self.values[each.name] = self._within(each, value)
        self.share = sum(shares) / len(shares)

    def _within(self, setting: Tunable, value: float) -> float:
        return max(float(setting.least), min(value, float(setting.most)))

    def found(self) -> dict[str, int]:
        """The settings as they are now, in whole numbers."""
        return {name: round(value) for name, value in self.values.items()}

    def _plan(self) -> dict[str, Any]:
        return {
            **self.games._asdict(),
            "options": dict(self.games.options),
            "settings": [vars(each) for each in self.settings],
            "rounds": self.rounds,
        }

    def _keep(self) -> None:
        part = self.path.with_suffix(".part")
        kept = {"plan": self._plan(), "round": self.round, "values": self.values}
        try:
            part.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
            part.replace(self.path)
        except OSError as error:
            raise LudotecaError(f"{self.path} cannot be written: {error.strerror}") from error

    def _resume(self) -> None:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            plan, self.round, values = kept["plan"], int(kept["round"]), kept["values"]
            self.values = {each.name: float(values[each.name]) for each in self.settings}
            if not all(each.least <= self.values[each.name] <= each.most for each in self.settings):
                raise ValueError
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise LudotecaError(f"{self.path} is not a tuning that can go on") from error
        if plan != self._plan():
            raise LudotecaError(f"{self.path} is a tuning of other settings, games or rounds; choose another file")
