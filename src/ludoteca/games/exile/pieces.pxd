cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile.flags cimport Flags

cdef int OUTSIDE, EMPTY, WALL, ALL_WAYS
cdef int[2] SIZE
cdef unsigned char[2304] NEAR
cdef unsigned char[288] WALL_WAYS
cdef unsigned char[288] EDGE_WAYS
cdef unsigned long long[576] PIECE_KEYS
cdef unsigned long long[20] READY_KEYS
cdef unsigned long long[20] WAITING_KEYS


@cython.final
cdef class Pieces:
    cdef readonly int board
    cdef readonly int seats
    cdef readonly bint has_edge_rule
    cdef int ways
    cdef unsigned char[145] cells
    cdef unsigned char[145] closed
    cdef unsigned char[145] barred
    cdef unsigned char[145] barred_ways
    cdef unsigned char[16] tiles
    cdef unsigned char[16] old_tiles
    cdef int[4] counts
    cdef int[4] ready
    cdef int[4] waiting
    cdef unsigned long long key
    cdef unsigned long long pool_key

    @cython.locals(tile=int)
    cdef void _clear(self) noexcept nogil
    cpdef int seat_at(self, int tile)
    cpdef bint is_barred(self, int tile)
    @cython.locals(index=int)
    cpdef list tiles_of(self, int seat)
    cpdef int ready_of(self, int seat)
    cpdef int waiting_of(self, int seat)
    cpdef add(self, int seat, int tile)
    cpdef remove(self, int tile)
    cpdef fill_exile(self, int seat, int ready, int waiting)
    @cython.locals(twin=Pieces)
    cpdef Pieces copy(self)

    @cython.locals(place=int)
    cdef void put(self, int seat, int tile) noexcept nogil
    @cython.locals(seat=int, last=int, place=int)
    cdef void lift(self, int tile) noexcept nogil
    @cython.locals(way=int)
    cdef void _set(self, int tile, int content) noexcept nogil
    @cython.locals(seat=int, place=int, last=int)
    cdef void shift(self, int origin, int target) noexcept nogil
    cdef void exile(self, int tile) noexcept nogil
    cdef void end_wait(self, int seat) noexcept nogil
    cdef void spawn(self, int seat, int tile) noexcept nogil

    @cython.locals(free=int)
    cpdef int free_ways(self, int tile, bint has_own_flag) noexcept nogil
    @cython.locals(count=int, seat=int, place=int, tile=int, has_own_flag=bint)
    cdef int find_cornered(self, Flags flags, int* victims) noexcept nogil
    @cython.locals(count=int, way=int, beside=int, seat=int)
    cdef int find_cornered_beside(self, int tile, int* victims) noexcept nogil
    @cython.locals(way=int)
    cdef bint _has_friend(self, int seat, int tile) noexcept nogil

    @cython.locals(begin=int, word='unsigned long long', place=int, seat=int)
    cdef void save(self, IntStack undos) noexcept nogil
    @cython.locals(begin=int, word='unsigned long long', place=int, seat=int)
    cdef void restore(self, IntStack undos) noexcept nogil
    @cython.locals(seat=int)
    cdef void _find_pool_key(self) noexcept nogil
