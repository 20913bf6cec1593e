"""What `ludoteca report` does."""

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca import game
from ludoteca.cli.commands import chosen_options
from ludoteca.cli.lab_commands import ProgressLine, needing_extra
from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError

if TYPE_CHECKING:
    from ludoteca.lab.analysis import Example
    from ludoteca.lab.changed_games import Variant
    from ludoteca.lab.selfplay import Progress

SETS = {
    "games": "those that the report is about",
    "openings": "how they begin",
    "changed": "by the changed rules, at most",
}
"""Sets of games by their names, but those of levels."""


def run_report(parsed: argparse.Namespace) -> None:
    from ludoteca.arena.executor import make_executor

    with needing_extra("lab"):
        from ludoteca.lab.analyse import analyse
        from ludoteca.lab.analysis import RULES
        from ludoteca.lab.corpus import Corpus
        from ludoteca.lab.figures import counted_words
        from ludoteca.lab.report.files import check_places, html_of, json_of, write_whole
        from ludoteca.lab.rule_examples import rule_position
        from ludoteca.lab.study_plan import page_word

    chosen = game(parsed.game)
    usual = f"{page_word(chosen.name)}{'-compared' if parsed.compare else ''}.html"
    paths = [Path(each) for each in (parsed.out or usual, parsed.json) if each]
    check_places(*paths)
    if any(path.resolve() == Path(chosen.module).resolve() for path in paths):
        raise LudotecaError(f"{chosen.module} holds the game; name another file")
    options = chosen.choose(chosen_options(parsed))
    variant = _variant(parsed.compare, chosen, options, parsed.position)
    told = _Progress()
    with _folder(parsed.corpus) as folder, make_executor(parsed.workers, parsed.ray) as executor:
        try:
            analysis, changed = analyse(
                chosen,
                options,
                parsed.players,
                parsed.games,
                parsed.seed,
                executor,
                folder,
                start=parsed.position,
                nodes=parsed.nodes,
                variant=variant,
                on_progress=told.tell,
            )
        finally:
            told.end()
        parts = {"games", *(each.part for each in analysis.examples)} - {RULES}
        games = {part: Corpus(folder / part) for part in parts}
        by_changed_rules = {each.number: each for each in changed}

        def last_position(example: "Example") -> Position:
            if example.part == RULES:
                return rule_position(chosen, example.game)
            return (by_changed_rules if example.is_changed else games[example.part])[example.game].last_position()

        texts = {paths[0]: html_of(analysis, games["games"].plan.first_position(), last_position)}
        if parsed.json:
            texts[paths[1]] = json_of(analysis)
    replaced = [path for path in paths if path.exists()]
    write_whole(texts)
    found, played = counted_words(len(analysis.findings), "finding"), counted_words(parsed.games, "game")
    print(f"{' and '.join(map(str, paths))}: {found} from {played}")
    for path in replaced:
        print(f"{path} was there before and has been replaced; --out and --json give other names")


def _variant(words: list[str], base: Game, options: Mapping[str, Value], start: str) -> "Variant | None":
    """What `--compare` asks for: options, `position=TEXT` or `game=NAME`, all of them together."""
    if not words:
        return None
    from ludoteca.lab.changed_games import Variant

    changes: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.replace("-", "_")
        if not equals or not name or name in changes:
            raise LudotecaError(f"--compare takes each NAME=VALUE once, such as quiet_limit=off, not {word[:40]!r}")
        changes[name] = value
    known = {option.name for option in base.options}
    other = base if "game" in known or "game" not in changes else game(changes.pop("game"))
    begin = start if "position" in known or "position" not in changes else changes.pop("position")
    kept = options if other is base else {}
    changed = other.choose({**kept, **changes})
    if other is base and changed == options and begin == start:
        raise LudotecaError(f"--compare {' '.join(words)} changes nothing")
    if _seats(other, changed, begin) != _seats(base, options, start):
        raise LudotecaError(f"--compare {' '.join(words)} is a game of another number of seats")
    # Position texts are too long for a sentence; the command has them.
    told = ["another first position" if word.startswith("position=") else word for word in words]
    return Variant(", ".join(told), other, changed, begin)


def _seats(played: Game, options: Mapping[str, Value], start: str) -> int:
    return (played.parse(start, **options) if start else played.start(**options)).seats


@contextmanager
def _folder(kept: str | None) -> Iterator[Path]:
    """Where the games are while they are analysed, and later if they are to be kept."""
    if kept:
        path = Path(kept)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudotecaError(f"{path} cannot be a folder of games: {error.strerror}") from error
        yield path
    else:
        with tempfile.TemporaryDirectory(prefix="ludoteca-report-") as made:
            yield Path(made)


def _set_words(name: str) -> str:
    """A set of games by the name of its folder."""
    kind, *levels = name.split("-")
    if kind in SETS:
        return SETS[kind]
    return f"level {' against '.join(levels)}"


class _Progress:
    """A line for each set of games that a report needs."""

    def __init__(self) -> None:
        self.name = ""
        self.part = 0
        self.line: ProgressLine | None = None

    def tell(self, name: str, parts: int, progress: "Progress") -> None:
        if name != self.name or self.line is None:
            self.end()
            self.part += 1
            about = f" (part {self.part} of {parts}: {_set_words(name)})" if parts > 1 else ""
            self.name, self.line = name, ProgressLine(f"games{about}", " of this part" if parts > 1 else "")
        self.line.tell(*progress)

    def end(self) -> None:
        if self.line:
            self.line.end()
        self.line = None
