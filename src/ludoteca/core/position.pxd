cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.usage cimport Usage


cdef list SPARE


cdef class Position:
    cdef readonly int seats
    cdef readonly int to_move
    cdef IntStack played
    cdef public object game
    cdef public object options
    cdef int missing
    cdef Usage usage

    @cython.locals(found=IntStack)
    cpdef list legal_moves(self)
    cpdef play(self, move)
    cdef int _check_move(self, move) except -1
    cpdef undo(self)
    cpdef bint accepts(self, move) except -1
    cpdef list moves_played(self)
    cpdef attach_usage(self, Usage usage)
    @cython.locals(copied=Position)
    cpdef Position copy(self)

    cdef void generate(self, IntStack found) noexcept nogil
    cdef bint is_well_formed(self, long long move) noexcept nogil
    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    cdef Position copy_state(self)
    cdef long long count_moves(self) noexcept nogil
    @cython.locals(found=IntStack)
    cdef long long _count_generated(self) noexcept with gil
    cdef bint is_legal(self, long long move) noexcept nogil
    @cython.locals(found=IntStack, index=int)
    cdef bint _is_generated(self, long long move) noexcept with gil
