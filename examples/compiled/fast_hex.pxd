cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.plain cimport PlainPosition
from ludoteca.core.position cimport Position

cdef int SIZE, CELLS, SWAP, NOBODY
cdef unsigned char[726] NEIGHBOURS
cdef bint[242] FIRST_EDGE
cdef bint[242] SECOND_EDGE
cdef unsigned long long[243] KEYS


cdef class FastHex(PlainPosition):
    cdef dict __dict__
    cdef signed char[121] owner
    cdef int stones
    cdef int winner
    cdef unsigned long long zobrist

    cpdef list legal_moves(self)
    @cython.locals(cell=int)
    cdef void generate(self, IntStack found) noexcept nogil
    cdef long long count_moves(self) noexcept nogil
    cdef bint is_well_formed(self, long long move) noexcept nogil
    cdef void make(self, long long move) noexcept nogil
    @cython.locals(move='long long')
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(copied=FastHex, cell=int)
    cdef FastHex copy_state(self)

    cdef bint _may_swap(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void _swap(self, int seat) noexcept nogil
    cdef void _put(self, int cell, int seat) noexcept nogil
    cdef void _lift(self, int cell) noexcept nogil
    @cython.locals(seat=int, seen='bint[122]', waiting='int[122]', count=int, way=int, there=int, is_first=bint, is_second=bint)
    cdef bint _joins(self, int cell) noexcept nogil
