cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.tomb_chess.state cimport State

cdef int UNIT, PAWN, JESTER, KING, RESTING, PARALYSED
cdef int[8] WORTH
cdef int[8] RANGE_WORTH
cdef int[13] LIVES
cdef int MOST_PAWN_RANGE, OVER, QUADRANT_WORTH, REST, PARALYSIS, HELD
cdef int SHELTER, TOMB_NEAR_KING, JESTER_NEAR_KING
cdef unsigned char[144] CELL
cdef int[8] DELTA
cdef int[256] GROUND
cdef int[8] GROUND_WORTH


cdef class TombChessEvaluator(Evaluator):
    cdef State state

    cpdef attach(self, Position position)
    @cython.locals(loser=int, total=int, square=int, cell=int, unit=int)
    cdef int evaluate(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(last=int)
    cdef int _loser(self) noexcept nogil
    @cython.final
    @cython.locals(pawns=int, total=int, quadrant=int)
    cdef int _standing(self, int side) noexcept nogil
    @cython.final
    @cython.locals(kind=int, length=int, worth=int)
    cdef int _worth(self, int cell, int unit) noexcept nogil
    @cython.final
    @cython.locals(king=int, safety=int, way=int, cell=int, unit=int)
    cdef int _safety(self, int side) noexcept nogil
