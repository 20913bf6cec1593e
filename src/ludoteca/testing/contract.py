"""What must hold in every position of every game, one check each.

A check gets a position, reached by moves from the start of a game, and raises `Fault` with a sentence that tells what
is wrong. The first line of its docstring is what must hold. A check may leave the position changed.
"""

from collections.abc import Callable
from random import Random

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.testing.game_checks import check_options, check_pieces, check_rules
from ludoteca.testing.look_checks import check_steps, check_view
from ludoteca.testing.machine_checks import check_machine, check_playout
from ludoteca.testing.play_checks import (
    check_copies,
    check_keys,
    check_moves,
    check_outcome,
    check_pickling,
    check_replay,
    check_state,
    check_undo,
)
from ludoteca.testing.text_checks import (
    check_any_number,
    check_any_text,
    check_move_texts,
    check_picks,
    check_position_text,
    check_record,
    check_refusals,
)

Check = Callable[[Position, Random], None]

CHECKS: dict[str, Check] = {
    "moves": check_moves,
    "state": check_state,
    "outcome": check_outcome,
    "replay": check_replay,
    "undo": check_undo,
    "copies": check_copies,
    "keys": check_keys,
    "move texts": check_move_texts,
    "position texts": check_position_text,
    "records": check_record,
    "pickling": check_pickling,
    "refusals": check_refusals,
    "picks": check_picks,
    "views": check_view,
    "steps": check_steps,
    "any text": check_any_text,
    "any number": check_any_number,
    "random games": check_playout,
    "machine": check_machine,
}
"""By the name under which a fault is told; what others rest on comes first."""

GAME_CHECKS: dict[str, Callable[[Game], None]] = {
    "rules": check_rules,
    "options": check_options,
    "pieces": check_pieces,
}
"""Others follow from what these find, so that nothing is played before they hold."""
