cimport cython

from ludoteca.games.tomb_chess.turns cimport Turn

cdef int UNIT, EDGE, MIND, FORMS, MOST_BOUNCES, PAWN, DRAGON, KING
cdef int LEGS, BOUNCE, BREATH, SWAP, ROTATION, RESPAWN, NO_WAY, LONGEST
cdef int[8] DELTA
cdef int[8] LEAP


@cython.final
cdef class Sanity:
    cdef Turn turn

    @cython.locals(form=int, origin=int, target=int, unit=int, other=int)
    cdef bint is_well_formed(self, long long move) noexcept nogil
    cdef bint _is_block(self, int corner, int size) noexcept nogil
    @cython.locals(second=int, last=int, begin=int)
    cdef bint _are_legs(self, long long move, int origin, int target) noexcept nogil
    @cython.locals(way=int)
    cdef bint _is_leg(self, int origin, int target, int push, int over) noexcept nogil
    @cython.locals(way=int, bounces=int, change=int, option=int, length=int, used=int, cell=int, bounce=int, before=int,
                   _=int)
    cdef bint _is_bounce(self, long long move, int origin) noexcept nogil
