cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.pieces cimport Pieces

cdef int[2] SIZE
cdef int HELD, PIECE, READY, WAITING, NEAR_FLAG, FAR_OFF


@cython.final
cdef class ExileEvaluator(Evaluator):
    cdef Pieces pieces
    cdef Flags flags

    @cython.locals(others=int, other=int)
    cdef int _opinion(self, int seat) noexcept nogil
    @cython.locals(total=int, flag=int)
    cdef int _assets(self, int seat) noexcept nogil
    @cython.locals(nearest=int, place=int)
    cdef int _distance_to(self, int seat, int tile) noexcept nogil
    @cython.locals(size=int, across=int, up=int)
    cdef int _distance(self, int tile, int other) noexcept nogil
