"""Samples from corpora: quiet positions as a network sees them, each with its score and how its game ended.

They are extracted file by file, a pure function of each, and kept as arrays that are larger than memory may be.
"""

import json
import math
import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, overload

import numpy

from ludoteca.arena.executor import Executor
from ludoteca.core.evaluator import Evaluator
from ludoteca.core.features import Features
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.lab.corpus import Corpus, CorpusFile, CorpusGame, games_of, read_content, read_plan
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.lab.training.files import from_json, read_json, reading, write_whole
from ludoteca.search import scores

HELD_OUT = 20
"""Of every so many openings, the games of one are kept for validation: the network never learns from them."""
CERTAIN = scores.PROVEN - 1
"""The largest score of a sample: of an end that is known."""
NO_RESULT = -1.0
"""Of a position that is of no game."""
ASIDE = (0, 1, 1, 2, 3, 5)
"""How many random moves may lead from a game to a position that is imitated."""
TRAINING, VALIDATION, SOURCES, PARTS = "training.npy", "validation.npy", "sources.json", "parts"


class Source(NamedTuple):
    """A file of games with all that a worker needs, which need not have it."""

    file: CorpusFile
    content: bytes
    plan: SelfPlayPlan


class Sources(Sequence[Source]):
    """Files of corpora. Each is read when it is asked for, and not kept: all of them may be larger than memory."""

    def __init__(self, files: Sequence[CorpusFile]) -> None:
        self.files = files
        self.plans = {folder: read_plan(folder) for folder in {file.path.parent for file in files}}

    def __len__(self) -> int:
        return len(self.files)

    @overload
    def __getitem__(self, number: int) -> Source: ...
    @overload
    def __getitem__(self, number: slice) -> "Sources": ...
    def __getitem__(self, number: int | slice) -> "Source | Sources":
        if isinstance(number, slice):
            return Sources(self.files[number])
        file = self.files[number]
        return Source(file, read_content(file), self.plans[file.path.parent])


class Progress(NamedTuple):
    """How many files have been read, of how many, and how many of them by this run."""

    done: int
    files: int
    read: int


class Sample(NamedTuple):
    """A position as a seat sees it, of two seats as the other sees it, too; `sample_type` tells how it is kept."""

    features: list[list[int]]
    bucket: int
    by_hand: int
    """What is added to the score of a network here."""
    score: int
    result: float


def features_of(game: Game, options: Any) -> Features:
    """What a network sees of a game with these options, or LudotecaError."""
    features = game.features(options) if game.features else None
    if features is None:
        raise LudotecaError(f"{game.name} has no features with these options, so that no network can see it")
    return features


def views_of(seats: int) -> int:
    """How many seats' views of a position a network has: of two seats both, else that of one seat alone."""
    return 2 if seats == 2 else 1


def sample_type(views: int, slots: int) -> Any:
    """The type of a sample: a record without gaps."""
    return numpy.dtype(
        [
            ("features", "<u2", (views, slots)),
            ("bucket", "u1"),
            ("by_hand", "<i2"),
            ("score", "<i2"),
            ("result", "<f4"),
        ]
    )


def make_samples(corpora: Sequence[Path], folder: Path, executor: Executor, imitations: int = 0) -> Iterator[Progress]:
    """Extract the samples of corpora, as far as that has not been done, and keep them in a folder.

    The path of a corpus that is not absolute begins at the folder: so both can be found from any working directory.
    Which files these are is settled when it is done first: games that come later change nothing.
    """
    files = _sources(corpora, folder)
    parts = folder / PARTS
    if not all((folder / name).exists() for name in (TRAINING, VALIDATION)):
        parts.mkdir(exist_ok=True)
        missing = [file for file in files if not _part(parts, file).exists()]
        yield Progress(len(files) - len(missing), len(files), 0)
        for done, (number, samples) in enumerate(executor.completed(partial(extract, imitations), Sources(missing)), 1):
            write_whole(_part(parts, missing[number]), partial(numpy.savez, **samples))
            yield Progress(len(files) - len(missing) + done, len(files), done)
        for name in (VALIDATION, TRAINING):
            _merge([_part(parts, file) for file in files], folder / name)
    shutil.rmtree(parts, ignore_errors=True)
    yield Progress(len(files), len(files), 0)


def read_samples(folder: Path, name: str) -> Any:
    """All samples to learn from, or those to validate with, as an array on the disk."""
    with reading(folder / name, "samples"):
        found = numpy.load(folder / name, mmap_mode="r")
    if not len(found):
        what = "to learn from" if name == TRAINING else "to validate with"
        raise LudotecaError(f"there are no quiet positions {what}: more games are needed")
    return found


def _sources(corpora: Sequence[Path], folder: Path) -> list[CorpusFile]:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SOURCES
    if not path.exists():
        found = [
            [str(corpus / file.path.name), *file.unit] for corpus in corpora for file in Corpus(folder / corpus).files
        ]
        if not found:
            raise LudotecaError("there are no games to learn from")
        write_whole(path, lambda out: out.write(json.dumps(found).encode()))
    with reading(path, "a list of files of games"):
        kept = [CorpusFile(folder / name, from_json(Unit, unit)) for name, *unit in read_json(path)]
        if not kept:
            raise ValueError
    return kept


