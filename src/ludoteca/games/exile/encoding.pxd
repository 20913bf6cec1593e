cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.position cimport Position
from ludoteca.games.exile cimport layout, tables
from ludoteca.games.exile.pieces cimport Pieces
from ludoteca.games.exile.position cimport ExilePosition

cdef int RECENT_PLIES, MOST_TILES
cdef unsigned char[1152] SEEN_TILE


cdef class ExileEncoding(Encoding):
    cdef ExilePosition position
    cdef Pieces pieces
    cdef int area

    cpdef attach(self, Position position)
    @cython.locals(seats=int, view=int, index=int, after=int, last='long long')
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept nogil
    @cython.locals(quarters=int)
    cdef int _view(self, int seat) noexcept nogil
    cdef int _seat_after(self, int seat, int after) noexcept nogil
    @cython.locals(seats=int, place=int, held=int)
    cdef void _show_seat(self, int seat, int after, int view, unsigned char* out, long long begin) noexcept nogil
    @cython.locals(index=int)
    cdef void _fill(self, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(count=int, back=int, move='long long')
    cdef void _mark_recent(self, unsigned char* out, long long begin, int view) noexcept nogil
    cdef int _target(self, long long move) noexcept nogil
    @cython.locals(view=int, count=int, index=int)
    cdef int pick(self, long long move, int* out) noexcept nogil
    @cython.locals(view=int, index=int, owner=int)
    cdef void describe(self, long long move, unsigned char* out, long long begin) noexcept nogil
