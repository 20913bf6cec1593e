cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.state.terrain cimport Pushes, Walls

cdef int ATTACK, LAND


@cython.final
cdef class Attacks:
    cdef State state
    cdef Walls walls
    cdef Pushes pushes
    cdef unsigned short[256] dependencies
    cdef int mark
    cdef int marks_critical
    cdef int depends_on_majority
    cdef int bouncer
    cdef int bouncer_movement
    cdef int bouncer_lifted
    cdef int threatened
    cdef unsigned char[256] checkers

    @cython.locals(cell=int)
    cdef void forget_dependencies(self) noexcept nogil
    cdef bint is_active(self, int cell) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_beside_enemy_jester(self, int cell) noexcept nogil
    @cython.locals(length=int)
    cdef int native(self, int unit) noexcept nogil
    cdef int first_unit(self, int target, int direction, int side) noexcept nogil
    @cython.locals(found=int, by_bouncer=int)
    cdef int _first_attacker(self, int target, int direction, int side) noexcept nogil
    @cython.locals(step=int, cell=int, is_free=bint, distance=int, unit=int)
    cdef int _first_unit(self, int target, int direction, int side, int lifted) noexcept nogil
    cdef int _lifted(self, int side) noexcept nogil
    @cython.locals(distance=int)
    cdef bint _reaches(self, int movement, int direction, int found) noexcept nogil
    @cython.locals(under=int)
    cdef bint _is_leap_open(self, int origin, int leap, int unit, int lifted) noexcept nogil
    @cython.locals(guards='int[16]', count=int)
    cdef int protection(self, int cell, int side) noexcept nogil
    @cython.locals(count=int, direction=int, found=int, leap=int, origin=int)
    cdef int protectors(self, int cell, int side, int most, int* guards) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _protects_by_line(self, int found, int direction, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _protects_by_leap(self, int origin, int leap, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef bint is_guarded(self, int cell) noexcept nogil
    @cython.locals(unit=int, movement=int, protection=int, lender=int)
    cdef int movement(self, int cell) noexcept nogil
    @cython.locals(attackers='int[16]', before=int, count=int, index=int)
    cdef int _lent_by_attackers(self, int cell, int unit, int movement) noexcept nogil
    @cython.locals(attackers='int[16]')
    cdef bint is_attacked(self, int cell, int side) noexcept nogil
    cdef int attackers(self, int cell, int side, int* attackers) noexcept nogil
    @cython.locals(attackers='int[16]')
    cdef bint can_land(self, int cell, int side) noexcept nogil
    @cython.locals(victim=int, count=int, direction=int, found=int, leap=int, origin=int)
    cdef int _attackers(self, int cell, int side, int question, int finds_all, int* attackers) noexcept nogil
    cdef bint _may_attack(self, int origin, int cell, int question) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint may_take(self, int origin, int cell) noexcept nogil
    @cython.locals(origin=int, unit=int)
    cdef bint _attacks_by_line(self, int found, int direction) noexcept nogil
    @cython.locals(unit=int)
    cdef bint _attacks_by_leap(self, int origin, int leap) noexcept nogil
    @cython.locals(king=int, direction=int, cell=int)
    cdef int check(self, int side) noexcept nogil
    @cython.locals(king=int, direction=int, cell=int, straight=int, rook=int)
    cdef void find_checkers(self, int side) noexcept nogil
    @cython.locals(found='int[16]', count=int, index=int)
    cdef void _mark_checkers(self, int cell, int side, int question) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef bint _is_beside(self, int king, int cell) noexcept nogil
    cdef bint can_explode(self, int tomb, int side) noexcept nogil
    @cython.locals(before=int, direction=int, rook=int)
    cdef int pusher_onto(self, int tomb, int side) noexcept nogil
    @cython.locals(step=int, end=int, count=int, found=int, rook=int, length=int)
    cdef int _pusher_by(self, int tomb, int direction, int side) noexcept nogil
    @cython.locals(found='int[16]', count=int, index=int)
    cdef list protectors_of(self, int cell, int side)
    @cython.locals(found='int[16]', count=int, index=int)
    cdef list attackers_of(self, int cell, int side)
    @cython.locals(found='int[16]', count=int, rook=int, index=int)
    cdef list exploders_of(self, int tomb, int side)
    cdef list checkers_of(self, int side)
