"""Tomb Chess: the clauses are in rules.md."""

from ludoteca.core.game import Game
from ludoteca.core.option import Limit
from ludoteca.games.tomb_chess import explain, look, notation
from ludoteca.games.tomb_chess.board import START
from ludoteca.games.tomb_chess.evaluation import TombChessEvaluator
from ludoteca.games.tomb_chess.tactics import TombChessTactics

GAME = Game(
    name="tomb-chess",
    title="Tomb Chess",
    summary="Chess on 12x12 with double moves, bounces and walls. The dead lie in tombs that explode and return them.",
    begin=lambda options: notation.read_position(START, options),
    read_position=notation.read_position,
    write_position=notation.write_position,
    read_move=notation.read_move,
    write_move=notation.write_move,
    outcome=explain.outcome,
    steps=look.steps,
    look=look.LOOK,
    evaluator=TombChessEvaluator,
    tactics=TombChessTactics,
    searches={2: "selective"},
    pace=65_000,
    module=__name__,
    options=(Limit("turn_limit", 500, "the last turn; the game is drawn after it (T16.7)"),),
)
