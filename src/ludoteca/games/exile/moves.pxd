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

    cpdef void note(self, int tile) noexcept nogil
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
    cpdef bint is_open(self, int tile) noexcept nogil
    cpdef bint find_open(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    cpdef bint may_spawn_again(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    @cython.locals(word=int)
    cpdef bint is_beside(self, int on_board, int tile, int flag_tile) noexcept nogil
    @cython.locals(
        begin=int, other=int, place=int, row=int, flag=int,
        closed_low='unsigned long long', closed_middle='unsigned long long', closed_high='unsigned long long',
    )
    cpdef void find_unguarded(self, Pieces pieces, Flags flags, int seat) noexcept nogil
    cdef void _close(self, int tile) noexcept nogil
    @cython.locals(word=int, first=int)
    cdef void _keep_second(self, int on_board, int flag_tile) noexcept nogil

    cdef unsigned long long packed(self) noexcept nogil
    cdef void unpack(self, unsigned long long word) noexcept nogil
    @cython.locals(key='unsigned long long', index=int)
    cdef unsigned long long hash(self) noexcept nogil


@cython.final
cdef class Movement:
    cdef unsigned char[145] ends
    cdef int stamp
    cdef bint may_repeat
    cdef bint has_common_end
    cdef IntStack signatures
    cdef int seat
    cdef int origin
    cdef int own_flag

    @cython.locals(place=int, origin=int, has_own_flag=bint, free=int)
    cdef void add_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil

    @cython.locals(begin=int, place=int, origin=int, ways=int, has_own_flag=bint)
    cdef bint add_jumps(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil
    @cython.locals(tile=int)
    cdef void _new_stamp(self) noexcept nogil
    @cython.locals(
        way=int, target=int, over=int, jumped=int, onward=int, holds_own=bint,
    )
    cdef void _add_paths(
        self, Pieces pieces, int tile, int ways, long long hops, bint has_own_flag, IntStack found,
    ) noexcept nogil
    cdef void _note_end(self, Pieces pieces, int target) noexcept nogil
    @cython.locals(way=int)
    cdef bint _may_corner(self, Pieces pieces, int target) noexcept nogil
    @cython.locals(index=int, signature='unsigned long long', other=int)
    cdef bint _has_equal_signatures(self, Pieces pieces, int begin, IntStack found) noexcept nogil
    @cython.locals(exiled='unsigned long long', tile=int, hops='long long', following=int, way=int)
    cdef unsigned long long _signature(self, Pieces pieces, long long move) noexcept nogil
    @cython.locals(target=int)
    cdef int landing(self, Pieces pieces, int tile, int way, bint has_own_flag) noexcept nogil

    @cython.locals(
        overs='int[20]', jumped='int[20]', targets='int[20]',
        count=int, done=int, tile=int, has_own_flag=bint, way=int, hop=int,
    )
    cpdef int hops_possible(self, Pieces pieces, Flags flags, int seat, int origin, long long hops) noexcept nogil

    @cython.locals(
        hops='long long', other_hops='long long', count=int, begin=int, tile=int, other_tile=int, following=int,
    )
    cdef bint comes_first(self, int on_board, long long move, long long other) noexcept nogil
