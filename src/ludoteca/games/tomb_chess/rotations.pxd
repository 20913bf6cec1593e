cimport cython

from ludoteca.games.tomb_chess.judge cimport Judge

cdef int UNIT, JESTER, KING, ROTATION, JUST_PUSHED, BOTH
cdef unsigned char[256] QUADRANT


@cython.final
cdef class Rotations:
    cdef Judge judge

    @cython.locals(size=int, row=int, file=int, corner=int)
    cdef void add(self) noexcept nogil
    @cython.locals(excess=int, place=int, unit=int)
    cdef int excess(self, int corner, int size) noexcept nogil
    @cython.locals(concerns=int, quarters=int)
    cdef void _add_block(self, int corner, int size) noexcept nogil
    @cython.locals(concerns=int, has_jester=int, has_foe=int, has_wall=int, beside=int, place=int, cell=int, unit=int)
    cdef int _concerns(self, int corner, int size) noexcept nogil
    @cython.locals(place=int, origin=int, target=int)
    cdef bint changes(self, int corner, int size, int quarters) noexcept nogil
    @cython.locals(first=int, second=int)
    cdef bint _are_different_graves(self, int one, int other) noexcept nogil
