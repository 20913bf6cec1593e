cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.usage cimport Usage
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state cimport stored

cdef unsigned long long MASK
cdef int NODES


@cython.final
cdef class State:
    cdef int[256] units
    cdef unsigned char[256] walls
    cdef unsigned char[256] walls_beside
    cdef unsigned char[512] jesters_beside
    cdef unsigned char[256] graves
    cdef unsigned char[256] opened
    cdef unsigned char[49] next_node
    cdef unsigned char[49] node_code
    cdef int free_node
    cdef int stateful
    cdef int[8] pieces
    cdef int[2] pawns
    cdef int[2] kings
    cdef int wall_count
    cdef unsigned char[144] wall_cells
    cdef readonly int to_move
    cdef readonly int turn
    cdef readonly int pusher
    cdef readonly bint has_double_moves
    cdef readonly bint has_bounces
    cdef readonly bint has_walls
    cdef readonly bint has_tombs
    cdef readonly bint has_rotations
    cdef readonly bint has_mind_control
    cdef int is_logging
    cdef IntStack events
    cdef int is_counting
    cdef Usage usage

    cdef void log(self, int verb, int unit, int start, int end) noexcept nogil
    cdef void fire(self, int clause) noexcept nogil
    cdef void fire_no_walls(self) noexcept nogil
    cdef void copy_from(self, State other) noexcept nogil
    cdef void put(self, int cell, int unit) noexcept nogil
    @cython.locals(unit=int)
    cdef int take(self, int cell) noexcept nogil
    cdef void shift(self, int origin, int target) noexcept nogil
    @cython.locals(side=int, kind=int, direction=int)
    cdef void _count(self, int cell, int unit, int change) noexcept nogil
    cdef void mark(self, int cell, int unit) noexcept nogil
    @cython.locals(mask=int, quadrant=int)
    cdef int majorities(self, int side) noexcept nogil
    @cython.locals(direction=int)
    cdef void raise_wall(self, int cell, int turns) noexcept nogil
    @cython.locals(place=int, direction=int)
    cdef void raze_wall(self, int cell) noexcept nogil
    @cython.locals(node=int)
    cdef void bury(self, int cell, int code) noexcept nogil
    @cython.locals(last=int)
    cdef void _append(self, int cell, int node) noexcept nogil
    cdef void pour(self, int origin, int target) noexcept nogil
    @cython.locals(node=int)
    cdef int exhume(self, int cell) noexcept nogil
    cdef bint is_tomb(self, int cell) noexcept nogil
    cdef bint is_obstacle(self, int cell) noexcept nogil
    cdef int _cell(self, int square) except -1
    cpdef int unit_on(self, int square) except -1
    cpdef int wall_on(self, int square) except -1
    @cython.locals(node=int)
    cpdef list grave_of(self, int square)
    cpdef bint is_open(self, int square) except -1
    @cython.locals(begin=int, middle=int, end=int, square=int, cell=int, node=int)
    cdef void save(self, IntStack words) noexcept nogil
    @cython.locals(sizes='unsigned long long', middle=int, begin=int, index=int, cell=int,
                   word='unsigned long long')
    cdef void restore(self, IntStack words) noexcept nogil
    @cython.locals(square=int, cell=int, node=int, entry=int, side=int)
    cdef void clear(self) noexcept nogil
    @cython.locals(key='unsigned long long', square=int, cell=int, unit=int, node=int, place=int)
    cdef unsigned long long hash(self) noexcept nogil
    cdef unsigned long long _rotated(self, unsigned long long key, int places) noexcept nogil
