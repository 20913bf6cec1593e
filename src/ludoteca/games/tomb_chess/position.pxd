cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.usage cimport Usage
from ludoteca.games.tomb_chess.moves.generator cimport Generator
from ludoteca.games.tomb_chess.moves.perks cimport Perks
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.turn.turn cimport Turn, WellFormed


cdef class TombChessPosition(Position):
    cdef readonly State state
    cdef readonly Generator generator
    cdef readonly int limit
    cdef WellFormed well_formed
    cdef Perks perks
    cdef IntStack undos
    cdef IntStack keys
    cdef unsigned long long known_key

    cdef void generate(self, IntStack found) noexcept nogil
    cdef long long count_moves(self) noexcept nogil
    cpdef attach_usage(self, Usage usage)
    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef bint is_well_formed(self, long long move) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    @cython.final
    cdef bint is_finished(self) noexcept nogil
    @cython.final
    @cython.locals(side=int)
    cdef int _loser(self) noexcept nogil
    @cython.final
    cdef bint _is_past_limit(self) noexcept nogil
    @cython.final
    @cython.locals(key='unsigned long long', count=int, index=int)
    cdef int _occurrences(self) noexcept nogil
    @cython.final
    cdef int times_seen(self) noexcept nogil
    @cython.locals(loser=int)
    cdef double payoff(self, int seat) noexcept nogil
    @cython.final
    cdef bint _is_stuck(self) noexcept nogil
    @cython.locals(logged=State)
    cpdef list events_of(self, move)
    cpdef test_every_move(self, bint is_slow)
    @cython.locals(copied=TombChessPosition, state=State)
    cdef TombChessPosition copy_state(self)
