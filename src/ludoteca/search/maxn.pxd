cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport ordering, scores, styles
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport MoveHistory
from ludoteca.search.transposition cimport TranspositionTable

cdef int CONTEMPT
cdef unsigned long long MASK, CONTEXT_UNIT


cdef class MaxN(Deepening):
    cdef int style
    cdef int seats
    cdef IntStack ranks
    cdef MoveHistory history
    cdef int[1024] vectors
    cdef bint[128] is_first_turn
    cdef int[8] best_scores

    @cython.locals(
        seat=int, is_over=bint, hit='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', begin=int, end=int, best_move='unsigned long long', index=int,
        move='unsigned long long', other=int,
    )
    cdef void search_vector(self, int depth, int ply) noexcept nogil
    @cython.locals(new=int, old=int, other=int)
    cdef bint _is_preferred(self, int seat, int ply) noexcept nogil
    @cython.locals(seat=int, score=int)
    cdef void fill_scores(self, int ply, bint is_over) noexcept nogil
    @cython.locals(seat=int, is_better=bint, score=int)
    cdef void _fill_repetition(self, int ply, int repetition) noexcept nogil
    cdef int seat_score(self, int seat) noexcept nogil
    @cython.locals(payoff=double)
    cdef int seat_final_score(self, int seat, int ply) noexcept nogil
    cdef int draw_score(self) noexcept nogil
    cdef bint is_mid_turn(self, int ply) noexcept nogil
    cdef unsigned long long table_context(self, int replier) noexcept nogil
    @cython.locals(seat=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void rank_moves(self, int begin, int end, unsigned long long table_move, int ply) noexcept nogil
    @cython.locals(bonus=int, other=int)
    cdef void reward(
        self, int index, int begin, unsigned long long move, bint is_quiet, int depth, int ply, int seat
    ) noexcept nogil
