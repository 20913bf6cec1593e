cimport cython

from ludoteca.games.tomb_chess.pushes cimport Pushes
from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.walls cimport Walls

cdef int EDGE, UNIT, RESTING, PARALYSED, PUSHED, PAWN, KNIGHT, ROOK, JESTER, KING
cdef int LEAPS, ATTACK, LAND, FULL, READ, CRUX, UNKNOWN, BY_ATTACK, BY_JESTER, BY_TOMB
cdef int[8] DELTA
cdef int[8] LEAP
cdef int[32] UNDER
cdef unsigned char[256] QUADRANT
cdef int[8] LENGTHS
cdef int[8] ADDED


@cython.final
cdef class Sight:
    cdef State state
    cdef Walls walls
    cdef Pushes pushes
    cdef unsigned short[256] seen
    cdef int mark
    cdef int is_careful
    cdef int asked
    cdef int held
    cdef int held_movement
    cdef int held_lifts
    cdef int culprit

    @cython.locals(cell=int)
    cdef void forget(self) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_active(self, int cell) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_spellbound(self, int cell) noexcept nogil
    @cython.locals(length=int)
    cdef int native(self, int unit) noexcept nogil
    @cython.locals(straight=int, diagonal=int, steps=int)
    cdef int wider(self, int one, int other) noexcept nogil
    cdef int look(self, int target, int way, int side) noexcept nogil
    @cython.locals(found=int, by_held=int)
    cdef int _look_for_striker(self, int target, int way, int side) noexcept nogil
    @cython.locals(step=int, cell=int, free=int, distance=int, unit=int)
    cdef int _look(self, int target, int way, int side, int lifts) noexcept nogil
    cdef int _lifts(self, int side) noexcept nogil
    @cython.locals(distance=int)
    cdef bint _reaches(self, int movement, int way, int found) noexcept nogil
    @cython.locals(under=int)
    cdef bint _is_leap_open(self, int origin, int leap, int unit, int lifts) noexcept nogil
    @cython.locals(guards='int[16]', count=int)
    cdef int protection(self, int cell, int side) noexcept nogil
    @cython.locals(count=int, way=int, found=int, leap=int, origin=int)
    cdef int protectors(self, int cell, int side, int most, int* guards) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _protects_by_line(self, int found, int way, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _protects_by_leap(self, int origin, int leap, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_guarded(self, int cell) noexcept nogil
    @cython.locals(unit=int, movement=int, protection=int, lender=int)
    cdef int movement(self, int cell) noexcept nogil
    @cython.locals(thieves='int[16]', before=int, count=int, index=int)
    cdef int _steal(self, int cell, int unit, int movement) noexcept nogil
    @cython.locals(strikers='int[16]')
    cdef bint is_attacked(self, int cell, int side) noexcept nogil
    cdef int attackers(self, int cell, int side, int* strikers) noexcept nogil
    cdef int landers(self, int cell, int side, int* strikers) noexcept nogil
    @cython.locals(strikers='int[16]')
    cdef bint can_land(self, int cell, int side) noexcept nogil
    @cython.locals(victim=int, count=int, way=int, found=int, leap=int, origin=int)
    cdef int _strikers(self, int cell, int side, int question, int all_of_them, int* strikers) noexcept nogil
    cdef bint _may_strike(self, int origin, int cell, int question) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint may_engage(self, int origin, int cell) noexcept nogil
    @cython.locals(origin=int, unit=int)
    cdef bint _strikes_by_line(self, int found, int way) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _strikes_by_leap(self, int origin, int leap) noexcept nogil
    @cython.locals(king=int, way=int, cell=int)
    cdef int check(self, int side) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef bint _is_beside(self, int king, int cell) noexcept nogil
    cdef bint can_explode(self, int tomb, int side) noexcept nogil
    @cython.locals(before=int, way=int, rook=int)
    cdef int pusher_onto(self, int tomb, int side) noexcept nogil
    @cython.locals(step=int, end=int, count=int, found=int, rook=int, length=int)
    cdef int _pusher_by(self, int tomb, int way, int side) noexcept nogil
