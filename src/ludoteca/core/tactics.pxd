cimport cython

from ludoteca.core cimport constants
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position


cdef class Tactics:
    cdef Position attached

    cpdef attach(self, Position position)
    cdef bint is_known_legal(self, long long move) noexcept nogil
    cdef bint is_checked(self) noexcept nogil
    cdef bint gives_check(self, long long move) noexcept nogil
    cdef bint has_ended(self) noexcept nogil
    cdef int gain(self, long long move) noexcept nogil
    cdef int static_exchange(self, long long move) noexcept nogil
    cdef int order_score(self, long long move) noexcept nogil
    cdef int history_index(self, long long move) noexcept nogil
    cdef void add_tactical_moves(self, IntStack found) noexcept nogil
    cdef void add_forcing_moves(self, IntStack found) noexcept nogil
    @cython.locals(begin=int, index=int)
    cdef void add_best_moves(self, IntStack found, IntStack scores, int limit) noexcept nogil
    cdef bint allows_null(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef int repetition_result(self, int plies) noexcept nogil
