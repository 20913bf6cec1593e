"""Random games of one game, with every check of the contract on some of their positions."""

import io
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from random import Random

from ludoteca.core.game import Game, module_named
from ludoteca.core.option import Value
from ludoteca.core.plain_faults import in_words
from ludoteca.core.position import Position
from ludoteca.search.playout import Playout
from ludoteca.search.speed import measure
from ludoteca.testing.contract import CHECKS, GAME_CHECKS
from ludoteca.testing.requirements import Fault, affordable, require, variants_of

GUIDE = "docs/games.md"
SPEED_SECONDS = 0.05
"""CPU time spent on each figure."""
LEAST_PACE = 5.0
"""Moves a second in random games; with less, no machine can play a game and no page is pleasant."""
NO_EXCEPTION = "The methods of the game raise nothing."
FAST_ENOUGH = "The game is fast enough to be played and searched."
NO_OUTPUT = "The methods of the game print nothing."
COMES_TO_AN_END = "Some random games come to their end."
LONG_PLAYOUT = 0.02
"""Seconds of a random game: a machine that thinks for a second needs some fifty to tell good from bad."""
LONG_GAME = 1000
"""With fewer plies it is not judged whether games end."""
LONGEST_GAME = 5000
PROBED = 12
"""So many moves are played again at first, to see whether something happens by chance."""
OFTEN = 4
"""After so many plies every other position is checked."""
LONGEST_LINE = 2000
LONGEST_PRINTED = 40


@dataclass(frozen=True)
class Finding:
    """One fault: which check found it, what is wrong, and how to get there."""

    check: str
    message: str
    must_hold: str = ""
    position: str = ""
    moves: tuple[str, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [f"{self.check}: {self.message}"]
        if self.position:
            lines += [f"  position: {self.position}", f"  moves: {' '.join(self.moves) or 'none, it is the first one'}"]
        if self.options:
            lines.append(f"  options: {' '.join(f'{name}={value}' for name, value in self.options.items())}")
        lines.append(f"  what must hold: {self.must_hold} See {GUIDE}, Check a game: {self.check}.")
        return "\n".join(line[:LONGEST_LINE] for line in lines)


@dataclass
class Report:
    """What was found, and on how much play it rests."""

    game: str
    faults: list[Finding] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    positions: int = 0
    """How many positions went through all checks."""
    ended: int = 0
    """How many of the games came to their end."""
    speeds: dict[str, float] = field(default_factory=dict)
    wanted: int = 0
    """How many games should have been played."""
    advice: list[str] = field(default_factory=list)
    """What is no fault, but good to know."""

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults]
        lines.append(
            f"{self.game}: {len(self.faults) or 'no'} {'fault' if len(self.faults) == 1 else 'faults'} "
            f"in {self.games} random {'game' if self.games == 1 else 'games'} with {self.moves} moves, "
            f"{self.ended} of them to the end, and {self.positions} positions with all checks"
        )
        if self.speeds:
            lines.append(
                f"speed: {self.speeds['random_moves_per_second']:,.0f} moves a second in random games, "
                f"{self.speeds['perft_leaves_per_second']:,.0f} perft leaves a second, "
                f"legal_moves() in {self.speeds['legal_moves_microseconds']:.1f} microseconds"
            )
        if self.games < self.wanted and not self.faults:
            lines.append(f"only {self.games} of {self.wanted} games were played in this time: --seconds gives it more")
        lines += self.advice
        return "\n".join(lines)


def check_game(game: Game, seed: int = 1, games: int = 10, plies: int = 1000, seconds: float = 10) -> Report:
    """Raise AssertionError that tells in words all that `find_faults` finds; else its report."""
    report = find_faults(game, seed, games, plies, seconds)
    if report.faults:
        raise AssertionError(f"{game.name} breaks the contract of games\n{report}")
    return report


