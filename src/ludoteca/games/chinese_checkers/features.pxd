cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position
from ludoteca.games.chinese_checkers cimport encoding, layout, tables
from ludoteca.games.chinese_checkers.blockers cimport Blockers
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition


cdef class ChineseCheckersFeatures(Features):
    cdef ChineseCheckersPosition position
    cdef Pieces pieces
    cdef Blockers blockers
    cdef int[6] begins
    cdef int turn

    cpdef attach(self, Position position)
    @cython.locals(
        seats=int,
        view=int,
        slot=Py_ssize_t,
        after=int,
        begin=int,
        other=int,
        lattice=int,
        own='unsigned long long',
        hole=int,
    )
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    @cython.locals(best=int, after=int)
    cdef int by_hand(self, int seat) noexcept nogil
