"""Thousands of games at once, for research: needs the extra `lab`."""

from ludoteca.lab.batch import Batch

__all__ = ["Batch"]
