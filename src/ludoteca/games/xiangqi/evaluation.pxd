cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.games.xiangqi.pieces cimport Pieces

cdef int NOWHERE, PAWN, CROSSED
cdef unsigned char[16] KIND
cdef int[7] WORTH


@cython.final
cdef class XiangqiEvaluator(Evaluator):
    cdef Pieces pieces

    @cython.locals(total=int, slot=int, point=int)
    cdef int _material(self, int side) noexcept nogil
