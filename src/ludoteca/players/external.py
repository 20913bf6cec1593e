"""Engines of others as players, by UCI or UCCI: started, watched, and ended when they hang."""

import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.search.think import Report

PATIENCE = 5.0
"""Seconds beyond its thinking time in which an engine has to answer."""
LATE_FACTOR, LATE_SECONDS = 1.5, 0.05
"""A move is late that takes more than this times its thinking time and so much more: machines are busy at times."""
START_PATIENCE = 30.0
"""Seconds in which an engine has to be ready for a game: on a busy machine, large tables and networks take long."""
PLACES = ("/usr/games", "/usr/local/games")
"""Where engines are that are not on the usual path."""
LONGEST_LINE = 1 << 16
MOVES = ("bestmove", "nobestmove")
"""The second is of UCCI; some engines say it by UCI too."""
ANSWERS = ("option", "uciok", "ucciok", "readyok", *MOVES)
"""How the lines begin that matter here; all others are passed over."""
NO_MOVE = ("", "(none)", "none", "0000", "null")
"""What engines say instead of a move."""


class EngineFailed(LudotecaError):
    """An engine that does not get ready, hangs, dies, or plays what is not legal."""


class EngineMissing(EngineFailed):
    """A program that is not there, cannot be run, or cannot play the game: another try would not help."""


