cimport cython

from ludoteca.games.tomb_chess.journey cimport Journey
from ludoteca.games.tomb_chess.judge cimport Judge

cdef int UNIT, BLOCKED, RESTING, PARALYSED, PAWN, DRAGON, JESTER, KING, BREATH, SWAP, EXCHANGE
cdef int IN_REACH, LEAPS, BOTH
cdef unsigned char[144] CELL
cdef int[8] DELTA
cdef int[8] LEAP
cdef unsigned char[256] QUADRANT
cdef unsigned char[256] LAST_RANK
cdef unsigned char[8] FIRST_RANGE
cdef int[6] PROMOTIONS
cdef int[8] AROUND


@cython.final
cdef class Abilities:
    cdef Judge judge
    cdef Journey journey

    @cython.locals(dragon=int, victims=int, struck=int, index=int)
    cdef void add_breath(self) noexcept nogil
    @cython.locals(origin=int, way=int, line=int, leap=int, target=int)
    cdef void add_swaps(self) noexcept nogil
    @cython.locals(other=int)
    cdef bint can_swap(self, int origin, int target) noexcept nogil
    @cython.locals(other=int, concerns=int, move='long long', side=int, choice=int)
    cdef void _add_swap(self, int origin, int target) noexcept nogil
    @cython.locals(side=int, king=int, square=int, cell=int, unit=int)
    cdef void add_exchanges(self) noexcept nogil
    @cython.locals(strikers='int[16]', count=int, is_safe=bint, index=int)
    cdef bint can_control(self, int target) noexcept nogil
    @cython.locals(unit=int)
    cdef bint can_be_controlled(self, int target) noexcept nogil
    @cython.locals(pusher=int, unit=int, victim=int, capturer=int, is_attacked=bint)
    cdef bint is_recaptured(self, int origin, int target) noexcept nogil
