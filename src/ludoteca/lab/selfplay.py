"""Self-play: games by a plan, unit by unit, kept as a corpus.

A unit is a pure function of the plan and its range of games: it reads no clock, and gives the same bytes anywhere.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludoteca.arena.executor import Executor, GamesExecutor
from ludoteca.arena.fingerprint import search_signature, source_digest
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.lab.corpus import (
    CorpusFile,
    CorpusGame,
    begin_folder,
    find_files,
    is_damaged,
    keep_file,
    read_table,
    write_games,
)
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.players import make_repeatable_player
from ludoteca.players.player import Player


class Shard(NamedTuple):
    """Every `shards`-th unit of a plan, from the one with this number, which counts from 0."""

    number: int
    shards: int


WHOLE = Shard(0, 1)
MAX_PLAYERS = 64


class Progress(NamedTuple):
    """How many games of a shard there are, of how many, and how many of them were played by this run."""

    done: int
    games: int
    played: int


def play_corpus(plan: SelfPlayPlan, folder: Path, executor: Executor, shard: Shard = WHOLE) -> Iterator[Progress]:
    """Play what is missing of a plan's games, or of a shard of them, and keep them in a folder.

    Yields once before the first unit and after each. What is there is checked, and not played again; a damaged file is
    removed and its games are played again.
    """
    if plan.searches != search_signature():
        raise LudotecaError("the plan was made by another version of the searches, which plays other games")
    game = GAMES[plan.game]
    if plan.source != source_digest(game):
        raise LudotecaError(f"the plan was made by another source of {plan.game}, which may play other games")
    begin_folder(folder, plan)
    units = plan.units()[shard.number :: shard.shards]
    kept = {each.unit for each in find_files(folder, plan) if _is_kept(each, plan)}
    missing = [unit for unit in units if unit not in kept]
    games = sum(map(_size, units))
    done = games - sum(map(_size, missing))
    played = 0
    yield Progress(done, games, played)
    same = GamesExecutor(executor, game, players=plan.players)
    for number, content in same.completed(partial(play_unit, plan), missing):
        keep_file(folder, missing[number], content)
        played += _size(missing[number])
        yield Progress(done + played, games, played)


def _size(unit: Unit) -> int:
    return unit.last - unit.first + 1


def _is_kept(file: CorpusFile, plan: SelfPlayPlan) -> bool:
    """Whether a file is there and whole; a damaged one is removed, and one of another corpus an error."""
    if is_damaged(file):
        file.path.unlink()
        return False
    read_table(file, plan)
    return True


def play_unit(plan: SelfPlayPlan, unit: Unit) -> bytes:
    """The games of a unit as a Parquet file: a pure function."""
    games: list[CorpusGame] = []
    opening: Position | None = None
    for number in range(unit.first, unit.last + 1):
        if opening is None or plan.opening_of(number) != games[-1].opening:
            opening = plan.opening(number)
        games.append(play_game(plan, number, opening))
    return write_games(plan, games)


def play_game(plan: SelfPlayPlan, number: int, opening: Position) -> CorpusGame:
    """One game from its opening to its end, or until it is cut."""
    game = GAMES[plan.game]
    player_of_seat = plan.player_of_seat(number, opening.seats)
    players = {
        place: make_repeatable_player(plan.players[place], game, plan.nodes, _seed(plan, number, place))
        for place in sorted(set(player_of_seat))
    }
    notes = _Notes(plan)
    for move in opening.moves_played():
        notes.play(move, None)
    opening_plies = len(notes.moves)
    position = notes.position
    while len(notes.moves) < plan.max_moves and not position.is_over():
        player = players[player_of_seat[position.to_move]]
        notes.play(player.choose(position), player)
    outcome = position.outcome()
    return CorpusGame(
        number,
        plan.opening_of(number),
        player_of_seat,
        opening_plies,
        tuple(notes.seats),
        tuple(notes.moves),
        tuple(notes.counts),
        tuple(notes.scores),
        tuple(notes.nodes),
        tuple(outcome.payoffs) if outcome else (),
        outcome.clause if outcome else "",
        plan,
    )


def _seed(plan: SelfPlayPlan, number: int, place: int) -> int:
    """Two players of a game get different ones: else they would slip at the same moves."""
    return (plan.seed * 1_000_003 + number) * MAX_PLAYERS + place


class _Notes:
    """A game as it is played, and what is kept of each move."""

    def __init__(self, plan: SelfPlayPlan) -> None:
        self.position = plan.first_position()
        self.seats: list[int] = []
        self.moves: list[int] = []
        self.counts: list[int] = []
        self.scores: list[tuple[int, ...] | None] = []
        self.nodes: list[int] = []

    def play(self, move: int, player: Player | None) -> None:
        report = player.last_report if player else None
        legal = self.position.legal_moves()
        self.seats.append(self.position.to_move)
        self.moves.append(legal.index(move))
        self.counts.append(len(legal))
        self.scores.append(report.lines[0].scores if report else None)
        self.nodes.append(report.nodes if report else 0)
        self.position.play(move)
