"""How the protocols differ: UCI, UCCI, and UCI with the moves of UCCI."""

from collections.abc import Sequence

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.players.uci.options import OPTIONS, UCCI_OPTIONS
from ludoteca.search.think import Report


class Dialect:
    """UCI. Moves are written as the game does, for Xiangqi from a1 to i10."""

    hello = "uci"
    done = "uciok"
    bye = ""
    notation = ""
    remark = "info string"
    no_move = "bestmove (none)"

    def identity(self, version: str) -> list[str]:
        return [f"id name Ludoteca {version}", "id author the authors of Ludoteca"]

    def options(self) -> list[str]:
        return [f"option name {name} {option.announce()}" for name, option in OPTIONS.items()]

    def is_for(self, game: Game) -> bool:
        return not self.notation or self.notation in game.notations

    def read_move(self, position: Position, text: str) -> int:
        """The legal move, or IllegalMove."""
        return position.parse_move(text)

    def write_move(self, position: Position, move: int) -> str:
        return position.move_text(move)

    def write_line(self, position: Position, moves: Sequence[int]) -> str:
        replayed = position.copy()
        texts = []
        for move in moves:
            texts.append(self.write_move(replayed, move))
            replayed.play(move)
        return " ".join(texts)

    def info(self, position: Position, report: Report, number: int, fullness: int) -> str:
        """What is known of the line with this number, from 0."""
        line = report.lines[number]
        score = line.scores[position.to_move]
        plies = line.plies_to_end
        if plies is None:
            worth = f"cp {score}"
        else:
            moves = (plies + 1) // 2
            worth = f"mate {moves if score > 0 else -moves}"
        speed = round(report.nodes / max(report.seconds, 0.001))
        return (
            f"info depth {report.depth} seldepth {max(report.depth, report.selective_depth)} multipv {number + 1} "
            f"score {worth} nodes {report.nodes} nps {speed} hashfull {fullness} "
            f"time {round(1000 * report.seconds)} pv {self.write_line(position, line.moves)}"
        )

    def ended(self, position: Position) -> str:
        """What is known of a position without moves."""
        outcome = position.outcome()
        return f"info depth 0 score {'mate' if outcome and outcome.payoffs[position.to_move] < 0 else 'cp'} 0"

    def answer(self, position: Position, moves: Sequence[int]) -> str:
        """The best move, and what the other side is expected to answer."""
        texts = self.write_line(position, moves[:2]).split()
        after = position.copy()
        after.play(moves[0])
        if len(texts) == 1 or after.to_move == position.to_move:
            return f"bestmove {texts[0]}"
        return f"bestmove {texts[0]} ponder {texts[1]}"


class Cyclone(Dialect):
    """UCI with ranks from 0 to 9, as many Xiangqi programs speak it."""

    hello = "ucicyclone"
    notation = "iccs"

    def read_move(self, position: Position, text: str) -> int:
        return position.parse_move(text.upper())

    def write_move(self, position: Position, move: int) -> str:
        return position.move_text(move, "iccs").replace("-", "").lower()


class Ucci(Cyclone):
    """The protocol of Chinese Xiangqi programs."""

    hello = "ucci"
    done = "ucciok"
    bye = "bye"
    remark = "info message"
    no_move = "nobestmove"

    def identity(self, version: str) -> list[str]:
        return ["id name Ludoteca", f"id version {version}", "id author the authors of Ludoteca"]

    def options(self) -> list[str]:
        return [f"option {name} {option.announce()}" for name, option in UCCI_OPTIONS.items()]

    def info(self, position: Position, report: Report, number: int, fullness: int) -> str:
        line = report.lines[number]
        which = f"multipv {number + 1} " if len(report.lines) > 1 else ""
        return (
            f"info time {round(1000 * report.seconds)} nodes {report.nodes} depth {report.depth} {which}"
            f"score {line.scores[position.to_move]} pv {self.write_line(position, line.moves)}"
        )

    def ended(self, position: Position) -> str:
        return ""


DIALECTS = {dialect.hello: dialect for dialect in (Dialect(), Cyclone(), Ucci())}
