cimport cython

from ludoteca.games.tomb_chess.judge cimport Judge
from ludoteca.games.tomb_chess.sight cimport Sight
from ludoteca.games.tomb_chess.state cimport State

cdef int UNIT, EDGE, MIND, PAWN, JESTER, KING
cdef int LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN
cdef int LEAPS, UNKNOWN, CHECK_BONUS, REST_COST, ROTATION_COST, SWAP_COST, MOST_PAWN_RANGE, KING_WORTH
cdef int[8] WORTH
cdef int[8] RANGE_WORTH
cdef int[13] LIVES
cdef int[256] GROUND
cdef int[8] GROUND_WORTH
cdef unsigned char[144] CELL
cdef int[8] DELTA
cdef int[8] LEAP


@cython.final
cdef class Appraisal:
    cdef Judge judge
    cdef State now
    cdef Sight sight
    cdef int[256] danger
    cdef int[256] support
    cdef int[256] checks
    cdef int[256] known
    cdef int is_loud
    cdef int known_origin
    cdef int balance

    @cython.locals(cell=int, square=int, unit=int)
    cdef void survey(self) noexcept nogil
    @cython.locals(movement=int, worth=int, is_own=bint, steps=int, way=int, reach=int, cell=int, leap=int)
    cdef void _draw(self, int origin, int unit) noexcept nogil
    cdef void _mark(self, int cell, int worth, bint is_own) noexcept nogil
    @cython.locals(way=int, unit_of_range=int, cell=int, reach=int, leap=int)
    cdef void _draw_checks(self, int king) noexcept nogil
    @cython.locals(least=int, movement=int, steps=int)
    cdef bint _is_check(self, int end, int unit) noexcept nogil
    @cython.locals(kind=int, length=int)
    cdef int worth(self, int unit) noexcept nogil
    @cython.locals(total=int, square=int, unit=int)
    cdef int material(self, State state, int side) noexcept nogil
    cdef int _lives(self, int pawns) noexcept nogil
    @cython.locals(side=int)
    cdef int gain(self, long long move) noexcept nogil
    @cython.locals(form=int, origin=int, second=int, end=int, is_king=bint)
    cdef int order_score(self, long long move) noexcept nogil
    @cython.locals(way=int, bounces=int, change=int, option=int, cell=int, bounce=int)
    cdef int end_of(self, long long move) noexcept nogil
    @cython.locals(cell=int)
    cdef int _tried_once(self, long long move, int origin, int end) noexcept nogil
    @cython.locals(side=int, gain=int, end=int, unit=int)
    cdef int _tried(self, long long move) noexcept nogil
    @cython.locals(unit=int, promise=int, worth=int)
    cdef int _moved(self, int origin, int end) noexcept nogil
    cdef int _risk(self, int cell, int worth, int supporters) noexcept nogil
    @cython.locals(other=int, worth=int)
    cdef int _swapped(self, int origin, int target) noexcept nogil
    cdef int _lured(self, int origin, int end) noexcept nogil
