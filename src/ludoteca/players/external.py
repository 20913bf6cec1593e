"""Engines of others as players, by the UCI protocol: started, watched, and ended when they hang."""

import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError

PATIENCE = 5.0
"""Seconds beyond its thinking time in which an engine has to answer."""
PLACES = ("/usr/games", "/usr/local/games")
"""Where engines are that are not on the usual path."""


class EngineFailed(LudotecaError):
    """An engine that does not start, hangs, dies, or plays what is not legal."""


class UciPlayer:
    """One process that speaks UCI. `variant` is what it calls the game."""

    def __init__(
        self, command: str | Sequence[str], variant: str, seconds: float = 1.0, options: dict[str, str] | None = None
    ) -> None:
        words = [command] if isinstance(command, str) else list(command)
        self.name = f"uci:{words[0].rpartition('/')[2]}"
        self.words = [_find(words[0]), *words[1:]]
        self.options = {"UCI_Variant": variant, **(options or {})}
        self.seconds = seconds
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()
        self._start()

    def choose(self, position: Position) -> int:
        replayed = position.copy()
        moves = position.moves_played()
        for _ in moves:
            replayed.undo()
        start = str(replayed)
        texts = []
        for move in moves:
            texts.append(replayed.move_text(move))
            replayed.play(move)
        self._send(f"position fen {start}" + (" moves " + " ".join(texts) if texts else ""))
        self._send(f"go movetime {round(1000 * self.seconds)}")
        words = self._wait("bestmove", self.seconds + PATIENCE).split()
        answer = words[1] if len(words) > 1 else ""
        ruling = position.explain(answer)
        if ruling is not None:
            raise EngineFailed(f"{self.name} played {answer!r}: {ruling}")
        return position.parse_move(answer)

    def new_game(self) -> None:
        self._send("ucinewgame")
        self._send("isready")
        self._wait("readyok", PATIENCE)

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
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                with suppress(OSError):
                    stream.close()
        self.process = None

    def _start(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                errors="replace",
            )
        except OSError as error:
            raise EngineFailed(f"{self.name} does not start: {error.strerror}") from error
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        try:
            self._send("uci")
            self._wait("uciok", PATIENCE)
            for name, value in self.options.items():
                self._send(f"setoption name {name} value {value}")
            self.new_game()
        except EngineFailed:
            self.close()
            raise

    def _read(self, process: subprocess.Popen[str]) -> None:
        """Runs in a thread of its own, so that waiting for an answer can end."""
        assert process.stdout is not None
        try:
            for line in process.stdout:
                self.lines.put(line.strip())
        except ValueError:
            pass  # The stream was closed under us: the engine has been ended.
        self.lines.put(None)

    def _send(self, line: str) -> None:
        if self.process is None or self.process.stdin is None:
            raise EngineFailed(f"{self.name} has been closed")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{self.name} has ended") from error

    def _wait(self, word: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                if self.process is not None:
                    self.process.kill()
                raise EngineFailed(f"{self.name} did not say {word!r} within {seconds:.1f} s") from None
            if line is None:
                raise EngineFailed(f"{self.name} has ended")
            if line.split(" ", 1)[0] == word:
                return line


def _find(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=":".join(PLACES))
    if found is None:
        raise EngineFailed(f"there is no program {name!r}")
    return found
