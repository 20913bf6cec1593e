cimport cython

from ludoteca.core cimport constants
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.games.tomb_chess.evaluation cimport MoveValue
from ludoteca.games.tomb_chess.moves.generator cimport Generator
from ludoteca.games.tomb_chess.position cimport TombChessPosition

cdef int FEW


cdef class TombChessTactics(Tactics):
    cdef TombChessPosition position
    cdef Generator generator
    cdef MoveValue values
    cdef IntStack scores

    cpdef attach(self, Position position)
    cdef bint is_known_legal(self, long long move) noexcept nogil
    cdef bint is_checked(self) noexcept nogil
    cdef int gain(self, long long move) noexcept nogil
    cdef int static_exchange(self, long long move) noexcept nogil
    cdef void add_tactical_moves(self, IntStack found) noexcept nogil
    cdef void add_best_moves(self, IntStack found, IntStack scores, int limit) noexcept nogil
    @cython.final
    @cython.locals(count=int, index=int, score=int)
    cdef void _add_winning(self, IntStack found, IntStack scores) noexcept nogil
    @cython.final
    @cython.locals(count=int, _=int, best=int, index=int)
    cdef void _add_others(self, IntStack found, IntStack scores, int limit) noexcept nogil
    @cython.locals(found=IntStack)
    cpdef list best_moves(self, limit)
    cdef bint allows_null(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    @cython.locals(now=int, key='unsigned long long', back=int)
    cdef int repetition_result(self, int plies) noexcept nogil
