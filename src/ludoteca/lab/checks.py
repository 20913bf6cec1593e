"""Arguments that come from outside: one clear error before anything has changed."""

from typing import Any

import numpy

from ludoteca.core import bounds
from ludoteca.lab.arrays import Array


def text(name: object, what: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{what} is given by its name, not as {type(name).__name__}")
    return name


def whole(number: Any, what: str) -> int:
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is a whole number, not {number!r}")
    return int(number)


def within(number: Any, least: int, most: int, what: str) -> int:
    return bounds.within(whole(number, what), least, most, what)


def integers(given: Any, lanes: int, what: str) -> Array:
    """One integer for each lane."""
    array = numpy.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}s are integers, not {array.dtype}")
    if array.shape != (lanes,):
        raise ValueError(f"there is one {what} for each of {lanes} lanes, not an array of shape {array.shape}")
    return array
