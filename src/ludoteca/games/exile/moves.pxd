cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.pieces cimport Flags, Pieces

cdef int MAX_SLIDES


@cython.final
cdef class Spawning:
    cdef readonly int count
    cdef int[2] tiles
    cdef unsigned long long[3] open

    cdef void note(self, int tile) noexcept nogil
    cdef void clear(self) noexcept nogil
    cpdef bint is_fresh(self, int tile) noexcept nogil
    @cython.locals(index=int)
    cpdef list spawned(self)
    @cython.locals(copied=Spawning)
    cpdef Spawning copy(self)

    @cython.locals(word=int, bits='unsigned long long', tile=int)
    cdef void add_spawns(self, Pieces pieces, Flags flags, int seat, IntStack found) noexcept nogil
    @cython.locals(word=int, bits='unsigned long long', count=int)
    cdef int count_spawns(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    cdef bint is_open(self, int tile) noexcept nogil
    cdef bint find_open(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    cdef bint may_spawn_again(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    @cython.locals(word=int)
    cdef bint is_beside(self, int on_board, int tile, int flag_tile) noexcept nogil
    @cython.locals(
        begin=int, other=int, place=int, row=int, flag=int,
        closed_low='unsigned long long', closed_middle='unsigned long long', closed_high='unsigned long long',
    )
    cdef void find_unguarded(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    cdef void _close(self, int tile) noexcept nogil
    @cython.locals(word=int, first=int)
    cdef void _keep_second(self, int on_board, int flag_tile) noexcept nogil

    cdef unsigned long long packed(self) noexcept nogil
    cdef void unpack(self, unsigned long long word) noexcept nogil
    @cython.locals(key='unsigned long long', index=int)
    cdef unsigned long long hash(self) noexcept nogil


@cython.final
cdef class Movement:
    @cython.locals(place=int, origin=int, has_own_flag=bint, free=int)
    cdef void add_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil
