"""Tomb Chess: the clauses are in rules.md.

    board        squares, kinds, hash keys                 layout   how units, movements, lines and moves are packed
    tables*      the same for compiled code                position* the game under way, and how it ends (T16)
    state/       what lies on the board: state*; terrain*: walls, tombs and pushes (T5, T8, T10); stored: how a state
                 packs what it saves and logs
    turn/        a move carried out: turn*; attacks*: who guards, who attacks, what is check (T12, T13, T16.1);
                 effects* of captures and abilities (T6, T9, T14, T15)
    moves/       the legal moves: generator*; legs* (T3, T4), bounces* (T7), abilities* (T14); midturn*: a unit on its
                 way; legality*: king safety (T16.1); parts: one move taken apart into squares, and put together
    explain/     why a move is refused, chapter by chapter, and why the game is over
    notation, look, picking     texts, drawings, and moves by hand (T17, T18)
    evaluation*, tactics*, piece_values     what a search is told

`*` is compiled, with a `.pxd` twin.
"""

from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.core.option import Limit, Switch
from ludoteca.games.tomb_chess import look, notation
from ludoteca.games.tomb_chess.board import START
from ludoteca.games.tomb_chess.encoding import TombChessEncoding
from ludoteca.games.tomb_chess.evaluation import TombChessEvaluator
from ludoteca.games.tomb_chess.explain.outcome import outcome
from ludoteca.games.tomb_chess.tactics import TombChessTactics

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
)
