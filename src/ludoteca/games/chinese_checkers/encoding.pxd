cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.games.chinese_checkers cimport layout, tables
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.position cimport ChineseCheckersPosition

cdef int WIDTH, AREA, RECENT_PLIES, FLAT_PASS
cdef unsigned char[768] SEEN_HOLE
cdef unsigned short[121] GRID
cdef unsigned char[289] IS_HOLE
cdef unsigned char[24] POINT_OF


cdef class ChineseCheckersEncoding(Encoding):
    cdef ChineseCheckersPosition position
    cdef Pieces pieces

    cpdef attach(self, Position position)
    @cython.locals(seats=int, view=int, index=int, after=int, number=int)
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept nogil
    cdef int _view(self, int seat) noexcept nogil
    @cython.locals(lattice=int, own='unsigned long long')
    cdef void _mark_pieces(self, int seat, int view, unsigned char* out, long long begin) noexcept nogil
    @cython.locals(index=int)
    cdef void _fill(self, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(count=int, back=int, move='long long')
    cdef void _mark_recent(self, unsigned char* out, long long begin, int view) noexcept nogil
    @cython.locals(view=int)
    cdef int flat(self, long long move) noexcept nogil
    @cython.locals(view=int, index=int, move='long long', origin=int)
    cdef void mark_flat(self, IntStack found, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(view=int)
    cdef int pick(self, long long move, int* out) noexcept nogil
    @cython.locals(view=int, origin=int, target=int)
    cdef void describe(self, long long move, unsigned char* out, long long begin) noexcept nogil
