"""Xiangqi, Chinese chess: the clauses are in rules.md."""

from functools import partial

from ludoteca.core.clause_roles import ClauseRoles, clauses_of_switches
from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.core.option import Limit, Switch
from ludoteca.games.xiangqi import explain, exports, imports, look, notation
from ludoteca.games.xiangqi.board import QUIET_LIMIT, START
from ludoteca.games.xiangqi.encoding import XiangqiEncoding
from ludoteca.games.xiangqi.evaluation import XiangqiEvaluator
from ludoteca.games.xiangqi.features import XiangqiFeatures
from ludoteca.games.xiangqi.tactics import XiangqiTactics

CLAUSE_ROLES = ClauseRoles(
    moves=("X1.1", "X1.2", "X1.3", "X1.4", "X1.5", "X1.6", "X1.7", "X1.8", "X2.3"),
    ends=("X2.4", "X3.1", "X3.2", "X3.3", "X3.4", "X3.5"),
    refusals=("X2.1", "X2.2"),
    others=("X2.5", "X3.6", "X3.7"),
)
"""X2.1 forbids what is not in turn; X3.6 says what is told of a repetition; X2.5 and X3.7 lift rules."""

SWITCHED = {"repetition": ("X3.1", "X3.2", "X3.3"), "flying_general": ("X2.2",), "quiet_limit": ("X3.4",)}
"""By option, the clauses that have nothing to rule without it."""

GAME = Game(
    name="xiangqi",
    title=translatable("Xiangqi"),
    summary=translatable(
        "Chinese chess. Two generals, a river, cannons that need a screen; perpetual check and chase lose."
    ),
    begin=lambda options: notation.read_position(START, options),
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
    features=lambda options: XiangqiFeatures(),
    module=__name__,
    options=(
        Switch("repetition", True, "X3.7: the third time of a position ends the game, by who checked or chased"),
        Switch("flying_general", True, "X2.5: the generals may not face each other on an open file"),
        Limit("quiet_limit", QUIET_LIMIT, "X3.4: after so many plies without a capture the game is drawn"),
    ),
    notations=notation.NOTATIONS,
    dialect=imports.DIALECT,
    exports=exports.EXPORTS,
    clause_roles=CLAUSE_ROLES,
    clauses_off=partial(clauses_of_switches, SWITCHED),
)
