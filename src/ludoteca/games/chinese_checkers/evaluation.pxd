cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int FARTHEST, NEAR, NEARLY, OUT, SIDE


cdef class ChineseCheckersEvaluator(Evaluator):
    cdef ChineseCheckersPosition position
    cdef Pieces pieces
    cdef int[768] values
    cdef int leap
    cdef int last
    cdef int turn
    cdef int locked
    cdef int shut

    cpdef attach(self, Position position)
    @cython.locals(mine=int, best=int, other=int)
    cdef int evaluate(self, int seat) noexcept nogil
    @cython.locals(
        goal=int, total=int, leaps=int, away=int, farthest=int, gate=int, lattice=int,
        own='unsigned long long', slot=int, here=int, best=int, chain='unsigned long long'
    )
    cdef int _progress(self, int seat) noexcept nogil
    @cython.locals(
        opposite=int, locked=int, shut=int, escapes=int, lattice=int,
        theirs='unsigned long long', slot=int, cost=int
    )
    cdef int _blocker_cost(self, int seat, int goal, int gate, int away) noexcept nogil
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
