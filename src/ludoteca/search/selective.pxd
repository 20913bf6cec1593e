cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.deepening cimport Deepening
from ludoteca.search.ordering cimport pick, slot_of
from ludoteca.search.table cimport Table, bound_of, depth_of, opinion_of, score_of

cdef int EXACT, AT_LEAST, AT_MOST, WIN, SURE, INFINITE, MOST_PLIES, PROMISE, HISTORY_SIZE, HISTORY_LIMIT
cdef int EARLY, QUIET_PLIES, FIRST_CHOICES, DECIDED
cdef unsigned long long NO_MOVE


@cython.final
cdef class Selective(Deepening):
    cdef Words promises
    cdef Words roots
    cdef Words root_scores
    cdef Words safe
    cdef Words fatal
    cdef int[32768] history
    cdef unsigned long long[256] killers
    cdef unsigned long long[16384] answers
    cdef int root_depth

    @cython.locals(depth=int)
    cdef void _deepen(self) noexcept nogil
    @cython.locals(seat=int, index=int, move='unsigned long long')
    cdef void _find_roots(self) noexcept nogil
    @cython.locals(choice=int, index=int, is_lost=bint)
    cdef void _choose_first(self, int seat) noexcept nogil
    @cython.locals(gap=int, index=int, move='unsigned long long', score='unsigned long long', place=int)
    cdef void _sort_roots(self) noexcept nogil
    @cython.locals(seat=int, alpha=int, index=int, move='unsigned long long', turns=bint, score=int, reduction=int)
    cdef void _search_root(self, int depth) noexcept nogil
    @cython.locals(begin=int, end=int, is_lost=bint, index=int)
    cdef bint _loses_at_once(self, unsigned long long move, int seat) noexcept nogil
    cdef int _child(self, int alpha, int beta, int depth, int ply, bint turns) noexcept nogil
    @cython.locals(
        is_checked=bint, is_principal=bint, recurrence=int, seat=int, entry='unsigned long long[2]',
        key='unsigned long long', table_move='unsigned long long', is_known=bint, score=int, bound=int, opinion=int,
        is_futile=bint, best_score=int, best_move='unsigned long long', begin=int, index=int, end=int, tried=int,
        early=int, tested='unsigned long long[4]', move='unsigned long long', promise=int, turns=bint, reduction=int,
    )
    cdef int _search(self, int alpha, int beta, int depth, int ply) noexcept nogil
    @cython.locals(width=int)
    cdef int _width(self, int depth, bint is_principal) noexcept nogil
    @cython.locals(
        seat=int, entry='unsigned long long[2]', key='unsigned long long', is_known=bint, score=int, kind=int,
        opinion=int, best_score=int, bound=int, best_move='unsigned long long', begin=int, end=int, index=int,
        move='unsigned long long', promise=int,
    )
    cdef int _quiesce(self, int alpha, int beta, int plies, int ply) noexcept nogil
    @cython.locals(
        recurrence=int, begin=int, end=int, seat=int, best_score=int, index=int, move='unsigned long long', score=int
    )
    cdef int _search_plainly(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef unsigned long long _early_answer(self, int number, unsigned long long table_move, int ply) noexcept nogil
    @cython.locals(is_among=bint, index=int)
    cdef bint _is_among(self, unsigned long long move, unsigned long long* tested, int count) noexcept nogil
    @cython.locals(index=int, rank=int)
    cdef void _add_history(self, int begin, int end, int seat) noexcept nogil
    cdef int _last_slot(self) noexcept nogil
    @cython.locals(slot=int, bonus=int)
    cdef void _reward(self, unsigned long long move, int depth, int ply, int seat) noexcept nogil
    @cython.locals(is_in=bint, index=int)
    cdef bint _is_in(self, unsigned long long move, Words moves) noexcept nogil
