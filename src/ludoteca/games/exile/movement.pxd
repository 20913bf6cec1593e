cimport cython

from ludoteca.core.words cimport Words
from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.pieces cimport Pieces
from ludoteca.games.exile.spawning cimport Spawning

cdef int OUTSIDE, EMPTY, SLIDE, MOST_SLIDES
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned char[256] LOWEST_WAY
cdef unsigned char[288] WALL_WAYS


@cython.final
cdef class Movement:
    cdef unsigned char[145] stood
    cdef unsigned char[145] ends
    cdef int stamp
    cdef bint may_repeat

    @cython.locals(place=int, origin=int, has_own_flag=bint, free=int)
    cdef void add_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat, Words found) noexcept nogil
    @cython.locals(count=int, place=int, origin=int, has_own_flag=bint, free=int)
    cdef int count_slides(self, Pieces pieces, Flags flags, Spawning spawning, int seat) noexcept nogil

    @cython.locals(place=int, origin=int)
    cdef bint add_jumps(self, Pieces pieces, Flags flags, Spawning spawning, int seat, Words found) noexcept nogil
    @cython.locals(tile=int)
    cdef void _new_stamp(self) noexcept nogil
    @cython.locals(ways=int, way=int, target=int, over=int, jumped=int)
    cdef void _add_paths(
        self, Pieces pieces, int seat, int tile, long long code, bint has_own_flag, int own_flag, int origin,
        Words found,
    ) noexcept nogil
    @cython.locals(target=int)
    cdef int landing(self, Pieces pieces, int tile, int way, bint has_own_flag) noexcept nogil

    @cython.locals(hops=int)
    cdef int hops_in(self, long long code) noexcept nogil
    @cython.locals(
        overs='int[20]', jumped='int[20]', targets='int[20]',
        hops=int, done=int, tile=int, has_own_flag=bint, way=int, hop=int,
    )
    cpdef int hops_possible(self, Pieces pieces, Flags flags, int seat, int origin, long long code) noexcept nogil
    cdef void _lift(self, Pieces pieces, int origin) noexcept nogil
    cdef void _put_down(self, Pieces pieces, int seat, int origin) noexcept nogil

    @cython.locals(hops=int, other_hops=int, tile=int, other_tile=int, hop=int)
    cdef bint comes_first(self, int on_board, long long move, long long other) noexcept nogil
