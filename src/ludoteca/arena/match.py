"""Games between players, seats rotated, from varied openings; the same seed plays the same match.

Every opening is played once in each rotation of the players, so nobody gains by it. Finished games are kept as records
as they come in, and a match that was broken off goes on where it stopped. An engine of others that fails loses the
game, and is started anew for the next.

A sequential test looks at games in the order of their numbers, whichever ended first: else short games would count
more, and the result would depend on the number of workers.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.arena.executor import Executor, GamesExecutor, InlineExecutor
from ludoteca.arena.opening import random_opening
from ludoteca.arena.opening import rotation as rotated
from ludoteca.arena.rating import Rating, Tally, check_sprt, log_likelihood_ratio, rate, sprt_bounds, tally, wilson
from ludoteca.core.game import Game
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record, result_text
from ludoteca.core.ruling import LudotecaError
from ludoteca.players import make_player
from ludoteca.players.external import EngineFailed, EngineMissing, ExternalPlayer
from ludoteca.players.networks import name_by_content
from ludoteca.players.player import Player

FAULT_CLAUSE = "M1"
"""By which a game ends in which a player failed; no game's own, as those of a room are not."""
LATE = re.compile(r"[0-9]{1,6}( [0-9]{1,6})*")
FAILED = re.compile(r"seat (?P<seat>[1-9]) after (?P<moves>[0-9]{1,6}) moves")
MAX_FALSE_STARTS = 3
"""A player that failed in so many games in a row before its first move ends the match."""


class Plan(NamedTuple):
    """All that decides how a match goes."""

    game: Game
    options: Mapping[str, Any]
    players: tuple[str, ...]
    games: int
    seconds: float = 0.1
    opening_plies: int = 6
    seed: int = 1


class Fault(NamedTuple):
    """A player that failed in a game: on which seat, after how many moves of its own, and how."""

    seat: int
    moves: int
    what: str


class Played(NamedTuple):
    """One game of a match: which player (by place in the plan) had which seat, and how it ended."""

    number: int
    player_of_seat: tuple[int, ...]
    payoffs: tuple[float, ...]
    clause: str
    record: str
    fault: Fault | None = None
    late: tuple[int, ...] = ()
    """How many moves of each player, by place in the plan, took more time than there was; nothing if none did."""

    @property
    def failed(self) -> int:
        """The place of the player that failed, or -1."""
        return self.player_of_seat[self.fault.seat] if self.fault else -1


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
    late: int = 0
    """Of an engine of others: how many of its moves took more time than there was."""


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
    moves = [0] * len(plan.players)
    fault: Fault | None = None
    seat = 0
    try:
        for seat, place in enumerate(player_of_seat):
            if place not in players:
                name = plan.players[place]
                players[place] = make_player(name, plan.game, plan.seconds, seed=plan.seed * 1_000_003 + number)
        while not position.is_over():
            seat = position.to_move
            position.play(players[player_of_seat[seat]].choose(position))
            moves[player_of_seat[seat]] += 1
    except EngineMissing:
        raise
    except EngineFailed as error:
        fault = Fault(seat, moves[player_of_seat[seat]], " ".join(str(error).split()))
    finally:
        for player in players.values():
            player.close()
    return _played(plan, number, position, fault, _late_moves(plan, players))


def _late_moves(plan: Plan, players: Mapping[int, Player]) -> tuple[int, ...]:
    late = [0] * len(plan.players)
    for place, player in players.items():
        if isinstance(player, ExternalPlayer):
            late[place] = player.late_moves
    return tuple(late) if any(late) else ()


def _played(plan: Plan, number: int, position: Position, fault: Fault | None, late: tuple[int, ...]) -> Played:
    player_of_seat = rotation(plan, position.seats, number)
    headers = {
        "number": str(number),
        "seed": str(plan.seed),
        "movetime": str(round(1000 * plan.seconds)),
        "opening": str(plan.opening_plies),
    }
    headers |= {f"seat{seat + 1}": plan.players[place] for seat, place in enumerate(player_of_seat)}
    if fault:
        headers["failed"] = f"seat {fault.seat + 1} after {fault.moves} moves"
    if late:
        headers["late"] = " ".join(map(str, late))
    outcome = _lost_by_fault(player_of_seat, fault) if fault else position.outcome()
    assert outcome is not None
    record = Record.of(position, **headers)
    record.result = result_text(outcome)
    return Played(number, player_of_seat, outcome.payoffs, outcome.clause, str(record), fault, late)


def _lost_by_fault(player_of_seat: tuple[int, ...], fault: Fault) -> Outcome:
    """A loss for the player that failed, on all of its seats, and a win for every other."""
    failed = player_of_seat[fault.seat]
    return Outcome(tuple(-1.0 if place == failed else 1.0 for place in player_of_seat), None, FAULT_CLAUSE, fault.what)


def _fault_of(record: Record) -> Fault | None:
    """The fault that the record of a match tells of."""
    told = FAILED.fullmatch(record.headers.get("failed", ""))
    what = record.result.partition(f" {FAULT_CLAUSE} ")[2]
    return Fault(int(told["seat"]) - 1, int(told["moves"]), what) if told and what else None


def _late_of(record: Record, players: int) -> tuple[int, ...]:
    """How many moves of each player were late, as the record of a match tells."""
    told = record.headers.get("late", "")
    late = tuple(map(int, told.split())) if LATE.fullmatch(told) else ()
    return late if len(late) == players else ()


