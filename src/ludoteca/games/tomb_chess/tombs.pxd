cimport cython

from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.walls cimport Walls

cdef int UNIT, DIED, EXPLODED, POURED, OPENED, JESTER
cdef int[8] AROUND


@cython.final
cdef class Tombs:
    cdef State state
    cdef Walls walls
    cdef unsigned char[256] blasted
    cdef int blasts

    @cython.locals(cell=int)
    cdef void begin_turn(self) noexcept nogil
    @cython.locals(unit=int)
    cdef void kill(self, int cell) noexcept nogil
    @cython.locals(tombs=int, index=int, cell=int)
    cdef void explode(self, int centre) noexcept nogil
    @cython.locals(tombs=int, index=int)
    cdef int _tombs_around(self, int centre) noexcept nogil
    @cython.locals(index=int)
    cdef void blow_up_jester(self, int centre) noexcept nogil
    @cython.locals(index=int)
    cdef void _clear(self, int centre) noexcept nogil
    cdef void _strike(self, int cell) noexcept nogil
    cdef void _open(self, int cell) noexcept nogil
