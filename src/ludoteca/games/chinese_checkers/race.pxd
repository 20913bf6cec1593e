cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.pieces cimport Pieces

cdef unsigned long long NO_PARENT
cdef int LONGEST, COSTS, ROOM, TRIES
cdef unsigned short[768] COST


@cython.final
cdef class Race:
    cdef Pieces pieces
    cdef int seat
    cdef int goal
    cdef readonly long long nodes
    cdef int width
    cdef int begin
    cdef int turns
    cdef IntStack boards
    cdef IntStack costs
    cdef IntStack parents
    cdef IntStack moves
    cdef IntStack found
    cdef IntStack child_costs
    cdef IntStack child_parents
    cdef IntStack child_moves
    cdef IntStack seen
    cdef int[8192] counts
    cdef int[128] best
    cdef int best_length

    @cython.locals(end=int, index=int)
    cpdef bint advance(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _forget_seen(self) noexcept nogil
    @cython.locals(cost=int, lattice=int, own='unsigned long long')
    cdef void _set_first_level(self) noexcept nogil
    @cython.locals(
        missing=int, cost=int, number=int, move=int, origin=int, target=int, still_missing=int, keys=int,
        key='unsigned long long'
    )
    cdef bint _expand(self, int index) noexcept nogil
    @cython.locals(lattice=int, change='unsigned long long')
    cdef void _place(self, int index) noexcept nogil
    @cython.locals(missing=int, lattice=int, home='unsigned long long')
    cdef int _missing(self) noexcept nogil
    @cython.locals(home='unsigned long long')
    cdef int _is_away(self, int slot) noexcept nogil
    @cython.locals(mask='unsigned long long', place='unsigned long long', _=int)
    cdef bint _is_new(self, unsigned long long key) noexcept nogil
    @cython.locals(cost=int, child=int, dearest=int, room=int)
    cdef void _keep_best(self) noexcept nogil
    @cython.locals(lattice=int, own='unsigned long long')
    cdef void _add_placing(self, int parent, int move, int cost) noexcept nogil
    cdef void _keep_plan(self, int parent, int move, int turns) noexcept nogil
