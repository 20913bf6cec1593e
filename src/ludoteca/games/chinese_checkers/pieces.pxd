cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.usage cimport Usage
from ludoteca.games.chinese_checkers cimport layout, tables

cdef int MAX_MOVES


@cython.final
cdef class Pieces:
    cdef readonly int players
    cdef int seating
    cdef unsigned long long[24] own
    cdef unsigned long long[4] taken
    cdef unsigned long long[12] over
    cdef unsigned char[128] beside
    cdef unsigned long long hash
    cdef unsigned long long start
    cdef unsigned long long free
    cdef unsigned long long east
    cdef unsigned long long northwest
    cdef unsigned long long northeast

    cpdef put(self, seat, int hole)
    @cython.locals(copied=Pieces)
    cpdef Pieces copy(self)

    cdef void shift(self, int seat, int origin, int target) noexcept nogil
    @cython.locals(lattice=int, bit='unsigned long long', axis=int, way=int)
    cdef void flip(self, int seat, int slot) noexcept nogil

    @cython.locals(area=int, end_area=int)
    cdef void note_clauses(self, Usage usage, int seat, int origin, int target) noexcept nogil

    @cython.locals(lattice=int, pieces='unsigned long long', slot=int, chain='unsigned long long')
    cdef void add_moves(self, int seat, IntStack found) noexcept nogil
    @cython.locals(count=int, way=int)
    cdef void _add_steps(self, IntStack found, int slot, int ways) noexcept nogil
    @cython.locals(count=int)
    cdef void _add_hops(self, IntStack found, int slot, int lattice, unsigned long long chain) noexcept nogil
    @cython.locals(count=int, lattice=int, pieces='unsigned long long')
    cdef int count_moves(self, int seat) noexcept nogil
    cdef int step_ways(self, int seat, int slot) noexcept nogil
    @cython.locals(area=int)
    cdef void survey(self, int seat, int lattice) noexcept nogil
    @cython.locals(reached='unsigned long long')
    cdef unsigned long long chain(self, int lattice, unsigned long long begins) noexcept nogil
    @cython.locals(free='unsigned long long', inside='unsigned long long', fresh='unsigned long long')
    cdef unsigned long long _chain_from_start(self, int lattice, unsigned long long begins) noexcept nogil
    cdef unsigned long long _hop(self, int lattice, unsigned long long holes) noexcept nogil
    @cython.locals(before='unsigned long long')
    cdef unsigned long long _extend(self, unsigned long long reached) noexcept nogil
    cdef bint can_shift(self, int seat, int origin, int target) noexcept nogil

    @cython.locals(slot=int, seat=int)
    cpdef int seat_at(self, int hole) except -2

    @cython.locals(goal=int, total=int, lattice=int, pieces='unsigned long long')
    cdef int to_go(self, int seat) noexcept nogil
    @cython.locals(goal=int, found=int, lattice=int, pieces='unsigned long long')
    cpdef int farthest(self, seat) except -1

    @cython.locals(away='unsigned long long', lattice=int)
    cdef bint is_home(self, int seat) noexcept nogil
    @cython.locals(
        opposite=int, own_count=int, hole_count=int, lattice=int, home='unsigned long long', own='unsigned long long'
    )
    cdef bint is_home_but_for_blockers(self, int seat) noexcept nogil
