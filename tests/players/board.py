"""The other side of a conversation with `ludoteca uci`: a program that shows a board."""

import re
import threading
from collections.abc import Callable

import ludoteca
from ludoteca.players.uci.loop import Engine

XIANGQI = ludoteca.game("xiangqi")
START = str(XIANGQI.start())
MATE_IN_1 = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"
MATE_IN_2 = "2ba1ab2/5k3/9/2r6/6p1p/p8/1R7/B8/4K4/4C1BN1 w - - 0 1"
MATED = "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"
ONE_MOVE = "4k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"

PATIENCE = 60
"""Seconds in which an answer has to come on a machine that is busy."""

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv (\d+) score (cp|mate) (-?\d+) nodes \d+ nps \d+ hashfull \d+ time \d+ pv (.+)"
)


class Board:
    """The other side of the conversation: sends lines, and waits for answers."""

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self.news = threading.Condition()
        self.engine = Engine(self.hear)
        self.send("setoption name Hash value 2", *lines)

    def hear(self, line: str) -> None:
        with self.news:
            self.said.append(line)
            self.news.notify_all()

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.obey(line) == (line != "quit")

    def ask(self, *lines: str, until: str = "bestmove", within: float = PATIENCE) -> list[str]:
        """Send lines; what is said from then on until a line begins with a word."""
        begin = len(self.said)
        self.send(*lines)
        with self.news:
            assert self.news.wait_for(lambda: any(map(begins_with(until), self.said[begin:])), within), self.said
            return self.said[begin:]

    def best(self, *lines: str) -> str:
        return self.ask(*lines)[-1].split()[1]

    def is_silent(self, seconds: float = 0.15) -> bool:
        """Whether no answer comes for a while."""
        with self.news:
            count = sum(map(begins_with("bestmove"), self.said))
            return not self.news.wait_for(lambda: sum(map(begins_with("bestmove"), self.said)) > count, seconds)


def begins_with(word: str) -> Callable[[str], bool]:
    return lambda line: line.split()[:1] == [word]


def legal_texts(position: ludoteca.Position | None = None, notation: str = "") -> set[str]:
    position = position or XIANGQI.start()
    texts = {position.move_text(move, notation) for move in position.legal_moves()}
    return {text.replace("-", "").lower() for text in texts} if notation else texts


def fen_of(board: Board) -> str:
    return next(line for line in board.ask("d", until="Moves:") if line.startswith("Fen: ")).removeprefix("Fen: ")
