"""Tomb Chess: the clauses are in rules.md.

    board        squares, kinds, hash keys                 layout   how units, movements, lines and moves are packed
    tables*      the same for compiled code                position* the game under way, and how it ends (T16)
    state/       what lies on the board: state*; terrain*: walls, tombs and pushes (T5, T8, T10); stored: how a state
                 packs what it saves and logs
    turn/        a move carried out: turn*; attacks*: who guards, who attacks, what is check (T12, T13, T16.1);
                 effects* of captures and abilities (T6, T9, T14, T15)
    moves/       the legal moves: generator*; legs* (T3, T4), bounces* (T7), abilities* (T14); midturn*: a unit on its
                 way; legality*: king safety (T16.1); perks*: what let a unit go its way, for counts; parts: one
                 move taken apart into squares, and put together
    explain/     why a move is refused, chapter by chapter, and why the game is over
    notation, look, picking     texts, drawings, and moves by hand (T17, T18)
    evaluation*, tactics*, piece_values     what a search is told

`*` is compiled, with a `.pxd` twin.
"""

from functools import partial

from ludoteca.core.clause_roles import ClauseRoles, clauses_of_switches
from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.core.option import Limit, Switch
from ludoteca.games.tomb_chess import look, notation
from ludoteca.games.tomb_chess.board import START
from ludoteca.games.tomb_chess.encoding import TombChessEncoding
from ludoteca.games.tomb_chess.evaluation import TombChessEvaluator
from ludoteca.games.tomb_chess.explain.outcome import outcome
from ludoteca.games.tomb_chess.features import TombChessFeatures
from ludoteca.games.tomb_chess.tactics import TombChessTactics

CLAUSE_ROLES = ClauseRoles(
    moves=(
        *("T2.1", "T2.2", "T2.4", "T3.1", "T3.2", "T3.3", "T4.1", "T4.2", "T4.4", "T4.5", "T4.6"),
        *("T5.1", "T5.2", "T5.3", "T5.4", "T5.7", "T5.8", "T6.1", "T6.2", "T6.3", "T6.4", "T6.5"),
        *("T7.1", "T7.2", "T7.4", "T7.5", "T7.6", "T7.7"),
        *("T8.1", "T8.2", "T8.3", "T8.4", "T8.5", "T8.6", "T8.7", "T8.8", "T8.9", "T9.1", "T9.3"),
        *("T10.1", "T10.2", "T10.3", "T10.4", "T11.3", "T11.4", "T11.5", "T12.1", "T13.2", "T13.3", "T13.5"),
        *("T14.1", "T14.2", "T14.3", "T14.4", "T14.5", "T14.6", "T14.7", "T14.8", "T14.9", "T15.1", "T15.2"),
    ),
    ends=("T16.1", "T16.2", "T16.3", "T16.5", "T16.7"),
    refusals=(
        *("T1.3", "T2.3", "T3.4", "T3.5", "T4.3", "T4.7", "T4.8", "T5.5", "T5.6", "T7.3", "T9.2"),
        *("T10.5", "T11.2", "T12.3", "T12.5", "T13.1", "T13.4"),
    ),
    others=(
        *("T0.1", "T0.2", "T0.3", "T0.4", "T0.5", "T0.6", "T0.7", "T0.8", "T0.9", "T0.10", "T0.11", "T0.12", "T0.13"),
        *("T0.14", "T1.1", "T1.2", "T1.4", "T4.9", "T5.9", "T7.8", "T7.9", "T8.10", "T11.1", "T12.2", "T12.4"),
        *("T14.10", "T14.11", "T16.4", "T16.6", "T16.8", "T17.1", "T17.2"),
    ),
)

SWITCHED = {
    "double_moves": ("T4.1", "T4.2", "T4.3", "T4.4", "T4.5", "T4.6", "T4.7", "T4.8", "T7.3"),
    "bounces": ("T7.1", "T7.2", "T7.3", "T7.4", "T7.5", "T7.6", "T7.7"),
    "walls": ("T5.1", "T5.2", "T5.3", "T5.4", "T5.5", "T5.6", "T7.2"),
    "tombs": (
        "T6.5",
        "T7.6",
        "T7.7",
        "T8.1",
        "T8.2",
        "T8.3",
        "T8.4",
        "T8.5",
        "T8.6",
        "T8.7",
        "T9.1",
        "T9.2",
        "T9.3",
        "T11.3",
    ),
    "rotations": ("T14.6",),
    "mind_control": ("T14.3", "T14.4"),
    "turn_limit": ("T16.7",),
}
"""By option, the clauses that have nothing to rule without it."""

GAME = Game(
    name="tomb-chess",
    title=translatable("Tomb Chess"),
    summary=translatable(
        "Chess on 12x12 with double moves, bounces and walls. The dead lie in tombs that explode and return them."
    ),
    begin=lambda options: notation.read_position(START, options),
    read_position=notation.read_position,
    write_position=notation.write_position,
    edit=notation.edit_position,
    read_move=notation.read_move,
    write_move=notation.write_move,
    outcome=outcome,
    steps=look.steps,
    look=look.LOOK,
    evaluator=TombChessEvaluator,
    tactics=TombChessTactics,
    encoding=lambda options: TombChessEncoding(),
    features=lambda options: TombChessFeatures(),
    searches={2: "selective"},
    pace=65_000,
    module=__name__,
    rules_version=2,
    options=(
        Limit("turn_limit", 500, "the last turn; the game is drawn after it (T16.7)"),
        Switch("double_moves", True, "T4.9: a unit may make two legs in a turn, and rests then"),
        Switch("bounces", True, "T7.9: lines bounce off what they meet"),
        Switch("walls", True, "T5.9: a path becomes walls"),
        Switch("tombs", True, "T8.10: the dead lie in tombs, which explode and give them back"),
        Switch("rotations", True, "T14.10: a side may turn a block of squares"),
        Switch("mind_control", True, "T14.11: a side may make an enemy unit move"),
    ),
    clause_roles=CLAUSE_ROLES,
    clauses_off=partial(clauses_of_switches, SWITCHED),
)
