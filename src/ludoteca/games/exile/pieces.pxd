cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile cimport layout, tables


@cython.final
cdef class Flags:
    cdef readonly int count
    cdef unsigned long long key
    cdef int[4] tiles
    cdef int[4] holders

    cdef int _flag(self, int flag) except -1
    cpdef int tile_of(self, int flag) except -1
    cpdef int holder_of(self, int flag) except -1
    @cython.locals(flag=int)
    cpdef list flags_on(self, int tile)
    @cython.locals(controlled=int, flag=int)
    cdef int controlled_by(self, int seat) noexcept nogil
    cdef bint has_own(self, int seat, int tile) noexcept nogil
    @cython.locals(copied=Flags)
    cpdef Flags copy(self)

    @cython.locals(taken=int, has_changed=bint, has_carried=bint, flag=int)
    cdef bint carry(self, int seat, int origin, int target) noexcept nogil
    @cython.locals(old_holders='int[4]', origin=int, target=int, flag=int, taken=int)
    cdef bint settle(self, int seat, long long move) noexcept nogil
    @cython.locals(flag=int, tile=int)
    cdef bint touches_flag(self, long long move) noexcept nogil
    @cython.locals(flag=int, _=int)
    cdef int first_foreign(self, int seat, int tile) noexcept nogil
    @cython.locals(flag=int)
    cdef void release(self, int tile) noexcept nogil

    @cython.locals(word='unsigned long long', flag=int)
    cdef unsigned long long packed(self) noexcept nogil
    @cython.locals(flag=int)
    cdef void unpack(self, unsigned long long word) noexcept nogil
    @cython.locals(flag=int)
    cdef void _compute_key(self) noexcept nogil


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
    cpdef int seat_at(self, int tile) except -1
    cpdef int occupied(self, tile) except -1
    @cython.locals(place=int)
    cdef int place_at(self, int tile) noexcept nogil
    cdef int _seat(self, int seat) except -1
    @cython.locals(index=int)
    cpdef list tiles_of(self, int seat)
    cpdef int ready_of(self, int seat) except -1
    cpdef int waiting_of(self, int seat) except -1
    @cython.locals(copied=Pieces)
    cpdef Pieces copy(self)

    @cython.locals(place=int)
    cdef void put(self, int seat, int tile) noexcept nogil
    @cython.locals(seat=int, last=int, place=int)
    cdef void lift(self, int tile) noexcept nogil
    @cython.locals(way=int)
    cdef void _set(self, int tile, int content) noexcept nogil
    @cython.locals(seat=int, place=int, last=int)
    cdef void shift(self, int origin, int target) noexcept nogil
    @cython.locals(has_changed=bint)
    cdef bint go_unchecked(self, Flags flags, int origin, int target) noexcept nogil
    cdef void exile_unchecked(self, Flags flags, int tile) noexcept nogil
    cdef void end_wait(self, int seat) noexcept nogil
    cdef void spawn(self, int seat, int tile) noexcept nogil

    @cython.locals(free=int)
    cdef int free_ways(self, int tile, bint has_own_flag) noexcept nogil
    @cython.locals(count=int, seat=int, place=int, tile=int, has_own_flag=bint)
    cdef int find_cornered(self, Flags flags, int* victims) noexcept nogil
    @cython.locals(count=int, way=int, beside=int, seat=int)
    cdef int find_cornered_beside(self, int tile, int* victims) noexcept nogil
    @cython.locals(way=int)
    cdef bint _has_friend(self, int seat, int tile) noexcept nogil

    @cython.locals(begin=int, word='unsigned long long', index=int, seat=int)
    cdef void save(self, IntStack undos) noexcept nogil
    @cython.locals(begin=int, word='unsigned long long', index=int, place=int, seat=int)
    cdef void restore(self, IntStack undos) noexcept nogil
    @cython.locals(seat=int)
    cdef void _compute_pool_key(self) noexcept nogil
