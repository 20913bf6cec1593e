cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.games.tomb_chess.moves cimport Moves
from ludoteca.games.tomb_chess.sanity cimport Sanity
from ludoteca.games.tomb_chess.state cimport State


@cython.final
cdef class TombChessPosition(Position):
    cdef readonly State state
    cdef readonly Moves moves
    cdef readonly int limit
    cdef Sanity sanity
    cdef Words undos
    cdef Words keys

    cdef void _generate(self, Words found) noexcept nogil
    cdef long long _count_moves(self) noexcept nogil
    cdef void _make(self, long long move) noexcept nogil
    cdef void _unmake(self) noexcept nogil
    cdef bint _is_finished(self) noexcept nogil
    @cython.locals(side=int)
    cdef int _loser(self) noexcept nogil
    cpdef bint is_worn_out(self) noexcept nogil
    @cython.locals(key='unsigned long long', seen=int, index=int)
    cpdef int occurrences(self) noexcept nogil
    @cython.locals(loser=int)
    cdef double _payoff(self, int seat) noexcept nogil
    cpdef bint is_stuck(self) noexcept nogil
    @cython.locals(told=State)
    cpdef list tale_of(self, long long move)
    cpdef test_every_move(self, bint is_slow)
    @cython.locals(twin=TombChessPosition, state=State)
    cdef TombChessPosition _twin(self)
