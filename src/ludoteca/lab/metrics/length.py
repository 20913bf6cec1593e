"""Chapter: how long games are, and how many moves there are to choose from."""

from collections.abc import Callable
from math import fsum, log10
from statistics import median

from ludoteca.lab.analysis import Chapter, Chart, Measure, Series, Table
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.study import Study, turns_of

PHASES = ("beginning", "middle", "end")
BARS = 12
FEW_TURNS = 10
"""A game in which no seat had more than so many has hardly begun."""


def choices_of(game: CorpusGame) -> tuple[int, ...]:
    """How many legal moves there were at each decision of the players, the random opening left out."""
    return game.counts[game.opening_plies :]


def phase_choices(game: CorpusGame, phase: int) -> tuple[int, ...]:
    """The same in one third of the game."""
    length = len(game.counts)
    begin, end = max(game.opening_plies, length * phase // 3), length * (phase + 1) // 3
    return game.counts[begin:end]


def is_short(game: CorpusGame) -> bool:
    """Whether a game is over by the rules before each seat has had ten turns."""
    return not game.is_cut and turns_of(game.seats) < FEW_TURNS * len(game.player_of_seat)


def short_games(study: Study) -> Measure:
    return study.share(
        "short_games",
        "Short games",
        f"Those that are over before each seat has had {FEW_TURNS} turns, the random opening included.",
        map(is_short, study.games),
    )


def tree_size(game: CorpusGame) -> float:
    """The powers of ten of all the moves that players had to choose from, multiplied."""
    return fsum(map(log10, choices_of(game)))


def chapter(study: Study) -> Chapter:
    text = (
        "A turn is all the moves that a seat makes before another one does. Choices are counted where players decided, "
        "not in the random openings."
    )
    if study.cut_games:
        verb = "was" if study.cut_games == 1 else "were"
        text += (
            f" {study.cut_games:,} of {study.games_words} {verb} cut after {study.plan.max_moves:,} moves, and "
            "counted as if that were the end."
        )
    return Chapter(
        "Length and choice",
        text,
        (*_lengths(study), *_choices(study), *_phases(study)),
        (_chart(study), _phase_chart(study)),
    )


def _lengths(study: Study) -> tuple[Measure, ...]:
    return (
        study.mean("turns", "Turns", "Turns in a game, on average.", _each(study, lambda game: turns_of(game.seats))),
        study.mean("decisions", "Moves", "Moves in a game, on average.", _each(study, lambda game: len(game.moves))),
        study.median(
            "decisions_median",
            "Usual length",
            "Half of the games have more moves.",
            (len(game.moves) for game in study.games),
        ),
        short_games(study),
        study.mean(
            "tree_size",
            "Digits of the number of ways to play",
            "The number of ways to play, as if all games were as long as these, is a number with so many digits: the "
            "numbers of legal moves along a game, after the random opening, multiplied.",
            _each(study, tree_size),
        ),
    )


def _choices(study: Study) -> tuple[Measure, ...]:
    decisions = [len(choices_of(game)) for game in study.games]
    return (
        study.ratio(
            "branching",
            "Choices",
            "Legal moves to choose from, on average.",
            _each(study, lambda game: sum(choices_of(game))),
            decisions,
        ),
        study.median(
            "branching_median",
            "Usual choices",
            "Half of the moves have more legal moves to choose from, in the game in the middle.",
            _each(study, lambda game: median(choices_of(game) or (0,))),
        ),
        study.mean(
            "branching_most",
            "Most choices",
            "The largest number of legal moves in a game, on average.",
            _each(study, lambda game: max(choices_of(game), default=0)),
        ),
        study.share(
            "forced",
            "Forced moves",
            "Moves without a choice: only one is legal.",
            (choices_of(game).count(1) for game in study.games),
            decisions,
        ),
    )


def _phases(study: Study) -> tuple[Measure, ...]:
    return tuple(
        study.ratio(
            f"branching.{name}",
            f"Choices in the {name}",
            f"Legal moves to choose from in the {name}, which is a third of the game.",
            _each(study, lambda game, phase=phase: sum(phase_choices(game, phase))),  # type: ignore[misc]
            _each(study, lambda game, phase=phase: len(phase_choices(game, phase))),  # type: ignore[misc]
        )
        for phase, name in enumerate(PHASES)
    )


def _each(study: Study, value: Callable[[CorpusGame], float]) -> list[float]:
    return [value(game) for game in study.games]


def _chart(study: Study) -> Chart:
    """A histogram of lengths; games that were cut have a bar of their own."""
    lengths, most = [len(game.moves) for game in study.games if not game.is_cut], study.plan.max_moves
    bars = _bars(lengths, most) if lengths else []
    labels = tuple(f"{first} to {last}" if first < last else str(first) for first, last in bars)
    counts = [sum(first <= length <= last for length in lengths) for first, last in bars]
    if study.cut_games:
        labels += (f"cut at {most:,}",)
        counts.append(study.cut_games)
    return Chart(
        "lengths",
        "How long games are",
        "bars",
        Table(("moves", "games"), tuple(zip(labels, counts, strict=True))),
        (Series("games", tuple(map(float, range(len(counts)))), tuple(map(float, counts))),),
        labels,
        x_title="moves",
        y_title="games",
        unit="count",
    )


def _bars(lengths: list[int], most: int) -> list[tuple[int, int]]:
    """The shortest and the longest game of each bar, all of the same width."""
    begin, end = min(lengths), max(lengths)
    width = max(1, -(-(end - begin + 1) // BARS))
    return [(first, min(first + width - 1, most)) for first in range(begin, end + 1, width)]


def _phase_chart(study: Study) -> Chart:
    found = [(measure.title, measure) for measure in _phases(study) if measure.value is not None]
    rows = [
        (name, measure.value or 0.0, *(measure.interval or (0.0, 0.0)))
        for name, measure in zip(PHASES, (each for _, each in found), strict=False)
    ]
    y, low, high = (tuple(float(row[index]) for row in rows) for index in (1, 2, 3))
    return Chart(
        "choices",
        "Legal moves to choose from",
        "bars",
        Table(("third of the game", "legal moves", "from", "to"), tuple(rows)),
        (Series("legal moves", tuple(map(float, range(len(rows)))), y, low, high),),
        tuple(row[0] for row in rows),
        y_title="legal moves",
    )
