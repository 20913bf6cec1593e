cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.search.release cimport Task
from ludoteca.search.table cimport Table

cdef int WIN, SURE, MOST_PLIES
cdef unsigned long long NO_MOVE


cdef class Deepening(Task):
    cdef Position position
    cdef Evaluator evaluator
    cdef int root
    cdef Table table
    cdef bint is_plain
    cdef Words found
    cdef Words excluded
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

    cdef void count_node(self) noexcept nogil
    @cython.locals(is_excluded=bint, index=int)
    cdef bint is_excluded(self, unsigned long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void keep_line(self, int ply, unsigned long long move) noexcept nogil
    @cython.locals(index=int)
    cdef void keep_answer(self, int score) noexcept nogil
    @cython.locals(payoff=double)
    cdef int ended(self, int ply) noexcept nogil
    cdef int recurred(self, int recurrence, int ply) noexcept nogil
    cdef int to_table(self, int score, int ply) noexcept nogil
    cdef int from_table(self, int score, int ply) noexcept nogil
