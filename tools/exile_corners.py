"""What corners do to flags in Exile: the figures of docs/reports/index.md that no report has.

    ludoteca report exile --games 400 --seed 1 --corpus FOLDER
    python tools/exile_corners.py FOLDER/games

All are of the moves that players chose, without the random openings. In brackets stand intervals that hold the truth in
95 of 100 experiments.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.analysis import Measure
from ludoteca.lab.corpus import Corpus, CorpusGame
from ludoteca.lab.figures import with_interval
from ludoteca.lab.study import Study, winner_of

CORNERS = {"a1", "a9", "i1", "i9"}
SHORT, LONG = 200, 400
"""Games of fewer moves than the first are short, those of as many as the second or more are long."""


class Held(NamedTuple):
    """A flag that a piece holds."""

    tile: str
    holder: int
    """The seat of the piece."""

    @property
    def is_in_corner(self) -> bool:
        return self.tile in CORNERS


Flags = tuple[Held | None, ...]
"""Each flag after a move, if it is held."""


class Corners(NamedTuple):
    """What one game shows."""

    held: int
    """Over all moves, how many flags are held before each."""
    held_in_corners: int
    lost: int
    """How many of these are not held by the same seat any more after the move."""
    lost_in_corners: int
    stay: int
    """The longest time, in moves, that one flag is held in one corner."""
    won: int
    """How many flags the winner holds at the end."""
    won_in_corners: int


def flags_of(position: Position) -> Flags:
    """The flags of a position, by the seats that they belong to."""
    look = position.game.look
    sheet = look.sheet(position.options)
    seat_of = {sheet.geometry.names[cell]: sheet.glyphs[unit].seat for cell, unit in look.view(position).units.items()}
    found: list[Held | None] = []
    for word in str(position).split()[3].split(","):
        tile, is_held = word[1:].rstrip("*"), word.endswith("*")
        holder = seat_of.get(tile)
        found.append(Held(tile, holder) if is_held and holder is not None else None)
    return tuple(found)


def corners_of(game: CorpusGame) -> Corners:
    """Replay a game from where its players took over."""
    course = [flags_of(position) for position in islice(game.positions(), game.opening_plies, None)]
    steps = [
        (before, after)
        for flags, following in pairwise(course)
        for before, after in zip(flags, following, strict=True)
        if before
    ]
    lost = [before for before, after in steps if after is None or after.holder != before.holder]
    won = [held for held in course[-1] if held and held.holder == winner_of(game)]
    return Corners(
        len(steps),
        sum(before.is_in_corner for before, _ in steps),
        len(lost),
        sum(before.is_in_corner for before in lost),
        max(map(longest_stay, zip(*course, strict=True))),
        len(won),
        sum(held.is_in_corner for held in won),
    )


def longest_stay(flag: Iterable[Held | None]) -> int:
    """How long one flag is held in one corner by one seat, at the most."""
    stays = (sum(1 for _ in same) for held, same in groupby(flag) if held and held.is_in_corner)
    return max(stays, default=0)


def tell(games: Sequence[CorpusGame]) -> list[str]:
    """All figures, a line each."""
    study, found = Study(games), [corners_of(game) for game in games]
    shares = {
        "held flags that are in a corner": [(each.held_in_corners, each.held) for each in found],
        "moves in which a flag in a corner is lost": [(each.lost_in_corners, each.held_in_corners) for each in found],
        "moves in which a flag elsewhere is lost": [
            (each.lost - each.lost_in_corners, each.held - each.held_in_corners) for each in found
        ],
        "flags of the winner that are in a corner at the end": [(each.won_in_corners, each.won) for each in found],
    }
    measures = {
        words: study.share("", "", "", [hits for hits, _ in pairs], [trials for _, trials in pairs])
        for words, pairs in shares.items()
    }
    lines = [f"{words}: {in_words(measure)}" for words, measure in measures.items()]
    _, inside, outside, _ = (measure.value for measure in measures.values())
    if inside and outside:
        lines.append(f"a flag in a corner is so many times as safe: {outside / inside:.3g}")
    return [*lines, *stays(games, found)]


def in_words(measure: Measure) -> str:
    return with_interval(measure.value, measure.unit, measure.interval)


def stays(games: Sequence[CorpusGame], found: Sequence[Corners]) -> Iterable[str]:
    """The longest stay of a flag in a corner, of all games and by their length."""
    kinds = {
        "of all games": range(sys.maxsize),
        f"of games of less than {SHORT} moves": range(SHORT),
        f"of games of {LONG} moves or more": range(LONG, sys.maxsize),
    }
    for words, lengths in kinds.items():
        chosen = [(game, each) for game, each in zip(games, found, strict=True) if len(game.moves) in lengths]
        if not chosen:
            continue
        measure = Study([game for game, _ in chosen]).mean("", "", "", [each.stay for _, each in chosen])
        yield f"longest stay in a corner, {words} ({len(chosen)}), on average: {in_words(measure)} moves"
    game, longest = max(zip(games, found, strict=True), key=lambda each: each[1].stay)
    yield f"the longest of all: {longest.stay} moves, in game {game.number}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Tell what corners do to flags in games of Exile.")
    parser.add_argument(
        "folder", metavar="FOLDER", help="the games of a report of exile, as --corpus FOLDER keeps them"
    )
    try:
        corpus = Corpus(parser.parse_args(words).folder)
        if corpus.plan.game != "exile" or corpus.plan.options["mode"] != "classic":
            raise LudotecaError("these are no games of exile for four on the bounded board")
    except LudotecaError as error:
        parser.error(str(error))
    print(*tell(list(corpus)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
