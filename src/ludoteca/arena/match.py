"""Games between players, seats rotated, from varied openings; the same seed plays the same match.

Every opening is played once in each rotation of the players, so nobody gains by it. Finished games are kept as records
as they come in, and a match that was broken off goes on where it stopped.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.arena.executor import make_executor
from ludoteca.arena.opening import random_opening
from ludoteca.arena.opening import rotation as rotated
from ludoteca.arena.rating import Rating, Tally, log_likelihood_ratio, rate, sprt_bounds, tally, wilson
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record
from ludoteca.core.ruling import LudotecaError
from ludoteca.players import make_player
from ludoteca.players.player import Player


class Plan(NamedTuple):
    """All that decides how a match goes."""

    game: Game
    options: Mapping[str, Any]
    players: tuple[str, ...]
    games: int
    seconds: float = 0.1
    opening_plies: int = 6
    seed: int = 1


class Played(NamedTuple):
    """One game of a match: which player (by place in the plan) had which seat, and how it ended."""

    number: int
    player_of_seat: tuple[int, ...]
    payoffs: tuple[float, ...]
    clause: str
    record: str


class Standing(NamedTuple):
    """What the games so far say of one player, or of a seat."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    interval: tuple[float, float]
    """95 % of it, by how the share varies between whole groups."""
    pairs: tuple[int, ...] = ()
    """Of two players: how many pairs of games brought 0, 1/2, 1, 3/2 and 2 points."""


def rotation(plan: Plan, seats: int, number: int) -> tuple[int, ...]:
    """Who sits where in a game, by place in the plan."""
    return rotated(len(plan.players), seats, number)


def opening(plan: Plan, number: int) -> Position:
    """The position from which a game of the match begins; the same for all rotations."""
    start = plan.game.start(**plan.options)
    return random_opening(start, plan.opening_plies, f"{plan.seed}/{number // len(plan.players)}")


def play_game(plan: Plan, number: int) -> Played:
    """Play one game of a match from its opening to its end."""
    position = opening(plan, number)
    player_of_seat = rotation(plan, position.seats, number)
    players: dict[int, Player] = {}
    try:
        for place in set(player_of_seat):
            players[place] = make_player(
                plan.players[place], plan.game, plan.seconds, seed=plan.seed * 1_000_003 + number
            )
        while not position.is_over():
            position.play(players[player_of_seat[position.to_move]].choose(position))
    finally:
        for player in players.values():
            player.close()
    return _played(plan, number, position)


def _played(plan: Plan, number: int, position: Position) -> Played:
    player_of_seat = rotation(plan, position.seats, number)
    names = {f"seat{seat + 1}": plan.players[place] for seat, place in enumerate(player_of_seat)}
    outcome = position.outcome()
    assert outcome is not None
    record = str(Record.of(position, number=str(number), seed=str(plan.seed), **names))
    return Played(number, player_of_seat, outcome.payoffs, outcome.clause, record)


class Match:
    """A match under way. `played` has the games that are finished, in the order in which they ended."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self.plan = plan
        self.folder = folder
        self.played: list[Played] = []
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            self._read_kept(folder)

    def run(self, jobs: int = 1, sprt: tuple[float, float] | None = None, ray: str | None = None) -> Iterator[Played]:
        """Play what is missing, and yield each game as it ends; stop early when a test of two players is sure."""
        known = {game.number for game in self.played}
        missing = [number for number in range(self.plan.games) if number not in known]
        if self.verdict(sprt):
            return
        with make_executor(jobs, ray) as executor:
            for _, game in executor.completed(partial(play_game, self.plan), missing):
                self.played.append(game)
                if self.folder:
                    _keep(self.folder, game)
                yield game
                if self.verdict(sprt):
                    return

    def _read_kept(self, folder: Path) -> None:
        for path in sorted(folder.glob("[0-9]*.txt")):
            number = int(path.stem) - 1
            record = read_record(path.read_text(encoding="utf-8"), lambda name: self.plan.game)
            if not record.is_of_present_rules:
                raise LudotecaError(
                    f"{path} was played by version {record.rules_version} of the rules, and the present ones are "
                    f"version {self.plan.game.rules_version}; choose another folder"
                )
            kept = _played(self.plan, number, record.replay())
            if kept.record != str(record):
                raise LudotecaError(f"{path} is a game of another match; choose another folder")
            self.played.append(kept)

    def verdict(self, sprt: tuple[float, float] | None) -> str:
        """What a sequential test of two players says: `high`, `low`, or nothing yet."""
        if sprt is None:
            return ""
        ratio = log_likelihood_ratio(self.groups(0), *sprt)
        low, high = sprt_bounds()
        return "high" if ratio >= high else "low" if ratio <= low else ""

    def standings(self) -> list[Standing]:
        """For each player: wins, and the share of points with its 95 % interval."""
        return [self._standing(name, partial(_seats_of, place)) for place, name in enumerate(self.plan.players)]

    def seats(self) -> list[Standing]:
        """The same for each seat, whoever sat there."""
        count = self.plan.game.start(**self.plan.options).seats
        return [self._standing(f"seat {seat + 1}", partial(_seat_alone, seat)) for seat in range(count)]

    def rating(self) -> Rating:
        """The first of two players against the second."""
        return rate(self.groups(0))

    def groups(self, place: int) -> Tally:
        """What a player got in the openings that were played in every rotation."""
        return self._tally(partial(_seats_of, place))

    def _standing(self, name: str, seats_of: Callable[[Played], list[int]]) -> Standing:
        points = [_points(game, seats_of(game)) for game in self.played]
        games, groups = len(points), self._tally(seats_of)
        share = sum(points) / games if games else 0.0
        worth = games / groups.design_effect
        wins, draws, losses = (points.count(each) for each in (1.0, 0.5, 0.0))
        pairs = self._pairs(seats_of) if len(self.plan.players) == 2 else ()
        return Standing(name, games, wins, draws, losses, share, wilson(share * worth, worth), pairs)

    def _tally(self, seats_of: Callable[[Played], list[int]]) -> Tally:
        return tally(self._group_shares(seats_of), len(self.plan.players))

    def _pairs(self, seats_of: Callable[[Played], list[int]]) -> tuple[int, ...]:
        shares = self._group_shares(seats_of)
        return tuple(shares.count(points / 4) for points in range(5))

    def _group_shares(self, seats_of: Callable[[Played], list[int]]) -> list[float]:
        """The share of points in each opening of which all games have been played."""
        size = len(self.plan.players)
        openings: dict[int, list[float]] = {}
        for game in self.played:
            openings.setdefault(game.number // size, []).append(_points(game, seats_of(game)))
        return [sum(points) / size for _, points in sorted(openings.items()) if len(points) == size]


def _seats_of(place: int, game: Played) -> list[int]:
    return [seat for seat, who in enumerate(game.player_of_seat) if who == place]


def _seat_alone(seat: int, game: Played) -> list[int]:
    return [seat]


def _points(game: Played, seats: list[int]) -> float:
    """1 for a game won by one of the seats, 1/2 for a draw."""
    if not any(game.payoffs):
        return 0.5
    return float(any(game.payoffs[seat] == 1 for seat in seats))


def _keep(folder: Path, game: Played) -> None:
    """Whole or not at all, even if the match is killed meanwhile."""
    part = folder / f"{game.number + 1:05}.part"
    part.write_text(game.record, encoding="utf-8")
    part.replace(part.with_suffix(".txt"))


def progress(done: int, games: int, width: int = 30) -> str:
    """A bar."""
    filled = width * done // max(games, 1)
    return f"[{'#' * filled}{'.' * (width - filled)}] {done}/{games}"
