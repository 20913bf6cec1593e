cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.moves cimport Spawning
from ludoteca.games.exile.pieces cimport Flags, Pieces


@cython.final
cdef class Jumps:
    cdef IntStack moves
    cdef IntStack parents
    cdef IntStack stood
    cdef IntStack ways
    cdef IntStack earlier
    cdef int[145] last_ends
    cdef unsigned char[145] stamps
    cdef int stamp
    cdef int seat
    cdef bint may_merge
    cdef long long before
    cdef int returned
    cdef unsigned long long key

    @cython.locals(place=int, tile=int, ways=int, node=int)
    cdef bint add_jumps(self, Pieces pieces, Flags flags, Spawning spawning, int seat, IntStack found) noexcept nogil
    @cython.locals(flag=int, tile=int)
    cdef void start(self, Flags flags, int seat) noexcept nogil
    @cython.locals(ways=int, left=int, way=int)
    cdef int _first_ways(self, Pieces pieces, int tile) noexcept nogil
    cdef void stand(self, int tile, int ways) noexcept nogil
    @cython.locals(node=int, end=int)
    cdef void _push(self, int parent, long long move, unsigned long long stood, int ways) noexcept nogil
    @cython.locals(row=int, ways=int, index=int, way=int)
    cdef void _add_hops(self, Pieces pieces, int node, IntStack found) noexcept nogil
    @cython.locals(move='long long', tile=int, over=int, target=int)
    cdef int landing(self, Pieces pieces, int node, int way) noexcept nogil
    cdef bint is_gone(self, Pieces pieces, int node, int tile) noexcept nogil
    @cython.locals(at=int, before=int)
    cdef bint has_stood(self, int node, int tile) noexcept nogil
    @cython.locals(
        move='long long', target=int, stood='unsigned long long', is_new=bint, has_rival=bint, other=int, before=int,
    )
    cdef void _add_hop(self, Pieces pieces, int node, int way, IntStack found) noexcept nogil
    @cython.locals(ways=int)
    cdef int _ways_on(self, Pieces pieces, int tile, int way) noexcept nogil
    @cython.locals(move='long long', tile=int, target=int, over=int, held=int, is_taking=bint, flag=int, _=int)
    cdef long long _move_after(self, Pieces pieces, int node, int way) noexcept nogil
    @cython.locals(origin=int, is_another=bint)
    cdef bint _is_return_of_another(self, long long move) noexcept nogil
    @cython.locals(way=int)
    cdef bint _may_corner(self, Pieces pieces, int target) noexcept nogil
    @cython.locals(node=int)
    cdef int find(self, long long move) noexcept nogil

    @cython.locals(done=int, way=int, move='long long')
    cdef int walk(self, Pieces pieces, Flags flags, int seat, int origin, list ways)
    @cython.locals(tiles=list)
    cdef list path_at(self, int node)
