cimport cython

from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position
from ludoteca.games.xiangqi cimport layout
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.position cimport XiangqiPosition

cdef unsigned short[5152] FEATURE
cdef unsigned short[32] PIECE_BEGINS
cdef unsigned short[184] VIEW_BEGINS
cdef int TURN


cdef class XiangqiFeatures(Features):
    cdef XiangqiPosition position
    cdef Pieces pieces

    cpdef attach(self, Position position)
    @cython.locals(points='unsigned char*', begin=int, slot=int)
    cdef void features(self, int seat, unsigned short* out) noexcept nogil
    @cython.locals(count=int, slot=int)
    cdef int bucket(self) noexcept nogil
