cimport cython

from ludoteca.core cimport cache
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.usage cimport Usage
from ludoteca.games.xiangqi cimport layout, tables
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.repetition cimport Repetition


cdef class XiangqiPosition(Position):
    cdef readonly Pieces pieces
    cdef readonly int quiet
    cdef readonly int number
    cdef readonly int quiet_limit
    cdef bint has_repetition
    cdef IntStack undos
    cdef IntStack keys
    cdef Repetition repetition

    cdef void generate(self, IntStack found) noexcept nogil
    cdef long long count_moves(self) noexcept nogil
    @cython.locals(origin=int, target=int)
    cdef bint is_legal(self, long long move) noexcept nogil
    @cython.locals(origin=int)
    cdef bint is_well_formed(self, long long move) noexcept nogil
    @cython.locals(captured=int)
    cdef void make(self, long long move) noexcept nogil
    @cython.final
    cdef void _note_clauses(self, Usage usage, int origin, int target) noexcept nogil
    @cython.locals(move=int, undo=int)
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    @cython.locals(copied=XiangqiPosition)
    cdef XiangqiPosition copy_state(self)

    @cython.locals(line=int, back=int)
    cdef void prefetch(self) noexcept nogil
    cdef bint _is_drawn(self) noexcept nogil
    cdef bint _is_past_limit(self) noexcept nogil
    @cython.locals(seen=int, now=int, key='unsigned long long', back=int)
    cdef int cycle_length(self) noexcept nogil
    @cython.locals(seen=int, now=int, key='unsigned long long', back=int)
    cdef int times_seen(self) noexcept nogil
    @cython.locals(now=int, key='unsigned long long', back=int)
    cdef int first_seen(self) noexcept nogil
    cdef void weigh_repetition(self) noexcept nogil
    @cython.locals(loser=int)
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(length=int)
    cdef int _loser(self) noexcept nogil
    cdef int loser_of_cycle(self, int length) noexcept nogil

    @cython.locals(side=int, captured=int)
    cdef list _checkers_after(self, int origin, int target)
    @cython.locals(general=int, slot=int, point=int)
    cdef list _checkers(self, int side)
