cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.games.exile.flags cimport Flags
from ludoteca.games.exile.movement cimport Movement
from ludoteca.games.exile.pieces cimport Pieces
from ludoteca.games.exile.prospects cimport Prospects
from ludoteca.games.exile.spawning cimport Spawning

cdef int OUTSIDE, EMPTY, PASS, SPAWN_CODE, SLIDE_CODE
cdef int NOT_OVER, WON, REPEATED, OUT_OF_ROUNDS, QUIET
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned long long[4] SEAT_KEYS
cdef unsigned long long LOW_WORD


@cython.final
cdef class ExilePosition(Position):
    cdef readonly str mode
    cdef readonly Pieces pieces
    cdef readonly Flags flags
    cdef readonly Spawning spawning
    cdef Movement movement
    cdef Prospects prospects
    cdef readonly int quiet
    cdef readonly int number
    cdef readonly int ended
    cdef readonly int flags_to_win
    cdef readonly bint has_repetition
    cdef readonly long long round_limit
    cdef readonly long long quiet_limit
    cdef bint has_stirred
    cdef unsigned long long code
    cdef Words undos
    cdef Words keys
    cdef Words paths
    cdef Words scratch
    cdef unsigned short[2048] met

    cdef void _generate(self, Words found) noexcept nogil
    @cython.locals(spawns=int, slides=int)
    cdef long long _count_moves(self) noexcept nogil
    @cython.locals(begin=int, may_repeat=bint)
    cdef void _add_jumps(self, Words found) noexcept nogil
    @cython.locals(kept=int, index=int, move='long long', key='unsigned long long', same=int)
    cdef void _merge_paths(self, int begin, Words found) noexcept nogil
    @cython.locals(key='unsigned long long')
    cdef unsigned long long _key_after(self, long long move) noexcept nogil
    @cython.locals(begin=int, kept=int, index=int)
    cdef void _add_loud_moves(self, Words found) noexcept nogil
    @cython.locals(tile=int, code='long long', is_open=bint, hops=int)
    cdef bint _is_sane(self, long long move) noexcept nogil
    @cython.locals(tile=int, code='long long', last=int)
    cdef void _make(self, long long move) noexcept nogil
    @cython.locals(tile=int, hop=int, way=int)
    cdef int _jump(self, int origin, long long code) noexcept nogil
    cpdef void go(self, int origin, int target) noexcept nogil
    cpdef void banish(self, int tile) noexcept nogil
    @cython.locals(victims='int[16]', count=int, index=int)
    cdef void _settle(self, int last) noexcept nogil
    cdef bint _is_first_turn(self) noexcept nogil
    cdef void _hand_over(self) noexcept nogil
    @cython.locals(move='long long')
    cdef void _unmake(self) noexcept nogil
    @cython.locals(last=int, counters='unsigned long long')
    cdef void _save(self) noexcept nogil
    @cython.locals(last=int, counters='unsigned long long')
    cdef void _restore(self) noexcept nogil
    cdef unsigned long long _hash(self) noexcept nogil
    cdef unsigned long long _board_key(self) noexcept nogil
    cdef unsigned long long _fresh_code(self) noexcept nogil

    cpdef void begin(self) noexcept nogil
    cdef int _start_turn(self) noexcept nogil
    cdef void _forget_turn(self) noexcept nogil
    cdef int _judge(self) noexcept nogil
    cpdef int last_to_move(self) noexcept nogil
    @cython.locals(times=int, turn=int)
    cdef bint _is_third_time(self) noexcept nogil
    @cython.locals(back=int)
    cdef int _recurrence(self, int plies) noexcept nogil
    @cython.locals(winner=int)
    cdef double _payoff(self, int seat) noexcept nogil
    cpdef int winner(self) noexcept nogil
    @cython.locals(richest=int, most=int, seat=int, controlled=int)
    cdef int richest(self) noexcept nogil

    @cython.locals(victims='int[16]', count=int, index=int)
    cpdef list cornered_tiles(self)
    cpdef int hops_possible(self, long long move)
    cpdef unsigned long long key_after(self, long long move)
    @cython.locals(twin=ExilePosition)
    cdef ExilePosition _twin(self)
