cimport cython

from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int LOCKED, SHUT, NEAR, NEARLY, OUT, SIDE


cdef class Blockers:
    cdef ChineseCheckersPosition position
    cdef Pieces pieces

    cpdef attach(self, ChineseCheckersPosition position)
    @cython.locals(opposite=int, goal=int, away=int, gate=int, lattice=int, own='unsigned long long', slot=int)
    cdef int cost(self, int seat) noexcept nogil
    @cython.locals(lattice=int)
    cdef bint _are_there(self, int seat, int opposite) noexcept nogil
    @cython.locals(
        locked=int, shut=int, escapes=int, lattice=int, theirs='unsigned long long', slot=int, cost=int
    )
    cdef int _cost(self, int seat, int opposite, int goal, int gate, int away) noexcept nogil
    @cython.locals(here=int, outlets=int, ways=int, way=int, there=int, chain='unsigned long long')
    cdef int _outlets(self, int seat, int goal, int lattice, int slot) noexcept nogil


cdef int GATE_HOLES, UNKNOWN, FIRST_OPEN
cdef short[32768] ESCAPES
cdef signed char[90] BY_STEP
cdef signed char[90] BY_HOP

cdef int _escapes(int closed) noexcept nogil
@cython.locals(reached=int, hole=int, before=int)
cdef int _flood(int closed) noexcept nogil
@cython.locals(way=int, step=int, hop=int)
cdef bint _leads(int hole, int closed, int reached) noexcept nogil
