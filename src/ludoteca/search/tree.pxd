cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.search cimport node as layout
from ludoteca.search cimport scores


@cython.final
cdef class Tree:
    cdef int seats
    cdef IntStack moves
    cdef IntStack movers
    cdef IntStack visits
    cdef IntStack totals
    cdef IntStack priors
    cdef IntStack proofs
    cdef IntStack firsts
    cdef IntStack counts
    cdef IntStack root_totals

    cdef void add(
        self, unsigned long long move, int mover, unsigned long long prior, unsigned long long proof
    ) noexcept nogil
    cdef void add_visit(self, int node, unsigned long long worth) noexcept nogil
    @cython.locals(index=int)
    cdef void add_root_total(self, int child, int seat, unsigned long long worth) noexcept nogil
    @cython.locals(
        index=int, move='unsigned long long', prior='unsigned long long', proof='unsigned long long', place=int,
    )
    cdef void sort_children(self, int first, int evaluated) noexcept nogil
    @cython.locals(
        first=int, won='unsigned long long', drawn='unsigned long long', lost='unsigned long long', is_all_proven=bint,
        is_one_winner=bint, child=int, proof='unsigned long long',
    )
    cdef void prove(self, int node, int seat) noexcept nogil
    @cython.locals(proof='unsigned long long')
    cdef bint is_proven(self) noexcept nogil
    @cython.locals(child=int)
    cdef list ranked_moves(self)
    cdef double _mean(self, int child)
    @cython.locals(
        first=int, child=int, proof='unsigned long long', proven='long long', visits='long long', prior='long long',
    )
    cdef list ranked(self, int node)
    @cython.locals(found=list)
    cdef list line(self, int child)
    @cython.locals(first=int, child=int)
    cdef int child_of(self, unsigned long long move) noexcept nogil
    @cython.locals(proof='unsigned long long', seat=int, win=int, total=double, score=double)
    cdef list seat_scores(self, int child)
