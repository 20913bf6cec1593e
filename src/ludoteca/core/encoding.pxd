cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position


cdef class Encoding:
    cdef public tuple planes
    cdef public tuple shape
    cdef public int size
    cdef public int flat_size
    cdef public tuple picks
    cdef public tuple features

    @cython.locals(out=bytearray)
    cpdef bytes observe(self, Position position, seat=*)
    cpdef int flat_of(self, Position position, move) except -1
    @cython.locals(picks='int[256]', count=int, index=int)
    cpdef list picks_of(self, Position position, move)
    cdef int _check(self, Position position, move) except -1
    cpdef attach(self, Position position)
    cdef void prefetch(self) noexcept nogil
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept nogil
    cdef int flat(self, long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void mark_flat(self, IntStack found, unsigned char* out, long long begin, int number) noexcept nogil
    cdef int pick(self, long long move, int* out) noexcept nogil
    cdef void describe(self, long long move, unsigned char* out, long long begin) noexcept nogil
