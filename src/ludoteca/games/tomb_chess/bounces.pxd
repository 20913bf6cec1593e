cimport cython

from ludoteca.games.tomb_chess.journey cimport Journey
from ludoteca.games.tomb_chess.judge cimport Judge

cdef int UNIT, KNIGHT, ROOK, JESTER, KING, BOUNCE, UNIT_AHEAD, EDGE_AHEAD, IN_REACH, LEAPS, BOTH
cdef int MOST_BOUNCES, LEAP_COSTS
cdef long long FIRST_WAY, ONE_BOUNCE, RIGHT, CHANGE, OPTION, LENGTH, PUSH
cdef int[8] DELTA
cdef int[8] LEAP
cdef unsigned char[256] QUADRANT
cdef int[8] AROUND


@cython.final
cdef class Bounces:
    cdef Judge judge
    cdef Journey journey

    @cython.locals(move='long long', way=int)
    cdef void add(self) noexcept nogil
    cdef int range_of(self, int way) noexcept nogil
    @cython.locals(reach=int, line=int, count=int, length=int, victim=int)
    cdef void _stretch(self, int cell, int way, int used, long long move, int bounces, int is_changed,
                       int concerns) noexcept nogil
    @cython.locals(other=int, has_turn=bint, has_line=bint, has_leap=bint, option=int, turned=int, leap=int)
    cdef void _bounce(self, int cell, int way, int used, long long move, int bounces, int is_changed,
                      int concerns) noexcept nogil
    @cython.locals(touches=bint, index=int)
    cdef bint touches_tomb(self, int cell) noexcept nogil
    @cython.locals(target=int, victim=int)
    cdef void _leap(self, int cell, int leap, long long move, int concerns) noexcept nogil
    cdef void _offer_end(self, long long move, int target, int way, int victim, int concerns,
                         int is_last) noexcept nogil
    @cython.locals(length=int, struck=int, distance=int)
    cdef void _offer_push(self, long long move, int target, int way) noexcept nogil
