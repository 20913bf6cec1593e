cimport cython

from ludoteca.games.tomb_chess.moves cimport Moves

cdef unsigned char[144] CELL
cdef unsigned char[256] SQUARE
cdef int UNIT_AHEAD, EDGE_AHEAD, IN_REACH, BY_TOMB


@cython.final
cdef class Inquiry:
    cdef Moves moves

    @cython.locals(guards='int[16]', count=int, index=int, side=int)
    cdef list _guards_of(self, int cell, int is_now)
    @cython.locals(strikers='int[16]', count=int, index=int)
    cdef list _attackers_of(self, int cell, int side, int when)
    @cython.locals(strikers='int[16]', count=int, index=int, rook=int)
    cdef list _landers_of(self, int cell, int side)
    @cython.locals(strikers='int[16]', side=int, kind=int, culprit=int, count=int, index=int)
    cdef tuple _check_of_bounce(self, int cell)
