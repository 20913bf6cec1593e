cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.position cimport Position
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.position cimport TombChessPosition
from ludoteca.games.tomb_chess.state cimport stored
from ludoteca.games.tomb_chess.state.state cimport State

cdef int SHOWN_DEAD, RANGE, RESTING, PARALYSED, PUSHED, WALLS, OPENED, BURIED, DEAD, PUSHER, DEAD_SQUARES, DEAD_CODES
cdef int TURN, SEEN, LEFT, REACHED, RECENT_PLIES, SIZE, CONTROL_WORD, ROTATE_WORD, RESPAWN_WORD, PUSH_WORD, TURN_WORDS, PROMOTION_WORDS
cdef int CAPTURE_WORDS, FEATURE_COUNT
cdef int[7] ABILITY_WORDS


cdef class TombChessEncoding(Encoding):
    cdef TombChessPosition position
    cdef State state
    cdef int[256] before
    cdef int[256] after

    cpdef attach(self, Position position)
    @cython.locals(buried=int, index=int, place=int, square=int, cell=int)
    cdef void encode(self, unsigned char* out, long long begin, int seat) noexcept nogil
    cdef void _show_unit(self, int unit, int side, unsigned char* out, long long begin) noexcept nogil
    @cython.locals(node=int, number=int, code=int)
    cdef int _show_grave(
        self, int cell, int side, int place, int buried, unsigned char* out, long long begin
    ) noexcept nogil
    @cython.locals(index=int)
    cdef void _fill(self, unsigned char* out, long long begin, int number) noexcept nogil
    @cython.locals(end=int, back=int, place=int, cell=int)
    cdef void _mark_recent(self, unsigned char* out, long long begin, int seat) noexcept nogil
    @cython.locals(words='unsigned long long*', middle=int, first=int, cell=int, index=int)
    cdef int _read_units(self, int end) noexcept nogil
    cdef void _mark_change(self, int cell, int place, int back, unsigned char* out, long long begin) noexcept nogil

    @cython.locals(side=int, kind=int, origin=int, count=int)
    cdef int pick(self, long long move, int* out) noexcept nogil
    cdef int _pick_legs(self, long long move, int side, int* out, int count) noexcept nogil
    @cython.locals(begin=int, end=int, leap=int)
    cdef int _captured(self, long long move) noexcept nogil
    @cython.locals(cell=int, direction=int, bounce=int)
    cdef int _pick_bounce(self, long long move, int side, int* out, int count) noexcept nogil
    cdef int _pick_promotion(self, long long move, int* out, int count) noexcept nogil
    @cython.locals(side=int, kind=int, index=int)
    cdef void describe(self, long long move, unsigned char* out, long long begin) noexcept nogil
    @cython.locals(squares='int[16]', count=int)
    cdef void _describe_bounce(self, long long move, int side, unsigned char* out, long long begin) noexcept nogil


cdef int _seen_by(int side, int square) noexcept nogil
cdef int _who(int content) noexcept nogil
cdef int _seen_code(int side, int code) noexcept nogil
