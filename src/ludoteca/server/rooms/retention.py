"""How long a room is kept in which nobody plays (H8)."""

from ludoteca.server.events import Timing

DAY_SECONDS = 24 * 3600
UNPLAYED_DAYS, SOLO_DAYS, PLAYED_DAYS = 1, 7, 14
STUDY_DAYS = 180
"""A study is removed when nobody has opened it for so long."""


def seconds_kept(people: int, timing: Timing | None) -> float:
    """How long a room is kept since anybody was there; `people` is how many have moved.

    What the clock allows for one move is added, so that a slow game does not end while somebody may think.
    """
    days = (UNPLAYED_DAYS, SOLO_DAYS, PLAYED_DAYS)[min(people, 2)]
    return DAY_SECONDS * days + (timing.base + timing.increment if timing else 0)
