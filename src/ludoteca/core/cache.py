"""Hints to the processor. Not compiled: the `.pxd` has them inline."""

from typing import Any


def prefetch(place: Any, offset: int) -> None:
    """Bring what lies so many bytes behind a place into the cache: it is about to be changed."""
