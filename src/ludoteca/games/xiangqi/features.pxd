cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position
from ludoteca.games.xiangqi cimport layout
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.position cimport XiangqiPosition

cdef short[4] POINT_FACTOR, RANK_FACTOR, SHIFT
cdef short[64] PIECE_BEGINS
cdef int TURN, NONE


cdef class XiangqiFeatures(Features):
    cdef XiangqiPosition position
    cdef Pieces pieces

    cpdef attach(self, Position position)
    @cython.locals(
        points='unsigned char*',
        pieces=Py_ssize_t,
        file=int,
        view=int,
        point_factor=short,
        rank_factor=short,
        shift=short,
        none=short,
        seen=short,
        slot=Py_ssize_t,
    )
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    @cython.locals(points='unsigned char*', count=int, slot=Py_ssize_t)
    cdef int bucket(self) noexcept nogil
