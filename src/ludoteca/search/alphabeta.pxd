cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.ordering cimport Ordering
from ludoteca.search.release cimport Task
from ludoteca.search.table cimport Table, bound_of, depth_of, opinion_of, score_of

cdef int EXACT, AT_LEAST, AT_MOST, WIN, SURE, INFINITE, MOST_PLIES
cdef unsigned long long NO_MOVE
cdef int[4096] REDUCTION


@cython.final
cdef class AlphaBeta(Task):
    cdef Position position
    cdef Evaluator evaluator
    cdef Table table
    cdef Words found
    cdef Ordering ordering
    cdef Words excluded
    cdef bint is_plain
    cdef int[128] opinions
    cdef unsigned long long[128] omitted
    cdef unsigned long long[14400] line
    cdef int[128] line_length
    cdef unsigned long long[128] answer
    cdef int answer_length
    cdef readonly long long nodes
    cdef readonly int deepest
    cdef bint is_stopped
    cdef long long node_limit
    cdef int depth_limit
    cdef int first_depth
    cdef readonly int depth
    cdef readonly int score
    cdef readonly unsigned long long best

    @cython.locals(depth=int, window=int, alpha=int, beta=int, score=int)
    cdef void _deepen(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _keep_answer(self, int depth, int score) noexcept nogil
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
    cdef void _count_node(self) noexcept nogil
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
    @cython.locals(payoff=double)
    cdef int _ended(self, int ply) noexcept nogil
    cdef int _recurred(self, int recurrence, int ply) noexcept nogil
    cdef int _to_table(self, int score, int ply) noexcept nogil
    cdef int _from_table(self, int score, int ply) noexcept nogil
    @cython.locals(index=int)
    cdef void _keep_line(self, int ply, unsigned long long move) noexcept nogil
    @cython.locals(is_excluded=bint, index=int)
    cdef bint _is_excluded(self, unsigned long long move) noexcept nogil
