"""What a report says, as data: measures with intervals, charts with tables, findings with examples.

`metrics` and `compare` make it from a corpus, `report` writes it as HTML and JSON.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

Cell = str | int | float | None
Unit = Literal["share", "points", "count", "number"]
"""A share is shown as a percentage, a difference of shares as points of a hundred."""
Weight = Literal["problem", "remark", "unknown", "fine"]
"""The rules should be looked at, something is worth to know, the games cannot tell yet, or all is well."""
RULES = "rules"
"""What examples are part of that are of the rules instead of games."""
WEIGHTS: tuple[Weight, ...] = get_args(Weight)
"""In the order in which they are told."""


@dataclass(frozen=True)
class Measure:
    """One figure, with the interval that holds the truth in 95 % of experiments."""

    name: str
    """Unique, for programs: `seat_share.1`."""
    title: str
    value: float | None
    """None if the games cannot tell."""
    interval: tuple[float, float] | None
    meaning: str
    """One sentence: what it tells, and how it was got."""
    unit: Unit = "number"
    expected: float | None = None
    """What it would be in a fair game, where that can be said."""


@dataclass(frozen=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    units: tuple[Unit, ...] = ()
    """Of the fractions in each column; without it that of the chart. Integers and texts are shown as they are."""


@dataclass(frozen=True)
class Series:
    """Points of a chart, with intervals where there are any."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Chart:
    """A chart, and the table of the same numbers."""

    name: str
    title: str
    kind: Literal["bars", "lines", "board"]
    """`bars`: one bar for each row of `labels`; `lines`: over numbers; `board`: a number on each cell, as shades."""
    table: Table
    series: tuple[Series, ...] = ()
    labels: tuple[str, ...] = ()
    """Of bars, or the names of cells."""
    x_title: str = ""
    y_title: str = ""
    unit: Unit = "number"
    reference: float | None = None
    """A line to compare with: what would be fair."""
    x_unit: Unit = "number"
    """Along the other axis, of lines."""


@dataclass(frozen=True)
class Chapter:
    title: str
    text: str
    """A few sentences: what the chapter is about, and how to read it."""
    measures: tuple[Measure, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)
    """Tables without a chart, by their titles."""


@dataclass(frozen=True)
class Example:
    """A game to look at, at one of its moves."""

    game: int
    """Its number in the corpus, or among the examples of the rules."""
    ply: int
    """After so many moves."""
    words: str
    """What there is to see."""
    is_changed: bool = False
    """Whether it is a game by the changed rules of a comparison; these have the numbers of those that they repeat."""

    part: str = "games"
    """The set of games that it is one of: those that the report is about, others beside them, or `rules`."""

    @property
    def key(self) -> str:
        """Tells the game from all others of the report."""
        part = "changed" if self.is_changed else self.part
        return str(self.game) if part == "games" else f"{part}-{self.game}"


@dataclass(frozen=True)
class Finding:
    """A sentence that a designer should read, and why to believe it."""

    name: str
    """Unique, for programs: the name of a measure, or `dead_clause.T13.5`."""
    sentence: str
    weight: Weight
    p_value: float | None = None
    """By Holm's correction over all that was tested; None where nothing was tested."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Analysis:
    """A whole report. The same corpus gives the same analysis, to the last bit."""

    game: str
    title: str
    options: Mapping[str, Cell]
    command: str
    """What makes the report again: without paths, workers and clusters."""
    facts: Mapping[str, Cell]
    """How it was made: games, players, seed, version of the rules."""
    findings: tuple[Finding, ...]
    chapters: tuple[Chapter, ...]
    games: Sequence[int] = ()
    """The numbers of all games by the rules as they are that examples show."""

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(example for finding in self.findings for example in finding.examples)
