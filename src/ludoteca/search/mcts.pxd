cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.release cimport Task

cdef unsigned long long NO_MOVE, MASK
cdef double UNIT
cdef int LONGEST_PATH, MOST_SEATS


@cython.final
cdef class Mcts(Task):
    cdef Position position
    cdef Evaluator evaluator
    cdef bint has_evaluator
    cdef int seats
    cdef unsigned long long state
    cdef Words found
    cdef Words moves
    cdef Words movers
    cdef Words visits
    cdef Words totals
    cdef Words firsts
    cdef Words counts
    cdef int[401] path
    cdef double[8] payoffs
    cdef bint is_stopped
    cdef long long try_limit
    cdef int rollout_plies
    cdef double boldness
    cdef double scale
    cdef readonly long long tries

    cdef void _work(self) noexcept nogil
    @cython.locals(node=int, depth=int, index=int)
    cdef void _try_once(self) noexcept nogil
    @cython.locals(worth='unsigned long long')
    cdef unsigned long long _worth(self, int seat) noexcept nogil
    @cython.locals(first=int, best=int, best_bound=double, known=double, child=int, share=double, bound=double)
    cdef int _most_promising(self, int node) noexcept nogil
    @cython.locals(doublings=double)
    cdef double _doublings(self, unsigned long long visits) noexcept nogil
    @cython.locals(index=int)
    cdef bint _expand(self, int node) noexcept nogil
    cdef void _add_node(self, unsigned long long move, int mover) noexcept nogil
    @cython.locals(made=int, is_over=bint, seat=int, opinion=double)
    cdef void _roll_out(self) noexcept nogil
    cdef int _below(self, int count) noexcept nogil
    @cython.locals(child=int, visits='unsigned long long', mean=double)
    cdef list _ranked_moves(self)
