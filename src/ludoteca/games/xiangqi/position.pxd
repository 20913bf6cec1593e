cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.repetition cimport Repetition

cdef int EMPTY, NOWHERE, MOST_QUIET_PLIES
cdef unsigned long long SIDE_KEY
cdef int[33] WORTH
cdef unsigned char[32] KIND


@cython.final
cdef class XiangqiPosition(Position):
    cdef readonly Pieces pieces
    cdef readonly int quiet
    cdef readonly int number
    cdef Words undos
    cdef Words keys
    cdef Repetition repetition

    cdef bint _is_legal(self, long long move) noexcept nogil
    @cython.locals(won=int)
    cdef int _exchange(self, long long move) noexcept nogil
    cdef void _skip(self) noexcept nogil
    cdef void _unskip(self) noexcept nogil
    @cython.locals(now=int, key='unsigned long long', back=int, loser=int)
    cdef int _recurrence(self, int plies) noexcept nogil
    cdef bint _is_sane(self, long long move) noexcept nogil
    @cython.locals(captured=int)
    cdef void _make(self, long long move) noexcept nogil
    @cython.locals(move=int, undo=int)
    cdef void _unmake(self) noexcept nogil
    cdef unsigned long long _hash(self) noexcept nogil
    cdef bint _is_drawn(self) noexcept nogil
    @cython.locals(seen=int, now=int, key='unsigned long long', back=int)
    cdef int cycle_length(self) noexcept nogil
    @cython.locals(loser=int)
    cdef double _payoff(self, int seat) noexcept nogil
    cdef int _loser(self) noexcept nogil
    @cython.locals(length=int)
    cdef int _judge_cycle(self) noexcept nogil
    @cython.locals(side=int, captured=int)
    cpdef list checkers_after(self, int origin, int target)
    @cython.locals(general=int, slot=int, point=int, enemy_general=int)
    cpdef list checkers(self, int side)
    @cython.locals(twin=XiangqiPosition)
    cdef XiangqiPosition _twin(self)
