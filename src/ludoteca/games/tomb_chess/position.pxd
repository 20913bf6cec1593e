cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.games.tomb_chess.appraisal cimport Appraisal
from ludoteca.games.tomb_chess.moves cimport Moves
from ludoteca.games.tomb_chess.sanity cimport Sanity
from ludoteca.games.tomb_chess.state cimport State

cdef int PROMISE, FEW

@cython.final
cdef class TombChessPosition(Position):
    cdef readonly State state
    cdef readonly Moves moves
    cdef readonly int limit
    cdef Sanity sanity
    cdef Appraisal appraisal
    cdef Words promises
    cdef Words undos
    cdef Words keys

    cdef void _generate(self, Words found) noexcept nogil
    cdef long long _count_moves(self) noexcept nogil
    cdef void _make(self, long long move) noexcept nogil
    cdef void _unmake(self) noexcept nogil
    cdef void _skip(self) noexcept nogil
    @cython.locals(now=int, key='unsigned long long', back=int)
    cdef int _recurrence(self, int plies) noexcept nogil
    cdef void _add_loud_moves(self, Words found) noexcept nogil
    cdef int _exchange(self, long long move) noexcept nogil
    cdef bint _is_legal(self, long long move) noexcept nogil
    cdef void _add_promising_moves(self, Words found, Words promises, int limit) noexcept nogil
    @cython.locals(count=int, index=int, promise=int)
    cdef void _appraise(self, Words found, Words promises) noexcept nogil
    @cython.locals(count=int, _=int, best=int, index=int)
    cdef void _add_best(self, Words found, Words promises, int limit) noexcept nogil
    cdef bint _is_finished(self) noexcept nogil
    @cython.locals(side=int)
    cdef int _loser(self) noexcept nogil
    cpdef bint is_worn_out(self) noexcept nogil
    @cython.locals(key='unsigned long long', seen=int, index=int)
    cpdef int occurrences(self) noexcept nogil
    @cython.locals(loser=int)
    cdef double _payoff(self, int seat) noexcept nogil
    cpdef bint is_stuck(self) noexcept nogil
    @cython.locals(found=Words)
    cdef list _promising_moves(self, int limit)
    @cython.locals(told=State)
    cpdef list tale_of(self, long long move)
    cpdef test_every_move(self, bint is_slow)
    @cython.locals(twin=TombChessPosition, state=State)
    cdef TombChessPosition _twin(self)
