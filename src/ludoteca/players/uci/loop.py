"""The conversation: lines come in and are obeyed, answers go out; whatever comes in, it goes on."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from ludoteca import __version__
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove, LudotecaError
from ludoteca.games import GAMES
from ludoteca.players.clock import Allotment
from ludoteca.players.uci import variants
from ludoteca.players.uci.dialect import DIALECTS
from ludoteca.players.uci.options import Settings
from ludoteca.players.uci.order import Order, read_order
from ludoteca.players.uci.thinking import Counting, Thinking
from ludoteca.search.think import Report, Thinker

LONGEST_LINE = 1 << 20
"""Bytes of a line that are read; a game of a thousand moves takes a hundredth of it."""


def converse(lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Obey lines until one of them is `quit` or there are no more."""
    engine = Engine(write)
    try:
        for line in lines:
            if not engine.obey(line):
                return
    finally:
        engine.stop()


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """Lines of a stream of whatever bytes; what is too long is cut."""
    while line := stream.readline(LONGEST_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line.decode("utf-8", "replace")


def writer(stream: TextIO) -> Callable[[str], None]:
    """Writes whole lines at once, from any thread, for as long as somebody reads them."""
    is_open = True

    def write(line: str) -> None:
        nonlocal is_open
        if is_open:
            try:
                stream.write(line + "\n")
                stream.flush()
            except (OSError, ValueError):
                is_open = False

    return write


class Engine:
    """Obeys one line after another; searches run beside it. A command is given its own word and those after it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._writing = threading.Lock()
        self.dialect = DIALECTS["uci"]
        self.settings = Settings()
        self.game = GAMES[self.settings["UCI_Variant"]]
        self.position = variants.begin(self.game)
        self.banned: list[int] = []
        self.is_debugging = False
        self._thinker: Thinker | None = None
        self._thinker_settings: tuple[int, int] | None = None
        self._thinking: Thinking | Counting | None = None
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            **dict.fromkeys(DIALECTS, self._greet),
            "isready": self._get_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "uccinewgame": self._new_game,
            "position": self._set_position,
            "fen": self._set_bare_position,
            "startpos": self._set_bare_position,
            "banmoves": self._ban,
            "go": self._go,
            "stop": lambda words: self.stop(),
            "ponderhit": self._hit,
            "debug": self._debug,
            "register": lambda words: None,
            "d": self._show,
        }

    def obey(self, line: str) -> bool:
        """Whether the conversation goes on. Words before the first command are passed over, as UCI asks."""
        words = line.split()
        for index, word in enumerate(words):
            if word == "quit":
                self.stop()
                self.say(self.dialect.bye)
                return False
            if word in self._commands:
                self._commands[word](words[index:])
                return True
        if words:
            self._remark(f"unknown command {words[0][:40]!a}")
        return True

    def stop(self) -> None:
        """End a running search; it answers first."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None

    def say(self, *lines: str) -> None:
        with self._writing:
            for line in lines:
                if line:
                    self._write(line)

    def _remark(self, words: str) -> None:
        self.say(f"{self.dialect.remark} {' '.join(words.split())}")

    # The commands

    def _greet(self, words: Sequence[str]) -> None:
        self._speak(words[0])
        self.say(*self.dialect.identity(__version__), *self.dialect.options(), self.dialect.done)

    def _speak(self, name: str) -> None:
        """Change to a protocol, and to a game that it is for."""
        self.dialect = DIALECTS[name]
        self.settings.set("Protocol", name)
        if not self.dialect.is_for(self.game):
            self.settings.set("UCI_Variant", "xiangqi")
            self._change_game()

    def _get_ready(self, words: Sequence[str]) -> None:
        if not self._is_thinking():
            self._mind()
        self.say("readyok")

    def _debug(self, words: Sequence[str]) -> None:
        self.is_debugging = words[1:2] != ["off"]

    def _set_option(self, words: Sequence[str]) -> None:
        """`setoption name NAME value VALUE` in UCI, `setoption NAME VALUE` in UCCI; both are understood."""
        if len(words) == 1:
            return
        if words[1] == "name":
            end = words.index("value") if "value" in words else len(words)
            name, value = " ".join(words[2:end]), " ".join(words[end + 1 :])
        else:
            name, value = words[1], " ".join(words[2:])
        word, complaint = self.settings.set(name, value)
        if complaint:
            self._remark(complaint)
        if word == "clearhash":
            self.stop()
            self._thinker = None
        elif word == "newgame":
            self._new_game(())
        elif word == "protocol":
            self._speak(self.settings["Protocol"])
        elif word == "ucivariant":
            self._set_variant()

    def _set_variant(self) -> None:
        wanted = GAMES[self.settings["UCI_Variant"]]
        if not self.dialect.is_for(wanted):
            self._remark(f"{self.dialect.hello} is not for {wanted.name}")
            self.settings.set("UCI_Variant", self.game.name)
        elif wanted is not self.game:
            self._change_game()
        self._remark(f"variant {self.game.name} startpos {variants.begin(self.game)}")

    def _change_game(self) -> None:
        self.game = GAMES[self.settings["UCI_Variant"]]
        self._new_game(())

    def _new_game(self, words: Sequence[str]) -> None:
        self.stop()
        self._thinker = None
        self.position = variants.begin(self.game)
        self.banned = []

    def _set_bare_position(self, words: Sequence[str]) -> None:
        """Programs that count ranks from 0 are known to leave the word `position` out."""
        if self.dialect is DIALECTS["uci"] and DIALECTS["ucicyclone"].is_for(self.game):
            self._speak("ucicyclone")
        self._set_position(["position", *words])

    def _set_position(self, words: Sequence[str]) -> None:
        """The moves that are not legal, and those behind them, are left out; a bad position changes nothing."""
        end = words.index("moves") if "moves" in words else len(words)
        where, moves = words[1:end], words[end + 1 :]
        if not where:
            self._remark("a position is startpos or fen FEN")
            return
        try:
            if where[0] == "startpos":
                position = variants.begin(self.game)
            else:
                position = variants.read(self.game, " ".join(where[where[0] == "fen" :]))
        except LudotecaError as error:
            self._remark(f"the position stays as it was: {error}")
            return
        self.position, complaint = variants.follow(position.copy(), moves, self.dialect)
        self.banned = []
        if complaint and not self._counts_otherwise(position, moves):
            self._remark(complaint)

    def _counts_otherwise(self, position: Position, moves: Sequence[str]) -> bool:
        """Whether the moves are legal if ranks are counted the other way, from 0 or from 1; if so, so shall it be.

        The first move of a game already shows which: no text of it is legal both ways.
        """
        other = {"uci": "ucicyclone", "ucicyclone": "uci"}.get(self.dialect.hello, "")
        if not other or not DIALECTS[other].is_for(self.game):
            return False
        reached, complaint = variants.follow(position, moves, DIALECTS[other])
        if complaint:
            return False
        self._speak(other)
        self.position = reached
        self._remark(f"ranks are counted from {0 if self.dialect.notation else 1}")
        return True

    def _ban(self, words: Sequence[str]) -> None:
        self.banned = self._read_moves(self.position, words[1:])

    def _read_moves(self, position: Position, words: Sequence[str]) -> list[int]:
        found: list[int] = []
        for text in words:
            try:
                found.append(self.dialect.read_move(position, text))
            except IllegalMove as error:
                self._remark(f"{text[:20]!a} is passed over: {error}")
        return found

    def _hit(self, words: Sequence[str]) -> None:
        if self._thinking is not None:
            self._thinking.hit()

    def _show(self, words: Sequence[str]) -> None:
        position = self.position
        moves = sorted(self.dialect.write_move(position, move) for move in position.legal_moves())
        self.say(
            f"Variant: {self.game.name}",
            f"Fen: {position}",
            f"Key: {position.key:016X}",
            f"Moves: {' '.join(moves)}" if moves else f"Over: {' '.join(str(position.outcome()).split())}",
        )

    # Thinking

    def _go(self, words: Sequence[str]) -> None:
        self.stop()
        position, _ = variants.reopen(self.position.copy())
        margin = self.settings["Move Overhead"] / 1000
        unit = 0.001 if self.settings["usemillisec"] else 1.0
        order = read_order(words[1:], position.to_move, margin, unit)
        if order.perft:
            self._count(position, order.perft)
            return
        legal = position.legal_moves()
        only = self._read_moves(position, order.only)
        allowed = [move for move in legal if move not in self.banned and (not only or move in only)]
        if len(legal) == 1 and order.allotment is not None:
            # The clock is not for thinking about what must be played; a fixed time is.
            order = order._replace(allotment=_hurried(order.allotment))
        if self.is_debugging and order.allotment:
            self._remark("thinks {:.3f} s, at most {:.3f} s".format(*order.allotment))
        self._think(position, order, allowed, [move for move in legal if move not in allowed])

    def _think(self, position: Position, order: Order, allowed: list[int], excluded: list[int]) -> None:
        dialect, thinker = self.dialect, self._mind()

        def show(report: Report) -> None:
            fullness = thinker.table.fullness()
            self.say(*(dialect.info(position, report, number, fullness) for number in range(len(report.lines))))

        def answer(report: Report | None) -> None:
            if report is None:
                self.say("" if excluded else dialect.ended(position), dialect.no_move)
            else:
                self.say(dialect.answer(position, report.lines[0].moves or allowed[:1]))

        lines = min(self.settings["MultiPV"], len(allowed))
        self._thinking = Thinking(thinker, position, order, lines, excluded, show, answer)
        self._thinking.start()

    def _count(self, position: Position, depth: int) -> None:
        dialect = self.dialect
        before = position.copy()

        def show(move: int, leaves: int) -> None:
            self.say(f"{dialect.write_move(before, move)}: {leaves}")

        def answer(leaves: int | None) -> None:
            self.say("Stopped" if leaves is None else f"Nodes searched: {leaves}")

        self._thinking = Counting(position, depth, show, answer)
        self._thinking.start()

    def _mind(self) -> Thinker:
        """The thinker by the options as they are now; it remembers while they stay the same."""
        wanted = (self.settings["Hash"], self.settings["Threads"])
        if self._thinker is None or self._thinker_settings != wanted:
            self._thinker = None
            self._thinker = self._new_thinker(*wanted)
            self._thinker_settings = wanted
        return self._thinker

    def _new_thinker(self, megabytes: int, threads: int) -> Thinker:
        try:
            return Thinker(self.game.evaluator, megabytes, threads)
        except MemoryError:
            if megabytes <= 1:
                raise
            self._remark(f"there is no memory for {megabytes} MB")
            return self._new_thinker(megabytes // 2, threads)

    def _is_thinking(self) -> bool:
        return self._thinking is not None and self._thinking.is_running()


def _hurried(allotment: Allotment) -> Allotment:
    return allotment if allotment.soft == allotment.hard else Allotment(0.0, allotment.hard)
