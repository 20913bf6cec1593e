"""Thousands of games at once, for research: needs the extra `lab`. Gymnasium, where installed, learns of the games."""

from contextlib import suppress

from ludoteca.lab.batch import Batch

with suppress(ImportError):  # Gymnasium is an extra.
    from ludoteca.lab.registration import register_games

    register_games()

__all__ = ["Batch"]
