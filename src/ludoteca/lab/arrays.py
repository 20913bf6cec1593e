"""Arrays that are made once and stay where they are."""

from typing import Any

import numpy

Array = Any
"""A numpy array."""
ALIGNMENT = 64
"""A cache line, and what vector instructions and DLPack's consumers like."""


def aligned(shape: tuple[int, ...], kind: Any) -> Array:
    """An array of zeros that begins at a multiple of 64 bytes, and has memory to a multiple of 8."""
    kind = numpy.dtype(kind)
    size = kind.itemsize
    for extent in shape:
        size *= extent
    whole = numpy.zeros(size + 2 * ALIGNMENT, numpy.uint8)
    begin = -whole.ctypes.data % ALIGNMENT
    return whole[begin : begin + size].view(kind).reshape(shape)
