cimport cython

from ludoteca.core cimport constants
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.pieces cimport Flags, Pieces
from ludoteca.games.exile.position cimport ExilePosition

cdef int EXILED, FREED, TAKEN, OWN_TAKEN, NEARER, SPAWNED


cdef class ExileTactics(Tactics):
    cdef ExilePosition position
    cdef Pieces pieces
    cdef Flags flags

    cpdef attach(self, Position position)
    cdef bint has_ended(self) noexcept nogil
    @cython.locals(seat=int, tile=int, has_foreign=bint, gain=int, enemy=int)
    cdef int gain(self, long long move) noexcept nogil
    @cython.locals(flag=int)
    cdef bint _has_foreign(self, int seat, int tile) noexcept nogil
    @cython.locals(freed=int, flag=int)
    cdef int _freed(self, int tile) noexcept nogil
    @cython.locals(taken=int, flag=int)
    cdef int _taken(self, int seat, int tile, bint has_foreign) noexcept nogil
    @cython.locals(taken=int, flag=int)
    cdef int _taken_by_jump(self, int seat, long long move, bint has_foreign) noexcept nogil
    @cython.locals(seat=int, tile=int, target=int, has_foreign=bint, nearer=int)
    cdef int order_score(self, long long move) noexcept nogil
    @cython.locals(tile=int)
    cdef int _last_tile(self, long long move) noexcept nogil
    @cython.locals(row=int, nearest=int, flag=int)
    cdef int _to_nearest(self, int seat, int tile, bint has_foreign) noexcept nogil
    @cython.locals(last_missing=int, other=int)
    cdef bint is_checked(self) noexcept nogil
    @cython.locals(flag=int)
    cdef bint _can_take(self, int seat) noexcept nogil
    @cython.locals(ways=int, way=int, near=int, far=int)
    cdef bint _can_reach(self, int seat, int flag) noexcept nogil
    @cython.locals(begin=int, kept=int, index=int)
    cdef void add_tactical_moves(self, IntStack found) noexcept nogil
    cdef bint allows_null(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef int repetition_result(self, int plies) noexcept nogil
