cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.games.xiangqi cimport layout, tables
from ludoteca.games.xiangqi.pieces cimport Pieces
from ludoteca.games.xiangqi.position cimport XiangqiPosition

cdef int QUIET, SEEN, ALWAYS_CHECKED, ALWAYS_CHASED, LEFT, SIZE, RECENT_PLIES
cdef int[64] PLACE
cdef unsigned char[184] SEEN_POINT


cdef class XiangqiEncoding(Encoding):
    cdef XiangqiPosition position
    cdef Pieces pieces

    cpdef attach(self, Position position)
    cdef void prefetch(self) noexcept nogil
    @cython.locals(points='unsigned char*', index='long long', slot=int, place='long long', seen=int)
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept nogil
    @cython.locals(index='long long')
    cdef void _fill(self, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(side=int, first=int, general=int, victim=int, point=int)
    cdef void _mark_blame(self, unsigned char* out, long long begin, int seat) noexcept nogil
    @cython.locals(played='unsigned long long*', count=int, left='long long', view=int, back=int, move='long long')
    cdef void _mark_recent(self, unsigned char* out, long long begin, int seat) noexcept nogil
    @cython.locals(side=int)
    cdef int flat(self, long long move) noexcept nogil
    @cython.locals(moves='unsigned long long*', count=int, index=int)
    cdef void mark_flat(self, IntStack found, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(side=int)
    cdef int pick(self, long long move, int* out) noexcept nogil
    @cython.locals(side=int, captured=int)
    cdef void describe(self, long long move, unsigned char* out, long long begin) noexcept nogil


cdef int _seen_by(int side, int point) noexcept nogil