def find_faults(
    game: Game,
    seed: int = 1,
    games: int = 10,
    plies: int = LONG_GAME,
    seconds: float = 10,
    may_be_endless: bool = False,
) -> Report:
    """Play random games of at most so many plies, with every option, and run the checks on some of their positions.

    Each fault is reported once, with the first position where it shows. After so many seconds no new game begins, but
    each variant of the game gets at least one. If no random game ends, that is a fault unless it `may_be_endless`.
    """
    return _Checking(game, seed, games, plies, seconds, may_be_endless).run()


class _Checking:
    def __init__(self, game: Game, seed: int, games: int, plies: int, seconds: float, may_be_endless: bool) -> None:
        self.game = game
        self.seed = seed
        self.games = games
        self.plies = plies
        self.deadline = time.monotonic() + seconds
        self.report = Report(game.name, wanted=games)
        self.may_be_endless = may_be_endless
        self.checks = dict(CHECKS)
        self.causes: set[str] = set()

    def run(self) -> Report:
        output = _Output(self.game)
        with redirect_stdout(output):
            for name, check in GAME_CHECKS.items():
                self._attempt(name, check, lambda check=check: check(self.game))  # type: ignore[misc]
            if not self.report.faults and self._is_sound():
                self._play_games()
            if not self.report.faults:
                self._require_an_end()
        if output.printed:
            self.report.faults.append(Finding("output", output.printed, NO_OUTPUT))
        if not self.report.faults:
            self._measure()
        return self.report

    def _is_sound(self) -> bool:
        """Whether some moves can be played, and lead to the same positions again; if not, all checks tell less."""
        random, trail, check = Random(self.seed), _Trail(self.game, {}), CHECKS["replay"]
        if not self._advance(trail, None):
            return False
        for _ in range(PROBED):
            moves = trail.position.legal_moves()
            if not moves:
                break
            if not self._advance(trail, random.choice(moves)):
                return False
            for _ in range(3):
                if not self._attempt("replay", check, lambda: check(trail.position.copy(), random), trail):
                    return False
        return True

    def _play_games(self) -> None:
        variants = variants_of(self.game)
        for number in range(max(self.games, len(variants))):
            options = variants[number % len(variants)]
            if number >= len(variants) and time.monotonic() > self.deadline:
                break
            self._play(options, Random(f"{self.seed} {number}"))

    def _require_an_end(self) -> None:
        if self.report.ended or self.may_be_endless or self.plies < LONG_GAME:
            return
        position = self.game.start()
        Playout(self.seed).run(position, LONGEST_GAME)
        if not position.is_over():
            message = (
                f"no random game came to its end, not even in {LONGEST_GAME} moves: does result() have a rule for "
                "games without progress, such as a draw after so many moves? (--endless, if that is meant)"
            )
            self.report.faults.append(Finding("end", message, COMES_TO_AN_END))

    def _play(self, options: Mapping[str, Value], random: Random) -> None:
        """One random game. Both ends are checked, and of the positions between them the fewer the later they come."""
        self.report.games += 1
        trail = _Trail(self.game, options)
        if not self._advance(trail, None):
            return
        outcome = trail.position.outcome()
        if outcome:
            what = f"the game is over before the first move, by {outcome.clause}: {outcome.reason}"
            fault = f"{what}. There result() must give None, and moves() a move"
            self._attempt("outcome", CHECKS["outcome"], lambda: require(False, fault), trail)
            return
        self._check(trail, random)
        for ply in range(affordable(trail.position, self.plies)):
            moves = trail.position.legal_moves()
            if not moves:
                break
            if not self._advance(trail, random.choice(moves)):
                return
            self.report.moves += 1
            if random.random() < OFTEN / (OFTEN + ply) and time.monotonic() < self.deadline:
                self._check(trail, random)
        self.report.ended += trail.position.is_over()
        self._check(trail, random)

    def _advance(self, trail: "_Trail", move: int | None) -> bool:
        """Begin, or play a move; false if the game cannot go on."""

        def advance() -> None:
            trail.begin() if move is None else trail.play(move)
            trail.position.legal_moves()

        when = " at the start" if move is None else f" when {trail.position.move_text(move)} is played"
        return self._attempt("moves", CHECKS["moves"], advance, trail, when)

    def _check(self, trail: "_Trail", random: Random) -> None:
        """All checks that have not failed yet, each on a position of its own, which it may leave changed."""
        self.report.positions += 1
        for name, check in list(self.checks.items()):
            work = lambda check=check: check(trail.again(), Random(random.random()))  # noqa: E731
            if not self._attempt(name, check, work, trail):
                del self.checks[name]

    def _attempt(
        self,
        name: str,
        check: Callable[..., None],
        work: Callable[[], None],
        trail: "_Trail | None" = None,
        when: str = "",
    ) -> bool:
        """Do some work; what goes wrong is noted once, if possible by the move that brings it about."""
        must_hold = (check.__doc__ or "").partition("\n")[0]
        try:
            work()
        except Fault as fault:
            message = str(fault)
            if fault.cause in self.causes:
                return False
            self.causes.add(fault.cause)
        except Exception as error:
            name, message, must_hold = (
                "exceptions",
                in_words(error, self.game.module),
                NO_EXCEPTION,
            )
        else:
            return True
        shown = (trail.text, tuple(trail.texts), trail.options) if trail else ("", (), {})
        finding = Finding(name, message + when, must_hold, *shown)
        # One line of the game may raise with other words each time.
        stem = message.partition(": ")[0] if " in line " in message else message
        for index, known in enumerate(self.report.faults):
            if known.message.startswith(stem):
                if when and known.message == message:
                    self.report.faults[index] = finding
                return False
        self.report.faults.append(finding)
        return False

    def _measure(self) -> None:
        self.report.speeds = measure(self.game, {}, SPEED_SECONDS)
        pace = self.report.speeds["random_moves_per_second"]
        if pace < LEAST_PACE:
            message = f"random games have {pace:.1f} moves a second; the machine needs a thousand or more"
            self.report.faults.append(Finding("speed", message, FAST_ENOUGH))
        played = self.report.moves / max(self.report.games, 1) / pace
        if not self.game.has_evaluator and played > LONG_PLAYOUT:
            self.report.advice.append(
                f"a random game takes {played:.2f} s, so the machine, which has nothing but random games to go by, "
                f"plays poorly: write evaluate() ({GUIDE}, Advice for the machine)"
            )


