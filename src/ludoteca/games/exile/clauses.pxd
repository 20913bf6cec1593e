cimport cython

from ludoteca.core.usage cimport Usage
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.jumps cimport Jumps
from ludoteca.games.exile.moves cimport Spawning
from ludoteca.games.exile.pieces cimport Flags, Pieces

cdef void note_pass(Usage usage, Pieces pieces, int seat) noexcept nogil
cdef void note_spawn(
    Usage usage, Pieces pieces, Flags flags, Spawning spawning, int seat, int tile
) noexcept nogil
@cython.locals(flag=int)
cdef void note_slide(Usage usage, Pieces pieces, Flags flags, int seat, int origin, int target) noexcept nogil
@cython.locals(hops=int, has_flags=bint)
cdef void note_jump(
    Usage usage, Pieces pieces, Flags flags, Spawning spawning, Jumps jumps, int node
) noexcept nogil
@cython.locals(tiles='int[4]', before='long long', move='long long', over=int, flag=int)
cdef void _note_hop(
    Usage usage, Pieces pieces, Flags flags, Spawning spawning, Jumps jumps, int node, bint has_flags
) noexcept nogil
@cython.locals(way=int)
cdef int _tile_between(Pieces pieces, int origin, int target) noexcept nogil
@cython.locals(tile=int)
cdef bint _is_return(Jumps jumps, int node) noexcept nogil
@cython.locals(east=int, north=int)
cdef void _note_way(Usage usage, Pieces pieces, int origin, int target, int reach) noexcept nogil
@cython.locals(
    left=int, found=int, flag=int, had_own=bint, finds_own=bint, had_foreign=bint, finds_foreign=bint,
)
cdef void _note_flags(
    Usage usage, Pieces pieces, int* tiles, int seat, int origin, int target
) noexcept nogil
@cython.locals(flag=int)
cdef void _note_victim(Usage usage, Pieces pieces, Flags flags, int tile) noexcept nogil
@cython.locals(index=int)
cdef void note_turn_end(
    Usage usage, Pieces pieces, Flags flags, int seat, int* victims, int count
) noexcept nogil
