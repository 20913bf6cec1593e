cimport cython

from ludoteca.core cimport constants
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search.nogil cimport Memory

cdef int HISTORY_INDICES, NULL_INDEX, TABLE_RANK, CAPTURE_RANK, LOSING_PENALTY, KILLER_RANK, SECOND_KILLER_RANK, COUNTER_RANK
cdef int ORDER_SCORE_WEIGHT, HISTORY_LIMIT, BUTTERFLY_SIZE


@cython.final
cdef class MoveHistory:
    cdef int[131072] butterfly
    cdef unsigned long long[256] killers
    cdef unsigned long long[16384] counter_moves

    @cython.locals(index=int)
    cdef void clear_killers(self) noexcept nogil
    cdef int score(self, int seat, unsigned long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void add_bonus(self, int seat, unsigned long long move, int bonus) noexcept nogil
    cdef void note_refutation(self, Position position, unsigned long long move, int ply) noexcept nogil
    cdef unsigned long long counter_move(self, Position position) noexcept nogil


@cython.final
cdef class Ordering:
    cdef IntStack ranks
    cdef MoveHistory history
    cdef Memory counter_move_history
    cdef Memory follow_up_history
    cdef int[130] history_indices

    cdef void note_move(self, Tactics tactics, unsigned long long move, int ply) noexcept nogil
    cdef void put_first(self, IntStack found, unsigned long long move) noexcept nogil
    @cython.locals(counter='unsigned long long', end=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void rank(
        self, Position position, Tactics tactics, IntStack found, int begin, unsigned long long table_move,
        bint is_tried, int ply,
    ) noexcept nogil
    @cython.locals(rank=int)
    cdef int quiet_score(self, int index) noexcept nogil
    @cython.locals(is_losing=bint)
    cdef bint is_losing(self, int index) noexcept nogil
    @cython.locals(index=int, score=int)
    cdef int _history_score(self, int seat, Tactics tactics, unsigned long long move, int ply) noexcept nogil
    @cython.locals(move='unsigned long long', bonus=int, other=int)
    cdef void reward(
        self, Position position, Tactics tactics, IntStack found, int begin, int index, int depth, int ply
    ) noexcept nogil
    @cython.locals(index=int, reply=int, follow_up=int)
    cdef void _add_bonus(self, int seat, Tactics tactics, unsigned long long move, int bonus, int ply) noexcept nogil


cdef int continuation(int seat, int previous, int index) noexcept nogil
cdef int move_index(unsigned long long move) noexcept nogil
cdef int last_move_index(Position position) noexcept nogil
@cython.locals(drag=int)
cdef int with_bonus(int entry, int bonus) noexcept nogil
@cython.locals(best=int, rank='unsigned long long', other=int, move='unsigned long long')
cdef unsigned long long pick_next(IntStack found, IntStack ranks, int index, int end) noexcept nogil
