cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.games.chinese_checkers.pieces cimport Pieces

cdef int HOLE_NEARER, HOLE_OPEN, FARTHEST


@cython.final
cdef class ChineseCheckersEvaluator(Evaluator):
    cdef Pieces pieces

    @cython.locals(best=int, other=int)
    cdef int _best_of_others(self, int seat) noexcept nogil
    cdef int _progress(self, int seat) noexcept nogil
