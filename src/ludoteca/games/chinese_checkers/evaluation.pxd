cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.blockers cimport Blockers
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int FARTHEST


cdef class ChineseCheckersEvaluator(Evaluator):
    cdef ChineseCheckersPosition position
    cdef Pieces pieces
    cdef int[768] values
    cdef int leap
    cdef int last
    cdef int turn
    cdef Blockers blockers

    cpdef attach(self, Position position)
    @cython.locals(mine=int, best=int, other=int)
    cdef int evaluate(self, int seat) noexcept nogil
    @cython.locals(
        goal=int, total=int, leaps=int, farthest=int, lattice=int,
        own='unsigned long long', slot=int, here=int, best=int, chain='unsigned long long'
    )
    cdef int _progress(self, int seat) noexcept nogil
