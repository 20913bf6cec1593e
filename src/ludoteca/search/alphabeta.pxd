cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport Ordering, pick
from ludoteca.search.table cimport Table, bound_of, depth_of, opinion_of, score_of

cdef int EXACT, AT_LEAST, AT_MOST, WIN, SURE, INFINITE, MOST_PLIES
cdef unsigned long long NO_MOVE
cdef int[4096] REDUCTION


@cython.final
cdef class AlphaBeta(Deepening):
    cdef Ordering ordering
    cdef int[128] opinions
    cdef unsigned long long[128] omitted

    @cython.locals(depth=int, window=int, alpha=int, beta=int, score=int)
    cdef void _deepen(self) noexcept nogil
    @cython.locals(
        is_principal=bint, omitted='unsigned long long', recurrence=int, entry='unsigned long long[2]',
        key='unsigned long long', table_move='unsigned long long', table_score=int, table_depth=int, table_bound=int,
        is_known=bint, seat=int, opinion=int, is_improving=bint, score=int, reduced=int, begin=int, end=int,
        has_all=bint, best_score=int, best_move='unsigned long long', bound=int, tried=int, quiets=int, is_late=bint, index=int,
        move='unsigned long long', gain=int, is_quiet=bint, standing=int, may_prune=bint, extension=int, lowered=int, turns=bint,
        gives_check=bint, next_depth=int, reduction=int, stored=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, bint is_cut, bint is_checked) noexcept nogil
    cdef int _child(
        self, int alpha, int beta, int depth, int ply, bint turns, bint is_cut, bint is_checked
    ) noexcept nogil
    @cython.locals(
        seat=int, begin=int, end=int, answer=int, index=int, move='unsigned long long', turns=bint, gives_check=bint,
        score=int,
    )
    cdef int _probe_cut(self, int raised, int depth, int ply, int opinion) noexcept nogil
    @cython.locals(
        recurrence=int, entry='unsigned long long[2]', key='unsigned long long', table_move='unsigned long long',
        is_known=bint, score=int, kind=int, seat=int, best_score=int, opinion=int, begin=int, end=int,
        best_move='unsigned long long', bound=int, index=int, move='unsigned long long', gives_check=bint,
    )
    cdef int _quiesce(self, int alpha, int beta, int ply, bint is_checked) noexcept nogil
    cdef int _judged(self, int ply) noexcept nogil
