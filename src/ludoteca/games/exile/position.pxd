cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.movement cimport Movement
from ludoteca.games.exile.pieces cimport Pieces
from ludoteca.games.exile.spawning cimport Spawning

cdef int OUTSIDE, EMPTY, PASS, SPAWN_CODE, SLIDE_CODE
cdef int NOT_OVER, WON, REPEATED, OUT_OF_ROUNDS, QUIET
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned long long[4] SEAT_KEYS
cdef unsigned long long LOW_WORD


cdef class ExilePosition(Position):
    cdef readonly str mode
    cdef readonly Pieces pieces
    cdef readonly Flags flags
    cdef readonly Spawning spawning
    cdef Movement movement
    cdef readonly int quiet
    cdef readonly int number
    cdef readonly int ended
    cdef readonly int winner
    cdef readonly int flags_to_win
    cdef readonly bint has_repetition
    cdef readonly long long round_limit
    cdef readonly long long quiet_limit
    cdef bint has_stirred
    cdef unsigned long long code
    cdef IntStack undos
    cdef IntStack keys
    cdef IntStack paths
    cdef IntStack scratch
    cdef unsigned short[2048] met

    cdef void generate(self, IntStack found) noexcept nogil
    @cython.locals(spawns=int, slides=int)
    cdef long long count_moves(self) noexcept nogil
    @cython.final
    cdef void add_slides(self, IntStack found) noexcept nogil
    @cython.final
    @cython.locals(begin=int, may_repeat=bint)
    cdef void add_jumps(self, IntStack found) noexcept nogil
    @cython.final
    @cython.locals(kept=int, index=int, move='long long', key='unsigned long long', same=int)
    cdef void _merge_paths(self, int begin, IntStack found) noexcept nogil
    @cython.final
    @cython.locals(key='unsigned long long')
    cdef unsigned long long _key_after(self, long long move) noexcept nogil
    @cython.locals(tile=int, code='long long', is_open=bint, hops=int)
    cdef bint is_well_formed(self, long long move) noexcept nogil
    @cython.locals(tile=int, code='long long', last=int)
    cdef void make(self, long long move) noexcept nogil
    @cython.final
    @cython.locals(tile=int, hop=int, way=int)
    cdef int _jump(self, int origin, long long code) noexcept nogil
    @cython.final
    cdef void _go(self, int origin, int target) noexcept nogil
    @cython.final
    cdef void _banish(self, int tile) noexcept nogil
    @cython.final
    @cython.locals(victims='int[16]', count=int, index=int)
    cdef void _settle(self, int last) noexcept nogil
    @cython.final
    cdef bint _is_first_turn(self) noexcept nogil
    @cython.final
    cdef void _hand_over(self) noexcept nogil
    @cython.locals(move='long long')
    cdef void unmake(self) noexcept nogil
    @cython.final
    @cython.locals(last=int, counters='unsigned long long')
    cdef void _save(self) noexcept nogil
    @cython.final
    @cython.locals(last=int, counters='unsigned long long')
    cdef void _restore(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    @cython.final
    cdef unsigned long long _board_key(self) noexcept nogil
    @cython.final
    cdef unsigned long long _fresh_code(self) noexcept nogil

    @cython.final
    cdef void _start_turn(self) noexcept nogil
    @cython.final
    cdef void _forget_turn(self) noexcept nogil
    @cython.final
    cdef int _ending(self) noexcept nogil
    @cython.final
    cdef int _last_to_move(self) noexcept nogil
    @cython.final
    @cython.locals(times=int, turn=int)
    cdef bint _is_third_time(self) noexcept nogil
    @cython.final
    @cython.locals(back=int)
    cdef bint has_returned(self, int plies) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(richest=int, most=int, seat=int, controlled=int)
    cdef int richest(self) noexcept nogil

    @cython.locals(victims='int[16]', count=int, index=int)
    cpdef list cornered_tiles(self)
    cpdef int hops_possible(self, long long move)
    cpdef unsigned long long key_after(self, long long move)
    @cython.locals(copied=ExilePosition)
    cdef ExilePosition copy_state(self)
