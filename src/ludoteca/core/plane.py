"""What a plane of an observation tells."""

from typing import NamedTuple


class Plane(NamedTuple):
    """One byte for each cell. Rows count from the side of the seat to move, columns from its left.

    Attributes:
        name: What it tells, in a few words.
        words: What its numbers mean.
    """

    name: str
    words: str
