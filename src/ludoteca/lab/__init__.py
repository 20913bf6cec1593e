"""Thousands of games at once, for research: needs the extra `lab`. Gymnasium, where installed, learns of the games."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.lab.batch import Batch

with suppress(ImportError):  # Gymnasium is an extra.
    from ludoteca.lab.registration import register_games

    register_games()

__all__ = ["Batch"]


def __getattr__(name: str) -> Any:
    # Not before it is used: it needs numpy.
    if name != "Batch":
        raise AttributeError(f"module 'ludoteca.lab' has no attribute {name!r}")
    from ludoteca.lab.batch import Batch

    return Batch
