cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.evaluation cimport TombChessEvaluator
from ludoteca.games.tomb_chess.position cimport TombChessPosition
from ludoteca.games.tomb_chess.state.state cimport State

cdef int CONDITIONS, TERRAIN, DEAD, QUADRANTS, PAWNS, PUSHER, TURN
cdef int RANGES, LONGEST_RANGE, MOST_DEAD, LEADS, LEAD, MOST_PAWNS
cdef int RESTING, PARALYSED, PUSHED, NEAR_JESTER, STATES
cdef int WALLS, TOMBS, COVERED


cdef class TombChessFeatures(Features):
    cdef State state
    cdef TombChessEvaluator evaluator

    cpdef attach(self, Position position)
    @cython.locals(dead='int[16]', code=int, square=int, cell=int, place=int, node=int, quadrant=int, lead=int, seen=int)
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    @cython.final
    @cython.locals(length=int, state=int)
    cdef int _condition(self, int cell, int unit) noexcept nogil
    @cython.final
    cdef int _terrain(self, int cell) noexcept nogil
    @cython.locals(count=int, entry=int)
    cdef int bucket(self) noexcept nogil
    cdef int by_hand(self, int seat) noexcept nogil


cdef int _seen_by(int side, int square) noexcept nogil
