"""Hints to the processor. Not compiled: the `.pxd` has them inline."""

from typing import Any


def prefetch(place: Any, size: int) -> None:
    """Bring so many bytes into the cache, soon to be changed."""