class Match:
    """A match under way. `played` has the games that count, in the order in which they ended.

    With `sprt`, two differences in Elo, a test of two players ends it as soon as it is sure; then the games up to there
    count, in their order, and others that ended meanwhile do not.
    """

    def __init__(self, plan: Plan, folder: Path | None = None, sprt: tuple[float, float] | None = None) -> None:
        self.plan = plan._replace(players=tuple(name_by_content(name, plan.game.name) for name in plan.players))
        self.folder = folder
        if sprt:
            check_sprt(*sprt)
        self.sprt = sprt
        self.played: list[Played] = []
        self.verdict = ""
        """What the test says: `high`, `low`, or nothing yet."""
        self._tested = Tally(size=len(plan.players))
        self._untested: dict[int, Played] = {}
        self._false_starts: list[list[Played]] = [[] for _ in plan.players]
        if folder:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise LudotecaError(f"{folder} cannot be a folder of records: {error.strerror}") from error
            self._read_kept(folder)
        for game in tuple(self.played):
            self._test(game)

    def run(self, executor: Executor | None = None) -> Iterator[Played]:
        """Play what is missing, here or by an executor, and yield each game as it ends, until the test is sure."""
        known = {game.number for game in self.played}
        missing = [number for number in range(self.plan.games) if number not in known]
        if self.verdict:
            return
        same = GamesExecutor(executor or InlineExecutor(), self.plan.game, players=self.plan.players)
        for _, game in same.completed(partial(play_game, self.plan), missing):
            # In this order: interrupted in between, no game is told of that is not kept.
            if self.folder:
                _keep(self.folder, game)
            self.played.append(game)
            self._check_starts(game)
            self._test(game)
            yield game
            if self.verdict:
                return

    def _test(self, game: Played) -> None:
        """Look at the test after each group of games, as far as no number is missing."""
        if not self.sprt or self.verdict:
            return
        self._untested[game.number] = game
        low, high = sprt_bounds()
        while not self.verdict and (group := self._next_group()):
            points = [_points(each, _seats_of(0, each)) for each in group]
            self._tested = self._tested.add(sum(points) / len(points))
            ratio = log_likelihood_ratio(self._tested, *self.sprt)
            self.verdict = "high" if ratio >= high else "low" if ratio <= low else ""
        if self.verdict:
            counted = self._tested.groups * self._tested.size
            self.played = sorted(game for game in self.played if game.number < counted)

    def _next_group(self) -> list[Played]:
        """The games of the next opening that the test has not seen; none while one is missing."""
        first = self._tested.groups * self._tested.size
        numbers = range(first, first + self._tested.size)
        if not all(number in self._untested for number in numbers):
            return []
        return [self._untested.pop(number) for number in numbers]

    def _check_starts(self, game: Played) -> None:
        """End the match if a player does not work here; its games are forgotten, to be played when it does."""
        if not game.fault or game.fault.moves:
            for place in game.player_of_seat:
                self._false_starts[place].clear()
            return
        row = self._false_starts[game.failed]
        row.append(game)
        if len(row) < MAX_FALSE_STARTS:
            return
        for each in row:
            self.played.remove(each)
            if self.folder:
                _path(self.folder, each).unlink()
        raise LudotecaError(f"{len(row)} games in a row ended before the first move of a player: {game.fault.what}")

    def faults(self) -> list[dict[str, Any]]:
        """In which games players failed, and how: games are counted from 1, as the files of records are."""
        return [
            {
                "game": game.number + 1,
                "player": self.plan.players[game.failed],
                "seat": game.fault.seat + 1,
                "moves": game.fault.moves,
                "what": game.fault.what,
            }
            for game in sorted(self.played)
            if game.fault
        ]

    def _read_kept(self, folder: Path) -> None:
        for path in sorted(folder.glob("[0-9]*.txt")):
            number, record = _read_kept_game(path, self.plan.game)
            if not record.is_of_present_rules:
                raise LudotecaError(
                    f"{path} was played by version {record.rules_version} of the rules, and the present ones are "
                    f"version {self.plan.game.rules_version}; choose another folder"
                )
            position, fault = record.replay(), _fault_of(record)
            is_of_plan = number < self.plan.games and (fault.seat < position.seats if fault else position.is_over())
            late = _late_of(record, len(self.plan.players))
            kept = _played(self.plan, number, position, fault, late) if is_of_plan else None
            if not kept or kept.record != str(record):
                raise LudotecaError(f"{path} is a game of another match; choose another folder")
            self.played.append(kept)

    def standings(self) -> list[Standing]:
        """For each player: wins, and the share of points with its 95 % interval."""
        return [
            self._standing(name, partial(_seats_of, place))._replace(late=self._late_moves_of(place))
            for place, name in enumerate(self.plan.players)
        ]

    def _late_moves_of(self, place: int) -> int:
        return sum(game.late[place] for game in self.played if game.late)

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
    path = _path(folder, game)
    part = path.with_suffix(".part")
    part.write_text(game.record, encoding="utf-8")
    part.replace(path)


def _read_kept_game(path: Path, game: Game) -> tuple[int, Record]:
    """The number of a game and its record, from its file."""
    try:
        return int(path.stem) - 1, read_record(path.read_text(encoding="utf-8"), lambda name: game)
    except (OSError, ValueError, LudotecaError) as error:
        raise LudotecaError(f"{path} is not the record of a game of this match: {error}; remove it") from error


def _path(folder: Path, game: Played) -> Path:
    return folder / f"{game.number + 1:05}.txt"


def progress(done: int, games: int, width: int = 30) -> str:
    """A bar."""
    filled = width * done // max(games, 1)
    return f"[{'#' * filled}{'.' * (width - filled)}] {done}/{games}"
