cimport cython

from ludoteca.games.tomb_chess.journey cimport Journey
from ludoteca.games.tomb_chess.judge cimport Judge

cdef int UNIT, MIND, PAWN, KNIGHT, BISHOP, ROOK, JESTER, KING, LEGS
cdef int UNIT_AHEAD, IN_REACH, LEAPS, BOTH, NO_WAY, ALL, PLAIN, BRIEF, LOUD
cdef long long FIRST_PUSH, SECOND_PUSH, SECOND, OVER
cdef int[8] DELTA
cdef int[8] LEAP
cdef int[32] UNDER
cdef unsigned char[256] QUADRANT
cdef unsigned char[256] LAST_RANK
cdef int[6] PROMOTIONS


@cython.final
cdef class Legs:
    cdef Judge judge
    cdef Journey journey

    @cython.locals(origin=int, way=int, leap=int)
    cdef void add(self, int is_plain) noexcept nogil
    @cython.locals(line=int, concerns=int, count=int, passes=int, cell=int, length=int)
    cdef void _add_lines(self, int origin, int way, int is_plain) noexcept nogil
    @cython.locals(target=int, under=int, cell=int)
    cdef void _add_leap(self, int origin, int leap, int is_plain) noexcept nogil
    @cython.locals(victim=int)
    cdef void _add_capture(self, int target, int concerns) noexcept nogil
    cdef long long _single(self, int target) noexcept nogil
    @cython.locals(is_tomb=int, move='long long', ends=bint, is_brief=bint)
    cdef void _add_first(self, int target, int way, int concerns, int passes, int is_last, int is_plain) noexcept nogil
    @cython.locals(length=int)
    cdef void _add_first_push(self, long long move, int target, int way, int ends) noexcept nogil
    @cython.locals(distance=int)
    cdef int _struck(self, int end, int way, int length) noexcept nogil
    @cython.locals(movement=int, lifts=int, shut=int, quadrant=int, way=int, leap=int)
    cdef void _add_seconds(self, long long move, int middle, int concerns) noexcept nogil
    cdef int _cell_in(self, int quadrant) noexcept nogil
    @cython.locals(count=int, cell=int, length=int)
    cdef void _add_second_lines(self, long long move, int middle, int way, int line, int concerns,
                                int shut) noexcept nogil
    @cython.locals(target=int, under=int, cell=int, victim=int)
    cdef void _add_second_leap(self, long long move, int middle, int leap, int lifts, int concerns,
                               int shut) noexcept nogil
    @cython.locals(middle=int, is_attacked=bint)
    cdef void _add_second(self, long long move, int target, int concerns) noexcept nogil
    @cython.locals(victim=int)
    cdef void _add_second_capture(self, long long move, int middle, int target, int concerns) noexcept nogil
    cdef bint _can_capture_from(self, int middle, int target) noexcept nogil
    @cython.locals(length=int)
    cdef void _add_second_push(self, long long move, int middle, int target, int way) noexcept nogil
    @cython.locals(victim=int)
    cdef bint _can_take_under(self, int cell, int target, int middle) noexcept nogil
    @cython.locals(victim=int)
    cdef void _offer_leap(self, int target, long long move, int cell, int under, int concerns) noexcept nogil
    @cython.locals(choice=int, kind=int)
    cdef void _offer(self, long long move, int target, int victim, int captured, int concerns) noexcept nogil
