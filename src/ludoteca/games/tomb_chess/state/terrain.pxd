cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state cimport stored
from ludoteca.games.tomb_chess.state.state cimport State


@cython.final
cdef class Walls:
    cdef State state

    cdef bint stops_beside(self, int cell, int lifted) noexcept nogil
    @cython.locals(one_side=int, other_side=int)
    cdef bint closes_between(self, int cell, int direction, int lifted) noexcept nogil
    @cython.locals(wall=int)
    cdef bint _counts(self, int cell, int lifted) noexcept nogil
    cdef bint is_leap_open(self, int origin, int leap, int lifted, int kind) noexcept nogil
    @cython.locals(first=int, second=int)
    cdef bint _is_path_free(self, int origin, int path, int lifted) noexcept nogil
    cdef bint _is_free(self, int cell, int lifted) noexcept nogil
    @cython.locals(index=int, cell=int)
    cdef void age(self) noexcept nogil
    cdef void _note_cover(self, int cell) noexcept nogil
    cdef void lay(self, int cell) noexcept nogil
    @cython.locals(wall=int)
    cdef void raze(self, int cell) noexcept nogil


@cython.final
cdef class Tombs:
    cdef State state
    cdef Walls walls
    cdef unsigned char[256] exploded
    cdef int explosions

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


@cython.final
cdef class Pushes:
    cdef State state
    cdef Walls walls
    cdef Tombs tombs

    @cython.locals(is_closed=bint, step=int, cell=int, count=int, majorities=int, unit=int)
    cdef int length(self, int end, int direction, int side) noexcept nogil
    @cython.locals(count=int, step=int, front=int, falls_off=bint, explodes=bint, behind=int)
    cdef bint push(self, int end, int direction, int side) noexcept nogil
    cdef void _shift_pushed(self, int cell, int step) noexcept nogil
