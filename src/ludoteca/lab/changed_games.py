"""The games of a report played again by changed rules, kept as a corpus: the same openings, seeds and seats."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import fsum
from pathlib import Path
from typing import NamedTuple

from ludoteca.arena.executor import Executor
from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.corpus import (
    CorpusFile,
    CorpusGame,
    begin_folder,
    find_files,
    is_damaged,
    keep_file,
    read_games,
    write_games,
)
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.lab.selfplay import Progress, play_game
from ludoteca.lab.sequential import judge
from ludoteca.lab.study import points_of, winner_of

FIRST_LOOK = 16
"""At least so many openings are played before each look."""
LOOKS = 8


class Variant(NamedTuple):
    """What the rules are compared with: the same game with other options or from another start, or another game."""

    words: str
    """As it was asked for: `quiet_limit=off`."""
    game: Game
    options: Mapping[str, Value]
    start: str = ""


class ChangedGames:
    """Plays the games of a report by changed rules, until it is clear what changes or all have been played.

    What is in the folder is not played again, and the games are the same whether it was there or not.

    Attributes:
        games: Those of the changed rules, so far.
        is_settled: Whether it was stopped because it is clear what changes.
    """

    def __init__(self, before: Sequence[CorpusGame], variant: Variant, folder: Path) -> None:
        self.before = before
        self.variant = variant
        self.plan = changed_plan(before[0].plan, variant)
        if self.plan.first_position().seats != len(before[0].player_of_seat):
            raise LudotecaError(f"{variant.words} is a game of another number of seats")
        self.folder = folder / _folder_name(self.plan)
        self.games: list[CorpusGame] = []
        self.is_settled = False

    def play(self, executor: Executor) -> Iterator[Progress]:
        """Play what is missing. Yields once before the first unit and after each; it may stop before all are played."""
        begin_folder(self.folder, self.plan)
        kept = {file.unit: file for file in find_files(self.folder, self.plan) if _is_whole(file)}
        done = played = 0
        yield Progress(done, self.plan.games, played)
        for batch in _batches(self.plan):
            missing = [unit for unit in batch if unit not in kept]
            done += sum(map(_size, batch)) - sum(map(_size, missing))
            originals = [self.before[unit.first : unit.last + 1] for unit in missing]
            for number, content in executor.completed(partial(play_changed, self.plan), originals):
                unit = missing[number]
                kept[unit] = CorpusFile(keep_file(self.folder, unit, content), unit)
                done, played = done + _size(unit), played + _size(unit)
                yield Progress(done, self.plan.games, played)
            for unit in batch:
                self.games += read_games(kept[unit], self.plan)
            self.is_settled = settled(self.before[: len(self.games)], self.games)
            if self.is_settled:
                break


def changed_plan(plan: SelfPlayPlan, variant: Variant) -> SelfPlayPlan:
    """The same players, games and seed by other rules."""
    return SelfPlayPlan.checked(
        variant.game,
        variant.options,
        plan.players,
        plan.games,
        plan.seed,
        opening_plies=plan.opening_plies,
        nodes=plan.nodes,
        max_moves=plan.max_moves,
        start=variant.start,
    )


def _folder_name(plan: SelfPlayPlan) -> str:
    """Another one for each change; position texts are no names of folders."""
    return f"changed-{hashlib.sha256(plan.to_json().encode()).hexdigest()[:16]}"


def _is_whole(file: CorpusFile) -> bool:
    """Whether a file is as it was written; a damaged one is removed, and its games are played again."""
    if is_damaged(file):
        file.path.unlink()
        return False
    return True


def _batches(plan: SelfPlayPlan) -> Iterator[list[Unit]]:
    """Units up to each look, in an order that depends on nothing but the plan."""
    openings = -(-plan.games // len(plan.players))
    least = max(FIRST_LOOK, -(-openings // LOOKS)) * len(plan.players)
    batch: list[Unit] = []
    for unit in plan.units():
        batch.append(unit)
        if sum(map(_size, batch)) >= least:
            yield batch
            batch = []
    if batch:
        yield batch


def _size(unit: Unit) -> int:
    return unit.last - unit.first + 1


def play_changed(plan: SelfPlayPlan, games: Sequence[CorpusGame]) -> bytes:
    """Games by changed rules as a Parquet file: a pure function. A move is the same if it is written the same."""
    openings = {game.opening: game for game in reversed(games)}
    begun = {
        number: common_opening(plan, game) or plan.opening(game.number) for number, game in sorted(openings.items())
    }
    return write_games(plan, [play_game(plan, game.number, begun[game.opening]) for game in games])


def common_opening(plan: SelfPlayPlan, game: CorpusGame) -> Position | None:
    """The opening of a game by changed rules; None if it is not legal by them, or ends the game."""
    position, changed = game.plan.first_position(), plan.first_position()
    for place in game.moves[: game.opening_plies]:
        move = position.legal_moves()[place]
        try:
            changed.push_text(position.move_text(move))
        except LudotecaError:
            return None
        if changed.is_over():
            return None
        position.play(move)
    return changed


def settled(before: Sequence[CorpusGame], after: Sequence[CorpusGame]) -> bool:
    """Whether a sequential test knows of each seat's share, and of draws, if it is changed."""
    watched = differences_by_opening(before, after)
    return all(judge(each, len(watched)).words for each in watched.values())


def differences_by_opening(before: Sequence[CorpusGame], after: Sequence[CorpusGame]) -> dict[str, list[float]]:
    """For each seat's share, and for draws, the mean difference in each opening."""
    found: dict[str, dict[int, list[float]]] = {}
    for a, b in zip(before, after, strict=True):
        changes = {
            f"seat_share.{seat + 1}": new - old
            for seat, (old, new) in enumerate(zip(points_of(a), points_of(b), strict=True))
        }
        for name, change in {**changes, "draws": float(is_draw(b)) - float(is_draw(a))}.items():
            found.setdefault(name, {}).setdefault(a.opening, []).append(change)
    return {name: [fsum(each) / len(each) for each in groups.values()] for name, groups in found.items()}


def is_draw(game: CorpusGame) -> bool:
    return not game.is_cut and winner_of(game) is None
