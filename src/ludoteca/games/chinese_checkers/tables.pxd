cimport cython

from ludoteca.games.chinese_checkers cimport layout

cdef unsigned char[121] LATTICE
cdef unsigned char[121] BIT
cdef unsigned char[256] SLOT
cdef unsigned char[768] NEIGHBOURS
cdef unsigned char[6] WAY_BACK
cdef unsigned char[3072] STEP_WAYS
cdef unsigned char[64] WAY_COUNT
cdef unsigned char[384] HOP_PAIRS
cdef unsigned long long[384] HOP_BEGINS
cdef unsigned long long[96] START
cdef unsigned long long[96] HOME
cdef unsigned long long[96] OPEN
cdef int[24] OPPOSITE
cdef unsigned char[24] GOAL
cdef unsigned char[24] WHEN_HOME
cdef unsigned char[768] DISTANCE
cdef unsigned short[768] GATE_BITS
cdef unsigned long long[768] PIECE_KEYS
cdef unsigned long long[6] SEAT_KEYS

@cython.locals(slot=int, seat=int)
cdef void _fill_tables() noexcept nogil
@cython.locals(is_inside=bint, ways=int, way=int, target=int, allowed='unsigned long long')
cdef int _ways_on_empty_board(int area, int slot) noexcept nogil
