cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.pieces cimport Flags, Pieces
from ludoteca.games.exile.position cimport ExilePosition

cdef int FOREIGN_FLAG, OWN_FLAG, FAR_OFF, CHASE
cdef int PIECE, READY, WAITING, HELD, STEP, GUARDED, EXPOSED, EXPOSED_FLAG, CHASED, LAST_FLAG


cdef class ExileEvaluator(Evaluator):
    cdef ExilePosition position
    cdef Pieces pieces
    cdef Flags flags
    cdef int[16] weights
    cdef int[4] scores
    cdef unsigned char[16] carriers
    cdef unsigned long long key
    cdef bint is_fresh

    cpdef attach(self, Position position)
    @cython.locals(key='unsigned long long', others=int, other=int, mean=int)
    cdef int evaluate(self, int seat) noexcept nogil
    @cython.locals(seat=int, score=int)
    cdef void _score_seats(self) noexcept nogil
    @cython.locals(place=int, flag=int, seat=int)
    cdef void _note_carriers(self) noexcept nogil
    @cython.locals(
        steps='int[4]', count=int, held=int, flag=int, way=int, place=int, score=int, missing=int, index=int,
    )
    cdef int _race(self, int seat) noexcept nogil
    @cython.locals(row=int, nearest=int, place=int)
    cdef int _way_to(self, int seat, int flag) noexcept nogil
    @cython.locals(danger=int, place=int, tile=int, carrier=int, near=int)
    cdef int _danger(self, int seat) noexcept nogil
    @cython.locals(ways=int, way=int, near=int, opposite=int)
    cdef bint _can_be_jumped(self, int seat, int tile) noexcept nogil
    @cython.locals(row=int, nearest=int, other=int, place=int)
    cdef int _nearest_enemy(self, int seat, int tile) noexcept nogil
