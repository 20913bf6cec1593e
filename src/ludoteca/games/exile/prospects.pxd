cimport cython

from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.pieces cimport Pieces

cdef int EMPTY, OUTSIDE, SPAWN_CODE, SLIDE_CODE, EXILED, FREED, TAKEN, OWN_TAKEN, NEARER, SPAWNED
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned char[41472] DISTANCES


@cython.final
cdef class Prospects:
    cdef Pieces pieces
    cdef Flags flags

    @cython.locals(tile=int, code='long long', has_foreign=bint, gain=int, hop=int, way=int, over=int)
    cdef int gain(self, int seat, long long move) noexcept nogil
    @cython.locals(flag=int)
    cdef bint _has_foreign(self, int seat, int tile) noexcept nogil
    @cython.locals(freed=int, flag=int)
    cdef int _freed(self, int tile) noexcept nogil
    @cython.locals(taken=int, flag=int)
    cdef int _taken(self, int seat, int tile, bint has_foreign) noexcept nogil
    @cython.locals(tile=int, code='long long', gain=int, target=int, hop=int, has_foreign=bint)
    cdef int promise(self, int seat, int flags_to_win, long long move) noexcept nogil
    @cython.locals(row=int, nearest=int, flag=int)
    cdef int _to_nearest(self, int seat, int tile, bint has_foreign) noexcept nogil
    @cython.locals(other=int)
    cdef bint is_checked(self, int seat, int flags_to_win) noexcept nogil
    @cython.locals(flag=int)
    cdef bint _can_take(self, int seat) noexcept nogil
    @cython.locals(ways=int, way=int, near=int, far=int)
    cdef bint _can_reach(self, int seat, int flag) noexcept nogil
