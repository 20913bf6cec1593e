"""Arguments that come from outside: one clear error before anything has changed."""

from typing import Any

import numpy

from ludoteca.core import bounds
from ludoteca.lab.arrays import Array

MOST_SIGNED = (1 << 63) - 1


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


def several(given: Any, what: str) -> list[Any]:
    """What was given, if there may be several of it."""
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise TypeError(f"{what} are given as a list or another sequence, not as {type(given).__name__}")
    return list(given)


def max_moves(number: Any) -> int | None:
    """After how many moves a game is cut, or None."""
    return None if number is None else within(number, 1, bounds.MOST, "max_moves")


def integers(given: Any, lanes: int, what: str) -> Array:
    """One integer for each lane."""
    try:
        array = numpy.asarray(given)
    except ValueError as error:
        raise ValueError(f"there is one {what} for each of {lanes} lanes, not lists of different lengths") from error
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}s are integers, not {array.dtype}")
    if array.dtype == numpy.uint64 and array.size and array.max() > MOST_SIGNED:
        raise ValueError(f"lane {array.argmax()} has no {what} {array.max()}")
    if array.shape != (lanes,):
        raise ValueError(f"there is one {what} for each of {lanes} lanes, not an array of shape {array.shape}")
    return array
