cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.generator cimport Generator


@cython.final
cdef class Queries:
    cdef Generator generator

    @cython.locals(guards='int[16]', count=int, index=int, side=int)
    cdef list _guards_of(self, int cell, int is_now)
    @cython.locals(attackers='int[16]', count=int, index=int)
    cdef list _attackers_of(self, int cell, int side, int when)
    @cython.locals(attackers='int[16]', count=int, index=int, rook=int)
    cdef list _landers_of(self, int cell, int side)
    @cython.locals(attackers='int[16]', side=int, kind=int, threatened=int, count=int, index=int)
    cdef tuple _check_of_bounce(self, int cell)
