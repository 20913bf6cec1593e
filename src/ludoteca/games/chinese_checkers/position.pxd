cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.usage cimport Usage
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.pieces cimport Pieces

cdef list NUMBERS


@cython.final
cdef class Repetition:
    cdef IntStack keys
    cdef IntStack links
    cdef unsigned int[1024] last

    @cython.locals(bucket=int, link='unsigned int', seen=int)
    cdef int note(self, unsigned long long key) noexcept nogil
    @cython.locals(key='unsigned long long')
    cdef void forget(self) noexcept nogil
    @cython.locals(last=int, link='unsigned int', seen=int)
    cdef int times_seen(self) noexcept nogil
    @cython.locals(last=int, key='unsigned long long', link=int)
    cdef bint is_back(self, int plies) noexcept nogil
    @cython.locals(copied=Repetition)
    cpdef Repetition copy(self)


cdef class ChineseCheckersPosition(Position):
    cdef readonly Pieces pieces
    cdef readonly int round
    cdef readonly int ended
    cdef readonly int winner
    cdef int round_limit
    cdef bint anti_blocking
    cdef Repetition repetition
    cdef IntStack found

    @cython.locals(index=int)
    cpdef list legal_moves(self)

    @cython.locals(begin=int)
    cdef void generate(self, IntStack found) noexcept nogil
    cdef long long count_moves(self) noexcept nogil
    cdef bint is_well_formed(self, long long move) noexcept nogil
    @cython.locals(mover=int)
    cdef void make(self, long long move) noexcept nogil
    cdef void _note_clauses(self, Usage usage, long long move) noexcept nogil
    @cython.locals(move=int)
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    cdef int times_seen(self) noexcept nogil
    cdef int _ending(self, int mover, int seen) noexcept nogil
    cdef bint _has_won(self, int seat) noexcept nogil
    @cython.locals(last=int, back=int, seat=int)
    cdef int _first_ending(self) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(copied=ChineseCheckersPosition)
    cdef ChineseCheckersPosition copy_state(self)
