"""Chinese Checkers: the clauses are in rules.md."""

from functools import partial

from ludoteca.core.clause_roles import ClauseRoles, clauses_of_switches
from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.core.option import Choice, Limit, Switch
from ludoteca.games.chinese_checkers import explain, look, notation
from ludoteca.games.chinese_checkers.encoding import ChineseCheckersEncoding
from ludoteca.games.chinese_checkers.evaluation import ChineseCheckersEvaluator
from ludoteca.games.chinese_checkers.features import ChineseCheckersFeatures
from ludoteca.games.chinese_checkers.race import plan_home
from ludoteca.games.chinese_checkers.tactics import ChineseCheckersTactics

CLAUSE_ROLES = ClauseRoles(
    moves=("C2.2", "C2.3", "C2.4", "C2.6", "C3.2", "C3.4"),
    ends=("C4.1", "C4.2", "C4.3", "C4.4"),
    refusals=("C2.1", "C2.5", "C3.1", "C3.3"),
    others=("C1.1", "C1.2", "C1.3", "C1.4", "C1.5", "C1.6", "C1.7", "C4.5"),
)

SWITCHED = {"anti_blocking": ("C4.4",), "round_limit": ("C4.3",)}
"""By option, the clauses that have nothing to rule without it."""

GAME = Game(
    name="chinese-checkers",
    title=translatable("Chinese Checkers"),
    summary=translatable(
        "A star of 121 holes. Step, or hop from piece to piece across the board; the first to be home wins."
    ),
    begin=notation.first_position,
    read_position=notation.read_position,
    write_position=notation.write_position,
    edit=notation.edit_position,
    read_move=notation.read_move,
    write_move=notation.write_move,
    outcome=explain.outcome,
    steps=look.steps,
    look=look.LOOK,
    evaluator=ChineseCheckersEvaluator,
    tactics=ChineseCheckersTactics,
    encoding=ChineseCheckersEncoding,
    features=ChineseCheckersFeatures,
    module=__name__,
    searches={3: "brs", 4: "brs", 6: "brs"},
    pace=600_000,
    options=(
        Choice("players", 2, "how many play (C1.2)", (2, 3, 4, 6)),
        Switch("anti_blocking", False, "pieces that never leave cannot keep a player from winning (C4.4)"),
        Limit("round_limit", 500, "after how many rounds the game is drawn (C4.3)"),
    ),
    options_in_text=notation.options_in_text,
    planner=plan_home,
    clause_roles=CLAUSE_ROLES,
    clauses_off=partial(clauses_of_switches, SWITCHED),
)