def _part(parts: Path, file: CorpusFile) -> Path:
    return parts / f"{file.path.stem}.npz"


def _merge(parts: Sequence[Path], path: Path) -> None:
    """The samples of all parts, in order, as one file."""
    counts = [len(_read_part(part, path.stem)) for part in parts]
    kind = _read_part(parts[0], path.stem).dtype
    unfinished = path.with_suffix(".part")
    merged = numpy.lib.format.open_memmap(unfinished, "w+", kind, (sum(counts),))
    begin = 0
    for part, count in zip(parts, counts, strict=True):
        merged[begin : begin + count] = _read_part(part, path.stem)
        begin += count
    merged.flush()
    del merged
    unfinished.replace(path)


def _read_part(part: Path, name: str) -> Any:
    with reading(part, "samples of a file of games"), numpy.load(part) as arrays:
        return arrays[name]


def extract(imitations: int, source: Source) -> dict[str, Any]:
    """The samples of a file, those to learn from and those to validate with: a pure function, which reads no file."""
    plan = source.plan
    game = GAMES[plan.game]
    features = features_of(game, plan.options)
    found: dict[bool, list[Any]] = {False: [], True: []}
    for each in games_of(*source):
        is_held_out = each.opening % HELD_OUT == 0
        found[is_held_out] += samples_of(each, features)
        if not is_held_out and game.has_evaluator:
            found[False] += imitations_of(each, features, imitations)
    kind = sample_type(views_of(features.seats), features.slots)
    return {"training": numpy.array(found[False], kind), "validation": numpy.array(found[True], kind)}


def imitations_of(game: CorpusGame, features: Features, count: int) -> Iterator[Sample]:
    """So many positions near each one of a game, a few random moves away, with what the present evaluator says.

    They cost no search. A network that has few games learns from them what is known already.
    """
    random = Random(f"{game.plan.seed}/{game.number}")
    evaluator = GAMES[game.plan.game].evaluator()
    for begin in game.positions():
        for _ in range(count):
            position = begin.copy()
            for _ in range(random.choice(ASIDE)):
                moves = position.legal_moves()
                if moves:
                    position.play(random.choice(moves))
            if not position.is_over():
                yield from _samples_at(position, features, evaluator)


def _samples_at(position: Position, features: Features, evaluator: Evaluator) -> Iterator[Sample]:
    for seat in _looking(position):
        yield _sample(position, features, seat, _within_certain(evaluator.score(position, seat)), NO_RESULT)


def samples_of(game: CorpusGame, features: Features) -> Iterator[Sample]:
    """The quiet positions of a game that were searched and whose end was not yet seen."""
    tactics = GAMES[game.plan.game].tactics()
    seats = len(game.player_of_seat)
    # A game that was cut for its length counts as drawn: nobody could win it.
    results = [_share(payoff, seats) for payoff in game.payoffs or (0.0,) * seats]
    expected = _expected(game, results)
    for position, found, told, place in zip(game.positions(), game.scores, expected, game.moves, strict=False):
        if found is None or max(map(abs, found)) >= scores.PROVEN:
            continue
        tactics.attach(position)
        if not tactics.is_quiet(position.legal_moves()[place]):
            continue
        for seat in _looking(position):
            yield _sample(position, features, seat, told[seat], results[seat])


def _expected(game: CorpusGame, results: Sequence[float]) -> list[tuple[int, ...]]:
    """For each position, what each seat's next search says; of a seat that searches no more, how the game ended.

    A search knows little of seats other than its own: it looks at them as its opponents.
    """
    draw = 1 / len(results)
    following = [0 if result == draw else CERTAIN if result > draw else -CERTAIN for result in results]
    told = []
    for seat, found in zip(reversed(game.seats), reversed(game.scores), strict=True):
        if found is not None:
            following[seat] = _within_certain(found[seat])
        told.append(tuple(following))
    return told[::-1]


def _looking(position: Position) -> Sequence[int]:
    """The seats that see a sample: of two the one to move, which has both views; of more, each."""
    return [position.to_move] if position.seats == 2 else range(position.seats)


def _sample(position: Position, features: Features, seat: int, score: int, result: float) -> Sample:
    seats = position.seats
    views = [features.of(position, (seat + view) % seats) for view in range(views_of(seats))]
    by_hand = _within_certain(features.by_hand_of(position, seat))
    return Sample(views, features.bucket_of(position), by_hand, score, result)


def _within_certain(score: int) -> int:
    return max(-CERTAIN, min(CERTAIN, score))


def _share(payoff: float, seats: int) -> float:
    """The share of the points: 1 for a win, 0 for a loss, and as much for everybody in a draw."""
    return ((seats - 1) * payoff + 1) / seats


def log_odds_of_draw(seats: int) -> float:
    """The log odds of the share that a draw gives, which is what a score of 0 stands for."""
    return -math.log(seats - 1)
