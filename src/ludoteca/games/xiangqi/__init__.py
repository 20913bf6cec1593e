"""Xiangqi, Chinese chess: the clauses are in rules.md."""

from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.games.xiangqi import explain, exports, imports, look, notation
from ludoteca.games.xiangqi.board import START
from ludoteca.games.xiangqi.encoding import XiangqiEncoding
from ludoteca.games.xiangqi.evaluation import XiangqiEvaluator
from ludoteca.games.xiangqi.tactics import XiangqiTactics

GAME = Game(
    name="xiangqi",
    title=translatable("Xiangqi"),
    summary=translatable(
        "Chinese chess. Two generals, a river, cannons that need a screen; perpetual check and chase lose."
    ),
    begin=lambda options: notation.read_position(START),
    read_position=notation.read_position,
    write_position=notation.write_position,
    edit=notation.edit_position,
    read_move=notation.read_move,
    write_move=notation.write_move,
    outcome=explain.outcome,
    steps=look.steps,
    look=look.LOOK,
    evaluator=XiangqiEvaluator,
    tactics=XiangqiTactics,
    encoding=lambda options: XiangqiEncoding(),
    module=__name__,
    notations=notation.NOTATIONS,
    dialect=imports.DIALECT,
    exports=exports.EXPORTS,
)
