cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.xiangqi cimport layout, tables
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.position cimport XiangqiPosition

cdef int FULL_PHASE, PLACES
cdef int CART_MOBILITY, HORSE_MOBILITY, CANNON_MOBILITY, GUARDS, ELEPHANTS, AIMED, TEMPO, STORMED, STORMERS, THREATS, FEATURES
cdef unsigned char[7] PHASE
cdef unsigned char[180] PLACE
cdef int[503] MIDDLE
cdef int[503] END

@cython.locals(point=int, file=int)
cdef void _fill_places() noexcept nogil


@cython.final
cdef class XiangqiEvaluator(Evaluator):
    cdef XiangqiPosition position
    cdef Pieces pieces
    cdef int middle
    cdef int end
    cdef int reached
    cdef int stormed
    cdef int aimed_at
    cdef bint is_tracing
    cdef int[503] counts

    @cython.locals(phase=int, side=int, sign=int, slot=int, point=int, blend=int)
    cdef int _evaluate(self, int seat) noexcept nogil
    @cython.locals(stormed=int, stormers=int, slot=int, threats=int, aimed_at=int)
    cdef void _add_mobility(self, int side, int sign) noexcept nogil
    @cython.locals(
        side=int, origin=int, palace=int, along_file=int, along_rank=int, begin=int, index=int, target=int
    )
    cdef void _look_around(self, int slot) noexcept nogil
    @cython.locals(enemy=int, guards=int, elephants=int, pair=int, attackers=int, general=int, slot=int, screens=int)
    cdef void _add_defence(self, int side, int sign) noexcept nogil
    cdef int _alive(self, int first) noexcept nogil
    cdef void _add(self, int feature, int sign) noexcept nogil