class ExternalPlayer:
    """One process that receives positions and answers with moves. Subclasses implement a protocol."""

    protocol: str
    hello: str
    done: str

    def __init__(
        self, command: str | Sequence[str], game: Game, seconds: float = 1.0, options: dict[str, str] | None = None
    ) -> None:
        words = [command] if isinstance(command, str) else list(command)
        self.name = f"{self.protocol}:{words[0].rpartition('/')[2]}"
        self.game = game
        self.seconds = seconds
        self.options = dict(options or {})
        self.last_report: Report | None = None
        self.late_moves = 0
        """How many moves took more time than there was for them."""
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()
        self._start([_find(words[0]), *words[1:]])

    def choose(self, position: Position) -> int:
        self._forget_answers()
        self._send(self._position_line(position))
        begin = time.monotonic()
        words = self._ask_for_a_move().split()
        self.late_moves += time.monotonic() - begin > LATE_FACTOR * self.seconds + LATE_SECONDS
        answer = words[1] if len(words) > 1 else ""
        if answer in NO_MOVE:
            raise EngineFailed(f"{self.name} played no move: {' '.join(words)!r}")
        text = self._read_move(answer)
        ruling = position.explain(text)
        if ruling is not None:
            raise EngineFailed(f"{self.name} played {answer[:40]!r}: {ruling}")
        return position.parse_move(text)

    def new_game(self) -> None:
        self._tell_new_game()
        self._send("isready")
        self._wait(("readyok",), START_PATIENCE)

    def close(self) -> None:
        """Ask it to leave, and make it."""
        if self.process is None:
            return
        try:
            self._send("quit")
            self.process.wait(1.0)
        except (EngineFailed, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        if self.process.stdin:
            with suppress(OSError):
                self.process.stdin.close()
        self.process = None

    # For each protocol to fill in

    def _set_options(self, announced: list[str]) -> None:
        raise NotImplementedError

    def _tell_new_game(self) -> None:
        raise NotImplementedError

    def _ask_for_a_move(self) -> str:
        """The line with the engine's move."""
        raise NotImplementedError

    def _write_move(self, position: Position, move: int) -> str:
        raise NotImplementedError

    def _read_move(self, text: str) -> str:
        """The engine's move as the game writes it."""
        raise NotImplementedError

    # The process

    def _position_line(self, position: Position) -> str:
        replayed = position.copy()
        moves = position.moves_played()
        for _ in moves:
            replayed.undo()
        start = str(replayed)
        texts = []
        for move in moves:
            texts.append(self._write_move(replayed, move))
            replayed.play(move)
        return f"position fen {start}" + (" moves " + " ".join(texts) if texts else "")

    def _start(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                errors="replace",
            )
        except OSError as error:
            raise EngineMissing(f"{self.name} does not start: {error.strerror}") from error
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        try:
            self._send(self.hello)
            announced: list[str] = []
            self._wait((self.done,), START_PATIENCE, announced)
            self._set_options([line for line in announced if line.startswith("option ")])
            self.new_game()
        except EngineFailed:
            self.close()
            raise

    def _read(self, process: subprocess.Popen[str]) -> None:
        """Runs in a thread of its own, so that waiting for an answer can end."""
        assert process.stdout is not None
        # Closed here and not by who ends the engine: a process that it left behind may hold the other end.
        with process.stdout:
            while line := process.stdout.readline(LONGEST_LINE):
                if line.startswith(ANSWERS):
                    self.lines.put(line.strip())
        self.lines.put(None)

    def _forget_answers(self) -> None:
        """What was said unasked is no answer to what is asked next."""
        while not self.lines.empty():
            if self.lines.get() is None:
                self.lines.put(None)
                return

    def _send(self, line: str) -> None:
        if self.process is None or self.process.stdin is None:
            raise EngineFailed(f"{self.name} has been closed")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineFailed(self._end()) from error

    def _end(self) -> str:
        """How an engine ended that cannot be talked to any more."""
        assert self.process is not None
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            return f"{self.name} has closed its input or output"
        return f"{self.name} has ended " + (f"by signal {-code}" if code < 0 else f"with exit code {code}")

    def _wait(self, wanted: tuple[str, ...], seconds: float, passed: list[str] | None = None) -> str:
        """The first line that begins with a wanted word; those before it are passed over, or kept in `passed`."""
        line = self._next_line(wanted, seconds, passed)
        if line is None:
            if self.process is not None:
                self.process.kill()
            raise EngineFailed(f"{self.name} did not say {wanted[0]!r} within {seconds:.1f} s")
        return line

    def _next_line(self, wanted: tuple[str, ...], seconds: float, passed: list[str] | None = None) -> str | None:
        """As `_wait`, but None if the line does not come in time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=left)
            except queue.Empty:
                return None
            if line is None:
                # For whoever waits next.
                self.lines.put(None)
                raise EngineFailed(self._end())
            if line.split(" ", 1)[0] in wanted:
                return line
            if passed is not None:
                passed.append(line)
        return None


class UciPlayer(ExternalPlayer):
    """One process that speaks UCI.

    An engine that has no UCI_Variant plays one game only; if that is Xiangqi, it counts ranks from 0 as UCCI does.
    """

    protocol, hello, done = "uci", "uci", "uciok"

    def _set_options(self, announced: list[str]) -> None:
        has_variants = any(line.startswith("option name UCI_Variant ") for line in announced)
        self.counts_from_0 = not has_variants and "iccs" in self.game.notations
        variant = {"UCI_Variant": self.game.name} if has_variants else {}
        for name, value in {**variant, **self.options}.items():
            self._send(f"setoption name {name} value {value}")

    def _tell_new_game(self) -> None:
        self._send("ucinewgame")

    def _ask_for_a_move(self) -> str:
        self._send(f"go movetime {round(1000 * self.seconds)}")
        return self._wait(MOVES, self.seconds + PATIENCE)

    def _write_move(self, position: Position, move: int) -> str:
        return _write_iccs(position, move) if self.counts_from_0 else position.move_text(move)

    def _read_move(self, text: str) -> str:
        return text.upper() if self.counts_from_0 else text


class UcciPlayer(ExternalPlayer):
    """One process that speaks UCCI, the protocol of Xiangqi programs.

    It has no word for a fixed time, so an engine thinks until it is stopped.
    """

    protocol, hello, done = "ucci", "ucci", "ucciok"

    def __init__(
        self, command: str | Sequence[str], game: Game, seconds: float = 1.0, options: dict[str, str] | None = None
    ) -> None:
        if "iccs" not in game.notations:
            raise EngineMissing(f"UCCI is a protocol for Xiangqi, not for {game.name}")
        super().__init__(command, game, seconds, options)

    def _set_options(self, announced: list[str]) -> None:
        self.has_new_game = any(line.split()[1:2] == ["newgame"] for line in announced)
        for name, value in self.options.items():
            self._send(f"setoption {name} {value}")

    def _tell_new_game(self) -> None:
        if self.has_new_game:
            self._send("setoption newgame")

    def _ask_for_a_move(self) -> str:
        self._send("go infinite")
        line = self._next_line(MOVES, self.seconds)
        if line is None:
            self._send("stop")
            line = self._wait(MOVES, PATIENCE)
        return line

    def _write_move(self, position: Position, move: int) -> str:
        return _write_iccs(position, move)

    def _read_move(self, text: str) -> str:
        return text.upper()


def _write_iccs(position: Position, move: int) -> str:
    return position.move_text(move, "iccs").replace("-", "").lower()


def _find(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=":".join(PLACES))
    if found is None:
        raise EngineMissing(f"there is no program {name!r}")
    return found
