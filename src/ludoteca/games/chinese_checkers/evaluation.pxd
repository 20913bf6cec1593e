cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.chinese_checkers.gates cimport escapes_from
from ludoteca.games.chinese_checkers.pieces cimport Pieces, lowest_slot
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int FARTHEST, NEAR, NEARLY, OUT, SIDE
cdef unsigned char[24] GOAL
cdef unsigned long long[96] HOME
cdef int[24] OPPOSITE
cdef unsigned char[768] DISTANCE
cdef unsigned short[768] GATE_BITS
cdef unsigned char[768] NEIGHBOURS
cdef unsigned char[121] BIT
cdef unsigned long long ONE


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
    @cython.final
    @cython.locals(
        goal=int, total=int, leaps=int, away=int, farthest=int, gate=int, lattice=int,
        own='unsigned long long', slot=int, here=int, best=int, chain='unsigned long long'
    )
    cdef int _progress(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(
        opposite=int, locked=int, shut=int, escapes=int, lattice=int,
        theirs='unsigned long long', slot=int, cost=int
    )
    cdef int _guests(self, int seat, int goal, int gate, int away) noexcept nogil
    @cython.final
    @cython.locals(here=int, outlets=int, ways=int, way=int, there=int, chain='unsigned long long')
    cdef int _outlets(self, int seat, int goal, int lattice, int slot) noexcept nogil
