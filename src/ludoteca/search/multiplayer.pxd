cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport entry, ordering, scores
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport MoveHistory
from ludoteca.search.transposition cimport TranspositionTable

cdef int PARANOID, BEST_REPLY, MAX_N, NOBODY, QUIESCENCE_PLIES, CONTEMPT
cdef unsigned long long MASK, CONTEXT_UNIT
cdef int[4096] REDUCTION


cdef class Multiplayer(Deepening):
    cdef int style
    cdef int seats
    cdef IntStack ranks
    cdef MoveHistory history
    cdef int[1024] vectors
    cdef bint[128] is_first_turn
    cdef int[8] best_scores

    @cython.locals(depth=int, score=int, is_cut_short=bint)
    cdef void work(self) noexcept nogil
    @cython.final
    cdef bint _try_next_style(self) noexcept nogil
    @cython.final
    @cython.locals(index=int, seat=int)
    cdef void _keep_scores(self, int score) noexcept nogil

    @cython.final
    @cython.locals(
        is_principal=bint, repetition=int, known='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', seat=int, is_checked=bint, score=int, begin=int, end=int, best_score=int,
        best_move='unsigned long long', special='unsigned long long', bound=int, tried=int, index=int,
        move='unsigned long long', is_quiet=bint, next_replier=int, next_depth=int, reduction=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    @cython.final
    cdef int _child(self, int alpha, int beta, int depth, int ply, int seat, int replier) noexcept nogil
    @cython.final
    @cython.locals(begin=int, move='unsigned long long', seat=int, score=int)
    cdef int _search_forced(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    @cython.final
    cdef int _replier_after(self, int replier, int seat, bint is_special) noexcept nogil
    @cython.final
    @cython.locals(best='unsigned long long', best_rank=int, index=int, rank=int)
    cdef unsigned long long _best_looking(self, int begin, int end) noexcept nogil
    @cython.final
    cdef int _leaf(self, int alpha, int beta, int ply) noexcept nogil
    @cython.final
    @cython.locals(best_score=int, seat=int, begin=int, end=int, index=int, move='unsigned long long', score=int)
    cdef int _quiesce(self, int alpha, int beta, int ply, int plies) noexcept nogil

    @cython.final
    @cython.locals(
        seat=int, is_over=bint, known='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', begin=int, end=int, best_move='unsigned long long', index=int,
        move='unsigned long long', other=int,
    )
    cdef void _search_vector(self, int depth, int ply) noexcept nogil
    @cython.final
    @cython.locals(new=int, old=int, other=int)
    cdef bint _is_preferred(self, int seat, int ply) noexcept nogil
    @cython.final
    @cython.locals(seat=int, score=int)
    cdef void _fill_scores(self, int ply, bint is_over) noexcept nogil
    @cython.final
    @cython.locals(seat=int, is_better=bint, score=int)
    cdef void _fill_repetition(self, int ply, int repetition) noexcept nogil

    @cython.final
    @cython.locals(score=int)
    cdef int _evaluate(self) noexcept nogil
    @cython.final
    cdef int _score_of_seat(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(score=int)
    cdef int _end_score(self, int ply) noexcept nogil
    @cython.final
    @cython.locals(payoff=double)
    cdef int _seat_final_score(self, int seat, int ply) noexcept nogil
    @cython.final
    cdef int _drawn(self) noexcept nogil
    @cython.final
    cdef int _repetition_score(self, int repetition, int ply) noexcept nogil
    @cython.final
    cdef unsigned long long _context(self, int replier) noexcept nogil
    @cython.final
    cdef bint _is_mid_turn(self, int ply) noexcept nogil

    @cython.final
    @cython.locals(seat=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void _rank_moves(self, int begin, int end, unsigned long long table_move, int ply) noexcept nogil
    @cython.final
    @cython.locals(bonus=int, other=int)
    cdef void _reward(
        self, int index, int begin, unsigned long long move, bint is_quiet, int depth, int ply, int seat
    ) noexcept nogil
