"""Sizes and functions of the inner loops. Not compiled: the `.pxd` has them inline."""

from math import exp, sqrt

BLOCK = 32
"""The hidden layer is cut into blocks of so many units, whose numbers lie together, to fit into a cache."""
CHUNK = 256
"""Samples that are worked on together, so that their accumulators stay in the cache as well."""


def sigmoid(output: float) -> float:
    """The share of the points that an output stands for."""
    # Beyond 40 a float of 32 bits does not tell the share from 0 or 1.
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, output))))


def root(number: float) -> float:
    """The square root of a number that is not negative."""
    return sqrt(number)


def clipped(value: float) -> float:
    """The nearest number from 0 to 1."""
    return max(0.0, min(1.0, value))


def inside(value: float) -> float:
    """A number between 0 and 1, and 0 for any other."""
    return value if 0 < value < 1 else 0.0
