cimport cython

from ludoteca.core cimport constants
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.games.xiangqi cimport layout, tables
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.position cimport XiangqiPosition


cdef class XiangqiTactics(Tactics):
    cdef XiangqiPosition position
    cdef Pieces pieces

    cpdef attach(self, Position position)
    cdef bint is_known_legal(self, long long move) noexcept nogil
    cdef bint is_checked(self) noexcept nogil
    cdef bint gives_check(self, long long move) noexcept nogil
    cdef int gain(self, long long move) noexcept nogil
    @cython.locals(won=int)
    cdef int static_exchange(self, long long move) noexcept nogil
    cdef int order_score(self, long long move) noexcept nogil
    cdef int history_index(self, long long move) noexcept nogil
    cdef void add_tactical_moves(self, IntStack found) noexcept nogil
    cdef void add_forcing_moves(self, IntStack found) noexcept nogil
    @cython.final
    @cython.locals(begin=int, end=int, index=int, move='long long', is_capture=bint)
    cdef void _add_moves(self, IntStack found, bint with_checks) noexcept nogil
    @cython.locals(count=int, first=int, slot=int)
    cdef bint allows_null(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    @cython.locals(now=int, key='unsigned long long', back=int, loser=int)
    cdef int repetition_result(self, int plies) noexcept nogil
