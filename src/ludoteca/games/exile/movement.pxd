cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.pieces cimport Pieces
from ludoteca.games.exile.spawning cimport Spawning

cdef int OUTSIDE, EMPTY, ALL_WAYS, STOOD, SLIDE, MOST_SLIDES
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned char[256] LOWEST_WAY
cdef unsigned char[288] JUMP_WAYS
cdef unsigned long long[576] PIECE_KEYS
cdef unsigned long long SIGN_MASK


@cython.final
cdef class Movement:
    cdef unsigned char[145] ends
    cdef int stamp
    cdef bint may_repeat
    cdef bint has_met
    cdef IntStack signs
    cdef int seat
    cdef int origin
    cdef int own_flag

    @cython.locals(place=int, origin=int, has_own_flag=bint, free=int)
    cdef void add_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil
    @cython.locals(count=int, place=int, origin=int, has_own_flag=bint, free=int)
    cdef int count_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat) noexcept nogil

    @cython.locals(begin=int, place=int, origin=int, ways=int, has_own_flag=bint)
    cdef bint add_jumps(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil
    @cython.locals(tile=int)
    cdef void _new_stamp(self) noexcept nogil
    @cython.locals(
        way=int, target=int, over=int, jumped=int, onward=int, holds_own=bint,
    )
    cdef void _add_paths(
        self, Pieces pieces, int tile, int ways, long long code, bint has_own_flag, IntStack found,
    ) noexcept nogil
    cdef void _note_end(self, Pieces pieces, int target) noexcept nogil
    @cython.locals(way=int)
    cdef bint _may_corner(self, Pieces pieces, int target) noexcept nogil
    @cython.locals(index=int, sign='unsigned long long', other=int)
    cdef bint _has_equal_signs(self, Pieces pieces, int begin, IntStack found) noexcept nogil
    @cython.locals(exiled='unsigned long long', tile=int, hop=int, way=int)
    cdef unsigned long long _sign(self, Pieces pieces, long long move) noexcept nogil
    @cython.locals(target=int)
    cdef int landing(self, Pieces pieces, int tile, int way, bint has_own_flag) noexcept nogil

    @cython.locals(hops=int)
    cdef int hops_in(self, long long code) noexcept nogil
    @cython.locals(
        overs='int[20]', jumped='int[20]', targets='int[20]',
        hops=int, done=int, tile=int, has_own_flag=bint, way=int, hop=int,
    )
    cpdef int hops_possible(self, Pieces pieces, Flags flags, int seat, int origin, long long code) noexcept nogil

    @cython.locals(hops=int, other_hops=int, tile=int, other_tile=int, hop=int)
    cdef bint comes_first(self, int on_board, long long move, long long other) noexcept nogil
