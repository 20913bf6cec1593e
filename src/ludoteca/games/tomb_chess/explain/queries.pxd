cimport cython

from ludoteca.games.tomb_chess.moves.generator cimport Generator
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.turn.attacks cimport Attacks
from ludoteca.games.tomb_chess.turn.turn cimport Turn, WellFormed


@cython.final
cdef class Queries:
    cdef Generator generator
    cdef WellFormed well_formed

    cdef list _guards(self, State state, Turn turn, square)
    @cython.locals(midturn=Midturn, attacks=Attacks)
    cpdef tuple check_of_bounce(self, square)
