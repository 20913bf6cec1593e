cimport cython

from ludoteca.core cimport constants
from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.search cimport entry, scores
from ludoteca.search.nogil cimport Job
from ludoteca.search.transposition cimport TranspositionTable


cdef class Deepening(Job):
    cdef Position position
    cdef Evaluator evaluator
    cdef Tactics tactics
    cdef int root
    cdef TranspositionTable table
    cdef bint is_full_width
    cdef IntStack found
    cdef IntStack excluded_roots
    cdef unsigned long long[14400] line
    cdef int[128] line_length
    cdef unsigned long long[128] best_line
    cdef int best_line_length
    cdef readonly long long nodes
    cdef readonly int selective_depth
    cdef bint is_stopped
    cdef long long node_limit
    cdef int depth_limit
    cdef int first_depth
    cdef readonly int depth
    cdef readonly int score
    cdef readonly unsigned long long best_move

    cdef void count_node(self) noexcept nogil
    cdef bint is_excluded_root(self, unsigned long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void update_line(self, int ply, unsigned long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void keep_best_line(self, int score) noexcept nogil
    cdef int raise_alpha(self, int alpha, int score, unsigned long long move, int ply) noexcept nogil
    @cython.locals(payoff=double)
    cdef int final_score(self, int ply) noexcept nogil
    cdef int repetition_score(self, int result, int ply) noexcept nogil
    @cython.locals(move='unsigned long long', bound=int)
    cdef void store_node(
        self, unsigned long long key, int alpha, int beta, int score, int static_score, int depth, int ply,
        bint is_quiescence,
    ) noexcept nogil
    cdef void store(
        self, unsigned long long key, unsigned long long move, int score, int static_score, int depth, int bound,
        int ply,
    ) noexcept nogil
    @cython.locals(score=int)
    cdef int table_score(self, unsigned long long stored, int ply) noexcept nogil
    @cython.locals(bound=int)
    cdef bint causes_cutoff(self, unsigned long long stored, int score, int alpha, int beta) noexcept nogil


@cython.locals(index=int)
cdef bint is_in(unsigned long long move, IntStack moves) noexcept nogil
