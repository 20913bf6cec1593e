"""What each clause of a game's rules does, so that those which never matter can be told from those which cannot."""

from collections.abc import Mapping
from typing import NamedTuple

from ludoteca.core.option import Value


class ClauseRoles(NamedTuple):
    """The clauses of a game by what they do; a clause that does several things has the first of its roles.

    Attributes:
        moves: They give moves their right or their effect; a `Usage` counts them.
        ends: They decide how a game ends; its outcome names them.
        refusals: They only forbid; the ruling against a move names them.
        others: Definitions, the set-up, the notation: nothing to count.
    """

    moves: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def clauses_of_switches(switched: Mapping[str, tuple[str, ...]], options: Mapping[str, Value]) -> tuple[str, ...]:
    """The clauses of the options that are off; `switched` has by option those which go with it."""
    return tuple(clause for option, clauses in switched.items() if not options[option] for clause in clauses)
