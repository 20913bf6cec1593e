cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport node as layout
from ludoteca.search cimport scores, xorshift
from ludoteca.search.nogil cimport Job
from ludoteca.search.tree cimport Tree

cdef double EXPLORATION, PRIOR_VISITS, ROLLOUT_EXPLORATION
cdef int MAX_PATH, MAX_NODES, FIRST_WIDTH, TRIES_A_MOVE, MAX_EVALUATED, MAX_TESTED


cdef class Mcts(Job):
    cdef Position position
    cdef Evaluator evaluator
    cdef bint has_evaluator
    cdef int seats
    cdef unsigned long long state
    cdef IntStack found
    cdef IntStack order
    cdef Tactics tactics
    cdef Tree tree
    cdef int[401] path
    cdef double[8] payoffs
    cdef bint is_stopped
    cdef long long try_limit
    cdef int node_limit
    cdef int depth_limit
    cdef int rollout_plies
    cdef readonly long long tries
    cdef readonly int selective_depth

    cdef void work(self) noexcept nogil
    cdef bint _is_done(self) noexcept nogil
    @cython.locals(seat=int, first=int, count=int, child=int, plies='unsigned long long')
    cdef void _look_for_wins(self) noexcept nogil
    @cython.locals(begin=int, plies=int, index=int)
    cdef int _plies_to_win(self, int seat, int depth) noexcept nogil

    @cython.locals(node=int, depth=int, index=int, is_open=bint, is_whole=bint)
    cdef bint _try_once(self) noexcept nogil
    @cython.locals(index=int, node=int, seat=int)
    cdef void _back_up(self, int depth) noexcept nogil
    @cython.locals(
        first=int, width='unsigned long long', mover=int, best=int, best_bound=double, known=double, child=int,
        visits='unsigned long long', proof='unsigned long long', bound=double,
    )
    cdef int _choose(self, int node) noexcept nogil
    @cython.locals(doublings=double)
    cdef double _doublings(self, unsigned long long visits) noexcept nogil

    @cython.locals(
        begin=int, seat=int, first=int, proven='unsigned long long', index=int, proof='unsigned long long',
        prior='unsigned long long',
    )
    cdef bint _expand(self, int node) noexcept nogil
    @cython.locals(index=int)
    cdef void _sort_found(self, int begin) noexcept nogil
    @cython.locals(
        count=int, index=int, gap=int, rank='unsigned long long', move='unsigned long long', place=int,
    )
    cdef void _sort_by_order(self, int begin) noexcept nogil

    @cython.locals(seat=int)
    cdef unsigned long long _outcome(self) noexcept nogil
    @cython.locals(winner=int, seat=int)
    cdef void _take_proof(self, unsigned long long proof) noexcept nogil
    @cython.locals(node=int)
    cdef void _prove_path(self, int depth) noexcept nogil

    @cython.locals(made=int, is_over=bint, begin=int, move='unsigned long long', is_whole=bint)
    cdef bint _roll_out(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void _take_payoffs(self, bint is_over) noexcept nogil
    cdef int _below(self, int count) noexcept nogil
