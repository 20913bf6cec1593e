cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.plain cimport PlainPosition
from ludoteca.core.position cimport Position


cdef class PlainFeatures(Features):
    cdef PlainPosition position
    cdef object design

    cpdef attach(self, Position position)
    @cython.locals(found=list, slot=int)
    cdef void features(self, int seat, unsigned short* out) noexcept with gil
    cdef list _find(self, int seat)
