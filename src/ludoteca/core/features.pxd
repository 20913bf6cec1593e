cimport cython

from ludoteca.core.position cimport Position


cdef class Features:
    cdef readonly tuple names
    cdef readonly str description
    cdef readonly str variant
    cdef readonly tuple groups
    cdef readonly int count
    cdef readonly int slots
    cdef readonly int seats
    cdef readonly int buckets

    @cython.locals(out='unsigned short[2048]', slot=int)
    cpdef list of(self, Position position, seat)
    cpdef int bucket_of(self, Position position) except -1
    cpdef by_hand_of(self, Position position, seat)
    cpdef attach(self, Position position)
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    cdef int bucket(self) noexcept nogil
    cdef int by_hand(self, int seat) noexcept nogil
