cimport cython

from ludoteca.core cimport constants
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int HOLE_NEARER, FEW


cdef class ChineseCheckersTactics(Tactics):
    cdef ChineseCheckersPosition position

    cpdef attach(self, Position position)
    cdef bint has_ended(self) noexcept nogil
    @cython.locals(goal=int)
    cdef int order_score(self, long long move) noexcept nogil
    cdef bint allows_null(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef int repetition_result(self, int plies) noexcept nogil
