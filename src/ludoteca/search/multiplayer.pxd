cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport pick, slot_of
from ludoteca.search.table cimport Table, bound_of, depth_of, score_of

cdef int EXACT, AT_LEAST, AT_MOST, WIN, SURE, INFINITE, MOST_PLIES, MOST_SEATS, HISTORY_SIZE, HISTORY_LIMIT, BIAS
cdef int PARANOID, BEST_REPLY, MAX_N, NOBODY, LOUD_PLIES, CONTEMPT
cdef unsigned long long NO_MOVE, MASK, CONTEXT_UNIT
cdef int[4096] REDUCTION


@cython.final
cdef class Multiplayer(Deepening):
    cdef int style
    cdef int seats
    cdef Words ranks
    cdef int[131072] history
    cdef unsigned long long[256] killers
    cdef int[1024] vectors
    cdef bint[128] is_first_turn
    cdef int[8] answer_scores

    @cython.locals(depth=int, score=int, is_cut_short=bint)
    cdef void _deepen(self) noexcept nogil
    cdef bint _hopes(self) noexcept nogil
    @cython.locals(index=int, seat=int)
    cdef void _keep_scores(self, int score) noexcept nogil

    @cython.locals(
        is_principal=bint, recurrence=int, entry='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', seat=int, is_checked=bint, score=int, begin=int, end=int, best_score=int,
        best_move='unsigned long long', special='unsigned long long', bound=int, tried=int, index=int,
        move='unsigned long long', is_quiet=bint, next_replier=int, next_depth=int, reduction=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    cdef int _child(self, int alpha, int beta, int depth, int ply, int seat, int replier) noexcept nogil
    @cython.locals(begin=int, move='unsigned long long', seat=int, score=int)
    cdef int _search_forced(self, int alpha, int beta, int depth, int ply, int replier) noexcept nogil
    cdef int _replier_after(self, int replier, int seat, bint is_special) noexcept nogil
    @cython.locals(best='unsigned long long', best_promise=int, index=int, promise=int)
    cdef unsigned long long _most_promising(self, int begin, int end) noexcept nogil
    cdef int _leaf(self, int alpha, int beta, int ply) noexcept nogil
    @cython.locals(best_score=int, seat=int, begin=int, end=int, index=int, move='unsigned long long', score=int)
    cdef int _quiesce(self, int alpha, int beta, int ply, int plies) noexcept nogil

    @cython.locals(
        seat=int, is_over=bint, entry='unsigned long long[2]', key='unsigned long long',
        table_move='unsigned long long', begin=int, end=int, best_move='unsigned long long', index=int,
        move='unsigned long long', other=int,
    )
    cdef void _search_vector(self, int depth, int ply) noexcept nogil
    @cython.locals(new=int, old=int, other=int)
    cdef bint _is_preferred(self, int seat, int ply) noexcept nogil
    @cython.locals(seat=int, score=int)
    cdef void _fill_scores(self, int ply, bint is_over) noexcept nogil
    @cython.locals(seat=int, is_better=bint, score=int)
    cdef void _fill_recurrence(self, int ply, int recurrence) noexcept nogil

    @cython.locals(opinion=int)
    cdef int _opinion(self) noexcept nogil
    @cython.locals(opinion=int)
    cdef int _opinion_for(self, int seat) noexcept nogil
    @cython.locals(score=int)
    cdef int _ended(self, int ply) noexcept nogil
    @cython.locals(payoff=double)
    cdef int _final_score(self, int seat, int ply) noexcept nogil
    cdef int _drawn(self) noexcept nogil
    cdef int _recurred(self, int recurrence, int ply) noexcept nogil
    cdef unsigned long long _context(self, int replier) noexcept nogil
    cdef bint _is_mid_turn(self, int ply) noexcept nogil

    @cython.locals(seat=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void _rank_moves(self, int begin, int end, unsigned long long table_move, int ply) noexcept nogil
    @cython.locals(bonus=int, other=int)
    cdef void _reward(
        self, int index, int begin, unsigned long long move, bint is_quiet, int depth, int ply, int seat
    ) noexcept nogil
    @cython.locals(slot=int, before=int, drag=int)
    cdef void _shift_history(self, int seat, unsigned long long move, int bonus) noexcept nogil
