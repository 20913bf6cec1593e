cimport cython

from ludoteca.games.tomb_chess.gains cimport Gains
from ludoteca.games.tomb_chess.sight cimport Sight
from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.tombs cimport Tombs

cdef int UNIT, JESTER, QUEEN, KING, CARRIED, CARRIED_WALL, CARRIED_GRAVE
cdef int APPEARED, SWAPPED, TURNED, BREATHED, EXCHANGED
cdef unsigned char[8] FIRST_RANGE
cdef int[8] AROUND


@cython.final
cdef class Deeds:
    cdef State state
    cdef Tombs tombs
    cdef Sight sight
    cdef Gains gains

    @cython.locals(unit=int, jesters=int, victims=int, index=int, cell=int)
    cdef void breathe(self, int dragon) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint can_be_breathed_on(self, int dragon, int cell) noexcept nogil
    @cython.locals(pusher=int, unit=int)
    cdef void swap(self, int one, int other, int promotion) noexcept nogil
    cdef void exchange(self, int king, int target) noexcept nogil
    @cython.locals(code=int)
    cdef void respawn(self, int cell) noexcept nogil
    @cython.locals(units='int[16]', walls='int[16]', heads='int[16]', opened='int[16]', pusher=int, place=int,
                   cell=int, origin=int)
    cdef void rotate(self, int corner, int size, int quarters) noexcept nogil
    @cython.locals(x=int, y=int, last=int)
    cdef int turned(self, int corner, int size, int quarters, int place) noexcept nogil
