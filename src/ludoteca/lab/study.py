"""The games that a report is about, and measures of them with intervals."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from ludoteca.arena.review import shares_of_payoffs
from ludoteca.lab.analysis import Cell, Measure, Unit
from ludoteca.lab.bootstrap import Bootstrap
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.facts import Facts
from ludoteca.lab.figures import counted_words
from ludoteca.lab.limits import LateLimit, late_limits
from ludoteca.lab.statistics import Estimate, Group, share

Number = float | int | bool


class Study:
    """Games with their facts. Those of one opening make a group, by which all intervals go."""

    def __init__(self, games: Sequence[CorpusGame], facts: Sequence[Facts] = (), part: str = "games") -> None:
        self.games = tuple(games)
        self.facts = tuple(facts)
        self.part = part
        self.plan = games[0].plan
        self.seats = len(games[0].player_of_seat)

    @cached_property
    def bootstrap(self) -> Bootstrap:
        return Bootstrap([game.opening for game in self.games], self.plan.seed)

    @cached_property
    def is_random(self) -> bool:
        """Whether somebody in these games plays at random."""
        return "random" in self.plan.players

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """What the board calls each seat, with its number: `Red (seat 1)`."""
        position = self.plan.first_position()
        names = [seat.name for seat in position.game.look.sheet(position.options).seats]
        numbered = (f"seat {number}" for number in range(1, self.seats + 1))
        return tuple(
            number.capitalize() if name.lower() == number else f"{name} ({number})"
            for name, number in zip(names, numbered, strict=True)
        )

    @property
    def games_words(self) -> str:
        """How many games there are: `24 games`."""
        return counted_words(len(self.games), "game")

    @cached_property
    def cut_games(self) -> int:
        """How many games were not over when the longest allowed game is."""
        return sum(game.is_cut for game in self.games)

    @cached_property
    def late_limits(self) -> tuple[LateLimit, ...]:
        """Limits of the rules that none of these games could come to."""
        return late_limits(self.games)

    @cached_property
    def points(self) -> tuple[tuple[float, ...], ...]:
        """What each seat got of each game, 1 in all; nothing of games that were cut."""
        return tuple(points_of(game) for game in self.games)

    def groups(self, hits: Iterable[Number], trials: Iterable[Number] | None = None) -> list[Group]:
        """What games have, summed up by openings; without trials each game is one."""
        found: dict[int, list[float]] = {}
        trials = [1] * len(self.games) if trials is None else trials
        for game, hit, trial in zip(self.games, hits, trials, strict=True):
            if trial:
                sums = found.setdefault(game.opening, [0.0, 0.0])
                sums[0] += hit
                sums[1] += trial
        return [(hit, trial) for hit, trial in found.values()]

    def share(
        self,
        name: str,
        title: str,
        meaning: str,
        hits: Iterable[Number],
        trials: Iterable[Number] | None = None,
        expected: float | None = None,
    ) -> Measure:
        """A share of games, or of whatever the trials are, by Wilson's interval."""
        return self.measure(name, title, meaning, share(self.groups(hits, trials)), "share", expected)

    def mean(self, name: str, title: str, meaning: str, values: Iterable[Number], unit: Unit = "number") -> Measure:
        """The mean of what each game has, by bootstrap."""
        return self.measure(name, title, meaning, self.bootstrap.mean(list(values)), unit)

    def ratio(
        self,
        name: str,
        title: str,
        meaning: str,
        numerators: Iterable[Number],
        denominators: Iterable[Number],
        unit: Unit = "number",
    ) -> Measure:
        """The sum of one thing by that of another, by bootstrap."""
        return self.measure(name, title, meaning, self.bootstrap.ratio(list(numerators), list(denominators)), unit)

    def median(self, name: str, title: str, meaning: str, values: Iterable[Number]) -> Measure:
        """The median of what each game has, by bootstrap."""
        return self.measure(name, title, meaning, self.bootstrap.median(list(values)))

    def measure(
        self,
        name: str,
        title: str,
        meaning: str,
        estimate: Estimate | None,
        unit: Unit = "number",
        expected: float | None = None,
    ) -> Measure:
        """An estimate with its words; None if there was nothing to estimate from."""
        if self.is_random:
            meaning += " Of random play, which is not how people play."
        if estimate is None:
            return Measure(name, title, None, None, meaning, unit, expected)
        interval = rounded(estimate.low), rounded(estimate.high)
        return Measure(name, title, rounded(estimate.value), interval, meaning, unit, expected)

    def example(self, wanted: Callable[[CorpusGame], bool]) -> CorpusGame | None:
        """The shortest game of a kind, if there is one."""
        found = [game for game in self.games if wanted(game)]
        return min(found, key=lambda game: (len(game.moves), game.number), default=None)


def points_of(game: CorpusGame) -> tuple[float, ...]:
    """1 to the winner, the same to all in a draw; nothing to anyone if the game was cut."""
    return shares_of_payoffs(game.payoffs) if game.payoffs else (0.0,) * len(game.player_of_seat)


def winner_of(game: CorpusGame) -> int | None:
    """The seat that won; None of a draw and of a game that was cut."""
    points = points_of(game)
    return points.index(1.0) if 1.0 in points else None


def turns_of(seats: Sequence[int]) -> int:
    """How many turns these moves are: a seat may make several moves in one."""
    return sum(1 for index, seat in enumerate(seats) if index == 0 or seats[index - 1] != seat)


def player_words(name: str) -> str:
    """A player as readers know it: `level 7` is `engine:7`, and `level 7 with variety` is `engine:7,variety`."""
    kind, _, detail = name.partition(":")
    level, _, variety = detail.partition(",")
    return f"level {level}{f' with {variety}' if variety else ''}" if kind == "engine" and level.isdigit() else name


def rounded(number: float) -> float:
    """Six digits: the last bits of logarithms may differ between machines."""
    return float(f"{number:.6g}")


def cells(*values: float | None) -> tuple[Cell, ...]:
    """Numbers for a table."""
    return tuple(None if value is None else rounded(value) for value in values)


def measure_cells(measure: Measure) -> tuple[Cell, ...]:
    """A measure's value and interval for a table."""
    low, high = measure.interval or (None, None)
    return cells(measure.value, low, high)
