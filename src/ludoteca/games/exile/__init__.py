"""Exile: flags carried about a square board, pieces exiled and spawned; the clauses are in rules.md."""

from collections.abc import Mapping
from dataclasses import dataclass

from ludoteca.core.clause_roles import ClauseRoles
from ludoteca.core.game import Game
from ludoteca.core.message import translatable
from ludoteca.core.option import Choice, Limit, Switch, Value
from ludoteca.games.exile import explain, look, notation
from ludoteca.games.exile.board import BOUNDED, MODES, start_text
from ludoteca.games.exile.encoding import ExileEncoding
from ludoteca.games.exile.evaluation import ExileEvaluator
from ludoteca.games.exile.features import ExileFeatures
from ludoteca.games.exile.tactics import ExileTactics


@dataclass(frozen=True)
class SwitchOfMode(Switch):
    """On, off, or None: as the mode has it, which is the usual."""

    def read(self, given: object) -> Value:
        return None if given is None else super().read(given)


CLAUSE_ROLES = ClauseRoles(
    moves=(
        *("E1.2", "E2.2", "E2.4", "E3.1", "E3.2", "E3.3", "E3.4", "E3.5", "E4.1", "E4.2", "E4.3", "E4.4", "E4.5"),
        *("E4.7", "E5.1", "E5.2", "E5.3", "E5.5", "E6.1", "E7.2"),
    ),
    ends=("E7.1", "E7.3", "E7.4"),
    refusals=("E2.3", "E3.6", "E5.4"),
    others=("E1.1", "E1.3", "E1.4", "E1.5", "E1.6", "E1.7", "E2.1", "E4.6", "E6.2", "E7.5"),
)


def clauses_off(options: Mapping[str, Value]) -> tuple[str, ...]:
    """The clauses that have nothing to rule on this board, for so many players, and without these limits."""
    mode, edge_rule = MODES[str(options["mode"])], options["edge_rule"]
    rules = {
        "E1.2": mode.board != BOUNDED,
        # A duel has one foreign flag.
        "E4.3": mode.seats > 2,
        "E4.7": mode.board == BOUNDED and bool(mode.has_edge_rule if edge_rule is None else edge_rule),
        "E7.3": bool(options["repetition"] or options["round_limit"]),
        "E7.4": bool(options["quiet_limit"]),
    }
    return tuple(clause for clause, is_on in rules.items() if not is_on)


GAME = Game(
    name="exile",
    title=translatable("Exile"),
    summary=translatable(
        "Capture the flags. Pieces slide and jump, the jumped go into exile and come back by spawning."
    ),
    begin=lambda options: notation.read_position(start_text(MODES[str(options["mode"])]), options),
    read_position=notation.read_position,
    write_position=notation.write_position,
    edit=notation.edit_position,
    read_move=notation.read_move,
    write_move=notation.write_move,
    outcome=explain.outcome,
    steps=look.steps,
    look=look.LOOK,
    evaluator=ExileEvaluator,
    tactics=ExileTactics,
    encoding=ExileEncoding,
    features=ExileFeatures,
    searches={2: "paranoid", 4: "brs"},
    pace=600_000,
    module=__name__,
    rules_version=2,
    options=(
        Choice("mode", "classic", "the board and who plays", tuple(MODES)),
        SwitchOfMode("edge_rule", None, "E4.7: no own flag is carried onto the edge; on in duel-classic if not chosen"),
        Switch("repetition", True, "E7.3: the third time that a position starts a turn is a draw"),
        Limit("round_limit", 400, "E7.3: after so many rounds the game is drawn"),
        Limit(
            "quiet_limit", 40, "E7.4: after so many rounds without exile or a flag that changed hands the game is drawn"
        ),
    ),
    options_in_text=notation.options_in_text,
    clause_roles=CLAUSE_ROLES,
    clauses_off=clauses_off,
)
