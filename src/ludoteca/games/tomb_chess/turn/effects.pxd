cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state cimport stored
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.state.terrain cimport Tombs
from ludoteca.games.tomb_chess.turn.attacks cimport Attacks


@cython.final
cdef class Captures:
    cdef State state

    @cython.locals(unit=int, kind=int, has_majority=bint, length=int)
    cdef void reward(self, int cell, int victim, int captured) noexcept nogil
    @cython.locals(unit=int)
    cdef void _set_range(self, int cell, int length) noexcept nogil
    @cython.locals(pawn=int, unit=int)
    cdef void become(self, int cell, int kind) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_promoting(self, int cell) noexcept nogil


@cython.final
cdef class AbilityEffects:
    cdef State state
    cdef Tombs tombs
    cdef Attacks attacks
    cdef Captures captures

    @cython.locals(unit=int, jesters=int, victims=int, index=int, cell=int)
    cdef void breathe(self, int dragon) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint can_be_breathed_on(self, int dragon, int cell) noexcept nogil
    @cython.locals(pusher=int, unit=int)
    cdef void swap(self, int one, int other, int promotion) noexcept nogil
    cdef void exchange(self, int king, int target) noexcept nogil
    @cython.locals(code=int)
    cdef void respawn(self, int cell) noexcept nogil
    @cython.locals(units='int[16]', walls='int[16]', graves='int[16]', opened='int[16]', pusher=int, place=int,
                   cell=int, origin=int)
    cdef void rotate(self, int corner, int size, int quarters) noexcept nogil
    @cython.locals(x=int, y=int, last=int)
    cdef int turned(self, int corner, int size, int quarters, int place) noexcept nogil
