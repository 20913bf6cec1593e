cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.release cimport Task
from ludoteca.search.table cimport Table, bound_of, depth_of, opinion_of, score_of

cdef int EXACT, AT_LEAST, AT_MOST, WIN, SURE, INFINITE, MOST_PLIES, HISTORY_SIZE, HISTORY_LIMIT, BIAS
cdef unsigned long long NO_MOVE
cdef int[4096] REDUCTION


@cython.final
cdef class AlphaBeta(Task):
    cdef Position position
    cdef Evaluator evaluator
    cdef Table table
    cdef Words found
    cdef Words ranks
    cdef Words excluded
    cdef int[32768] history
    cdef unsigned long long[256] killers
    cdef unsigned long long[16384] answers
    cdef int[128] opinions
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
        is_principal=bint, recurrence=int, entry='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', table_score=int, table_depth=int, table_bound=int, is_known=bint, seat=int,
        is_checked=bint, opinion=int, is_improving=bint, score=int, reduced=int, begin=int, end=int, best_score=int,
        best_move='unsigned long long', bound=int, tried=int, quiets=int, index=int, move='unsigned long long',
        gain=int, is_quiet=bint, turns=bint, gives_check=bint, next_depth=int, reduction=int, rank=int, stored=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, bint is_cut) noexcept nogil
    cdef int _child(self, int alpha, int beta, int depth, int ply, bint turns, bint is_cut) noexcept nogil
    @cython.locals(
        recurrence=int, entry='unsigned long long[2]', key='unsigned long long', table_move='unsigned long long',
        score=int, kind=int, seat=int, is_checked=bint, best_score=int, opinion=int, begin=int, end=int,
        best_move='unsigned long long', bound=int, index=int, move='unsigned long long', gain=int,
    )
    cdef int _quiesce(self, int alpha, int beta, int ply) noexcept nogil
    @cython.locals(payoff=double)
    cdef int _ended(self, int ply) noexcept nogil
    cdef int _recurred(self, int recurrence, int ply) noexcept nogil
    cdef int _to_table(self, int score, int ply) noexcept nogil
    cdef int _from_table(self, int score, int ply) noexcept nogil
    @cython.locals(seat=int, last=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void _rank_moves(self, int begin, int end, unsigned long long table_move, int ply) noexcept nogil
    @cython.locals(best=int, other=int, move='unsigned long long', rank='unsigned long long')
    cdef unsigned long long _pick(self, int index, int end) noexcept nogil
    cdef int _slot(self, unsigned long long move) noexcept nogil
    cdef int _last_slot(self) noexcept nogil
    @cython.locals(bonus=int, other=int)
    cdef void _reward(
        self, int index, int begin, unsigned long long move, bint is_quiet, int depth, int ply, int seat
    ) noexcept nogil
    @cython.locals(slot=int, before=int, drag=int)
    cdef void _shift_history(self, int seat, unsigned long long move, int bonus) noexcept nogil
    @cython.locals(index=int)
    cdef void _keep_line(self, int ply, unsigned long long move) noexcept nogil
    @cython.locals(is_excluded=bint, index=int)
    cdef bint _is_excluded(self, unsigned long long move) noexcept nogil
