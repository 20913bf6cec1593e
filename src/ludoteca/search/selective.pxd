cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport deepening, entry, ordering, scores
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport MoveHistory
from ludoteca.search.transposition cimport TranspositionTable

cdef int EARLY, QUIESCENCE_PLIES, FIRST_CHOICES, LEAST_NODES, DECIDED


cdef class Selective(Deepening):
    cdef IntStack ranks
    cdef IntStack roots
    cdef IntStack root_scores
    cdef IntStack safe
    cdef IntStack fatal
    cdef IntStack unquiet
    cdef bint is_stop_wanted
    cdef MoveHistory history
    cdef int root_depth

    @cython.locals(depth=int)
    cdef void work(self) noexcept nogil
    @cython.locals(seat=int, index=int, move='unsigned long long')
    cdef void _find_roots(self) noexcept nogil
    cdef void _choose(self, int index) noexcept nogil
    @cython.locals(index=int)
    cdef void _avoid_loss(self) noexcept nogil
    @cython.locals(seat=int, is_lost=bint)
    cdef bint _is_fatal(self, unsigned long long move) noexcept nogil
    @cython.locals(gap=int, index=int, move='unsigned long long', score='unsigned long long', place=int)
    cdef void _sort_roots(self) noexcept nogil
    @cython.locals(seat=int, alpha=int, index=int, move='unsigned long long', passes_turn=bint, score=int, reduction=int)
    cdef void _search_root(self, int depth) noexcept nogil
    @cython.locals(score=int)
    cdef bint _falls_short_at_once(self, int index, int alpha) noexcept nogil
    @cython.locals(begin=int, end=int, is_lost=bint, index=int)
    cdef bint _loses_at_once(self, unsigned long long move, int seat) noexcept nogil
    cdef int _child(self, int alpha, int beta, int depth, int ply, bint passes_turn) noexcept nogil
    @cython.locals(
        is_checked=bint, is_pv_node=bint, repetition=int, seat=int, hit='unsigned long long[2]',
        key='unsigned long long', table_move='unsigned long long', is_hit=bint, score=int, static_score=int,
        is_futile=bint, first_alpha=int, best_score=int, begin=int, index=int, end=int, tried=int,
        early=int, tested='unsigned long long[4]', move='unsigned long long', gain=int, passes_turn=bint, reduction=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply) noexcept nogil
    @cython.locals(width=int)
    cdef int _width(self, int depth, bint is_pv_node) noexcept nogil
    @cython.locals(
        seat=int, hit='unsigned long long[2]', key='unsigned long long', is_hit=bint, score=int,
        static_score=int, best_score=int, first_alpha=int, begin=int, end=int, index=int,
        move='unsigned long long', gain=int,
    )
    cdef int _quiesce(self, int alpha, int beta, int plies, int ply) noexcept nogil
    @cython.locals(
        repetition=int, begin=int, end=int, seat=int, best_score=int, index=int, move='unsigned long long', score=int
    )
    cdef int _search_full_width(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef unsigned long long _early_move(self, int number, unsigned long long table_move, int ply) noexcept nogil
    @cython.locals(is_among=bint, index=int)
    cdef bint _is_among(self, unsigned long long move, unsigned long long* tested, int count) noexcept nogil
    @cython.locals(index=int, learned=int)
    cdef void _add_history(self, int begin, int end, int seat) noexcept nogil
    cdef void _reward(self, unsigned long long move, int depth, int ply, int seat) noexcept nogil