class _Trail:
    """The moves of a random game so far. Texts are kept, for a broken position may not be able to tell them later."""

    def __init__(self, game: Game, options: Mapping[str, Value]) -> None:
        self.game = game
        self.options = options
        self.moves: list[int] = []
        self.texts: list[str] = []
        self.text = ""

    def begin(self) -> None:
        self.position = self.game.start(**self.options)
        self.text = str(self.position)

    def play(self, move: int) -> None:
        text = self.position.move_text(move)
        self.position.play(move)
        self.moves.append(move)
        self.texts.append(text)
        self.text = str(self.position)

    def again(self) -> Position:
        position = self.game.start(**self.options)
        for move in self.moves:
            position.play(move)
        return position


class _Output(io.TextIOBase):
    """Takes what is printed, and keeps what the game itself prints first, and where."""

    def __init__(self, game: Game) -> None:
        self.file = module_named(game.module).__file__
        self.printed = ""

    def write(self, text: str) -> int:
        frame = sys._getframe(1)
        if not self.printed and frame.f_code.co_filename == self.file:
            self.printed = (
                f"{frame.f_code.co_name}() in line {frame.f_lineno} prints {text.strip()[:LONGEST_PRINTED]!r}: it is "
                "called thousands of times, so take the print() out"
            )
        return len(text)


def is_raised_by(error: Exception, game: Game) -> bool:
    """Whether an exception comes from a game's own file, or from `PlainPosition` about it."""
    file = module_named(game.module).__file__
    names = [frame.filename.replace("\\", "/") for frame in traceback.extract_tb(error.__traceback__)]
    return file in names or any("ludoteca/core/plain" in name for name in names)
