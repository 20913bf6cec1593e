cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.usage cimport Usage
from ludoteca.games.exile cimport clauses, layout, tables
from ludoteca.games.exile.jumps cimport Jumps
from ludoteca.games.exile.moves cimport Movement, Spawning
from ludoteca.games.exile.pieces cimport Flags, Pieces


cdef class ExilePosition(Position):
    cdef readonly str mode
    cdef readonly Pieces pieces
    cdef readonly Flags flags
    cdef readonly Spawning spawning
    cdef Movement movement
    cdef Jumps jumps
    cdef readonly int quiet
    cdef readonly int number
    cdef readonly int ended
    cdef readonly int winner
    cdef readonly int flags_to_win
    cdef readonly bint has_repetition
    cdef readonly long long round_limit
    cdef readonly long long quiet_limit
    cdef bint is_quiet_turn
    cdef unsigned long long position_key
    cdef IntStack undos
    cdef IntStack keys
    cdef IntStack counted
    cdef IntStack scratch
    cdef unsigned short[2048] key_counts

    cdef void generate(self, IntStack found) noexcept nogil
    @cython.locals(spawns=int)
    cdef long long count_moves(self) noexcept nogil
    cdef void add_slides(self, IntStack found) noexcept nogil
    @cython.locals(begin=int, may_merge=bint)
    cdef void add_jumps(self, IntStack found) noexcept nogil
    @cython.locals(kept=int, index=int, move='long long', key='unsigned long long', same=int)
    cdef void _merge_jumps(self, int begin, IntStack found) noexcept nogil
    @cython.locals(key='unsigned long long')
    cdef unsigned long long _key_after(self, long long move) noexcept nogil
    @cython.locals(tile=int, may_spawn=bint)
    cdef bint is_well_formed(self, long long move) noexcept nogil
    cdef int _find_jump(self, long long move) noexcept nogil
    @cython.locals(tile=int, last=int)
    cdef void make(self, long long move) noexcept nogil
    @cython.locals(tile=int, target=int)
    cdef void _note_clauses(self, Usage usage, long long move) noexcept nogil
    @cython.locals(victims='int[16]', count=int, enemy=int, left=int, index=int)
    cdef int _jump(self, long long move) noexcept nogil
    cdef void _go(self, int origin, int target) noexcept nogil
    cdef void _exile(self, int tile) noexcept nogil
    @cython.locals(victims='int[16]', count=int, index=int)
    cdef void _resolve_turn_end(self, int last, Usage usage) noexcept nogil
    cdef bint _is_first_turn(self) noexcept nogil
    cdef void _start_next_turn(self) noexcept nogil
    @cython.locals(move='long long')
    cdef void unmake(self) noexcept nogil
    @cython.locals(last=int)
    cdef void _save(self) noexcept nogil
    @cython.locals(last=int, counters='unsigned long long')
    cdef void _restore(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    cdef unsigned long long _board_key(self) noexcept nogil
    cdef unsigned long long _compute_key(self) noexcept nogil

    cdef void _note_turn(self) noexcept nogil
    cdef void _forget_turn(self) noexcept nogil
    cdef int _ending(self) noexcept nogil
    cdef int _last_to_move(self) noexcept nogil
    @cython.locals(times=int, turn=int)
    cdef bint _is_third_time(self) noexcept nogil
    @cython.locals(times=int, turn=int)
    cdef int times_seen(self) noexcept nogil
    @cython.locals(node=int, count=int, back=int, place=int)
    cdef int write_path(self, long long move, int* tiles, int most) noexcept nogil
    @cython.locals(back=int)
    cdef bint has_returned(self, int plies) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil

    @cython.locals(victims='int[16]', count=int, index=int)
    cpdef list cornered_tiles(self)
    @cython.locals(key='unsigned long long', other='long long')
    cpdef long long same_jump(self, move) except -1
    @cython.locals(node=int)
    cpdef list path(self, move)
    @cython.locals(copied=ExilePosition)
    cdef ExilePosition copy_state(self)
