cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.release cimport Task

cdef unsigned long long NO_MOVE, MASK, PLIES_UNIT
cdef double UNIT, SCALE, BOLDNESS, TRUST, PURE_BOLDNESS
cdef int WIN, SURE, MOST_SEATS, LONGEST_PATH, MOST_NODES, FIRST_WIDTH, TRIES_A_MOVE, MOST_JUDGED, MOST_STUCK
cdef unsigned long long UNKNOWN, DRAWN, WON_BY


@cython.final
cdef class Mcts(Task):
    cdef Position position
    cdef Evaluator evaluator
    cdef bint has_evaluator
    cdef int seats
    cdef unsigned long long state
    cdef Words found
    cdef Words order
    cdef Words moves
    cdef Words movers
    cdef Words visits
    cdef Words totals
    cdef Words priors
    cdef Words proofs
    cdef Words firsts
    cdef Words counts
    cdef Words root_totals
    cdef int[401] path
    cdef double[8] payoffs
    cdef bint is_stopped
    cdef long long try_limit
    cdef int node_limit
    cdef int depth_limit
    cdef int rollout_plies
    cdef readonly long long tries
    cdef readonly int deepest

    cdef void _work(self) noexcept nogil
    cdef bint _is_done(self) noexcept nogil
    @cython.locals(seat=int, first=int, count=int, child=int, plies='unsigned long long')
    cdef void _look_for_wins(self) noexcept nogil
    @cython.locals(begin=int, plies=int, index=int)
    cdef int _plies_to_win(self, int seat, int depth) noexcept nogil

    @cython.locals(node=int, depth=int, index=int, is_open=bint, is_whole=bint)
    cdef bint _try_once(self) noexcept nogil
    @cython.locals(index=int, node=int, begin=int, seat=int)
    cdef void _back_up(self, int depth) noexcept nogil
    @cython.locals(worth='unsigned long long')
    cdef unsigned long long _worth(self, double payoff) noexcept nogil
    @cython.locals(
        first=int, width='unsigned long long', mover=int, best=int, best_bound=double, known=double, child=int,
        visits='unsigned long long', proof='unsigned long long', bound=double,
    )
    cdef int _choose(self, int node) noexcept nogil
    @cython.locals(doublings=double)
    cdef double _doublings(self, unsigned long long visits) noexcept nogil

    @cython.locals(
        begin=int, seat=int, first=int, sure='unsigned long long', index=int, proof='unsigned long long',
        prior='unsigned long long',
    )
    cdef bint _expand(self, int node) noexcept nogil
    @cython.locals(index=int)
    cdef void _sort_found(self, int begin) noexcept nogil
    @cython.locals(
        count=int, index=int, gap=int, rank='unsigned long long', move='unsigned long long', place=int,
    )
    cdef void _sort_by_order(self, int begin) noexcept nogil
    @cython.locals(
        index=int, move='unsigned long long', prior='unsigned long long', proof='unsigned long long', place=int,
    )
    cdef void _sort_children(self, int first) noexcept nogil
    cdef void _add_node(
        self, unsigned long long move, int mover, unsigned long long prior, unsigned long long proof
    ) noexcept nogil

    @cython.locals(seat=int)
    cdef unsigned long long _outcome(self) noexcept nogil
    @cython.locals(winner=int, seat=int)
    cdef void _take_proof(self, unsigned long long proof) noexcept nogil
    @cython.locals(node=int)
    cdef void _prove_path(self, int depth) noexcept nogil
    @cython.locals(
        first=int, won='unsigned long long', drawn='unsigned long long', lost='unsigned long long', is_all_sure=bint,
        is_one_winner=bint, child=int, proof='unsigned long long',
    )
    cdef void _prove(self, int node, int seat) noexcept nogil

    @cython.locals(made=int, is_over=bint, begin=int, move='unsigned long long', is_whole=bint)
    cdef bint _roll_out(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void _take_payoffs(self, bint is_over) noexcept nogil
    cdef double _payoff_like(self, int opinion) noexcept nogil
    cdef int _below(self, int count) noexcept nogil

    @cython.locals(proof='unsigned long long')
    cdef bint _is_sure(self) noexcept nogil
    @cython.locals(child=int)
    cdef list _ranked_moves(self)
    @cython.locals(mean=double)
    cdef double _mean(self, int child)
    @cython.locals(
        first=int, child=int, proof='unsigned long long', sure='long long', visits='long long', prior='long long',
    )
    cdef list _ranked(self, int node)
    @cython.locals(child=int, found=list)
    cdef list _line(self, unsigned long long move)
    @cython.locals(child=int)
    cdef int _child_of(self, unsigned long long move) noexcept nogil
    @cython.locals(child=int, proof='unsigned long long', seat=int, sure=int, total=double, payoff=double)
    cdef list _scores(self, unsigned long long move)
