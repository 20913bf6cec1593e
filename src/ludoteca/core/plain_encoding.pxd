cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.plain cimport PlainPosition
from ludoteca.core.position cimport Position

cdef int BITS


cdef class PlainEncoding(Encoding):
    cdef PlainPosition position
    cdef dict letters
    cdef list places
    cdef list lists
    cdef list numbers
    cdef list perhaps
    cdef int area

    cpdef attach(self, Position position)
    @cython.locals(index=int, cell=int, plane=int)
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept with gil
    @cython.locals(index=int)
    cdef void _fill(self, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(count=int)
    cdef int pick(self, long long move, int* out) noexcept nogil
