cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport entry, ordering, scores
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport Ordering
from ludoteca.search.settings cimport SearchSettings
from ludoteca.search.transposition cimport TranspositionTable

cdef int LAST_PLIES
cdef int[4096] LATENESS


@cython.final
cdef class AlphaBeta(Deepening):
    cdef Ordering ordering
    cdef SearchSettings settings
    cdef int[128] static_scores
    cdef unsigned long long[128] excluded_moves

    @cython.locals(depth=int, window=int, alpha=int, beta=int, score=int)
    cdef void _deepen(self) noexcept nogil
    @cython.locals(
        is_pv_node=bint, excluded_move='unsigned long long', repetition=int, hit='unsigned long long[2]',
        key='unsigned long long', table_move='unsigned long long', table_score=int, table_depth=int, table_bound=int,
        is_hit=bint, seat=int, static_score=int, is_improving=bint, score=int, reduced=int, begin=int, end=int,
        has_all=bint, first_alpha=int, best_score=int, tried=int, quiets=int, is_late=bint, index=int,
        move='unsigned long long', gain=int, is_quiet=bint, quiet_score=int, may_prune=bint, extension=int, singular_beta=int, is_far_ahead=bint, passes_turn=bint,
        gives_check=bint, next_depth=int, is_better=bint, reduction=int, probcut_beta=int, futility=int, least=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, bint is_cut_node, bint is_checked) noexcept nogil
    @cython.locals(lateness=int, reduction=int, history=int)
    cdef int _reduction(
        self, int depth, int number, int quiet_score, bint is_improving, bint is_cut_node, bint is_pv_node
    ) noexcept nogil
    cdef int _child(
        self, int alpha, int beta, int depth, int ply, bint passes_turn, bint is_cut_node, bint is_checked
    ) noexcept nogil
    @cython.locals(
        seat=int, begin=int, end=int, answer=int, index=int, move='unsigned long long', passes_turn=bint, gives_check=bint,
        score=int,
    )
    cdef int _probcut(self, int probcut_beta, int depth, int ply, int static_score) noexcept nogil
    @cython.locals(
        repetition=int, hit='unsigned long long[2]', key='unsigned long long', table_move='unsigned long long',
        is_hit=bint, score=int, seat=int, best_score=int, static_score=int, begin=int, end=int,
        first_alpha=int, index=int, move='unsigned long long', gain=int, gives_check=bint,
    )
    cdef int _quiesce(self, int alpha, int beta, int ply, bint is_checked, bint tries_checks) noexcept nogil
    cdef int _leaf_score(self, int ply) noexcept nogil
