cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport entry, ordering, scores, styles
from ludoteca.search.maxn cimport MaxN
from ludoteca.search.transposition cimport TranspositionTable

cdef int QUIESCENCE_PLIES
cdef int[4096] REDUCTION


cdef class Multiplayer(MaxN):
    @cython.locals(depth=int, score=int, is_cut_short=bint)
    cdef void work(self) noexcept nogil
    cdef bint _try_next_style(self) noexcept nogil
    @cython.locals(index=int, seat=int)
    cdef void _keep_scores(self, int score) noexcept nogil
    @cython.locals(
        is_pv_node=bint, repetition=int, hit='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', seat=int, is_checked=bint, score=int, begin=int, end=int, first_alpha=int, best_score=int,
        special='unsigned long long', tried=int, index=int,
        move='unsigned long long', is_quiet=bint, next_replier=int, next_depth=int, reduction=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    cdef int _child(self, int alpha, int beta, int depth, int ply, int seat, int replier) noexcept nogil
    @cython.locals(begin=int, move='unsigned long long', seat=int, score=int)
    cdef int _search_forced(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    cdef int _replier_after(self, int replier, int seat, bint is_special) noexcept nogil
    @cython.locals(best='unsigned long long', best_rank=int, index=int, rank=int)
    cdef unsigned long long _best_looking(self, int begin, int end) noexcept nogil
    cdef int _leaf(self, int alpha, int beta, int ply) noexcept nogil
    @cython.locals(best_score=int, seat=int, begin=int, end=int, index=int, move='unsigned long long', score=int)
    cdef int _quiesce(self, int alpha, int beta, int ply, int plies) noexcept nogil
    @cython.locals(score=int)
    cdef int _evaluate(self) noexcept nogil
    @cython.locals(score=int)
    cdef int _end_score(self, int ply) noexcept nogil
    cdef int _repetition_score(self, int repetition, int ply) noexcept nogil
