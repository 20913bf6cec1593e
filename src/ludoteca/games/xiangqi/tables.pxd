cimport cython

from ludoteca.games.xiangqi cimport layout

cdef unsigned char[32] KIND
cdef int[7] CLAUSE
cdef unsigned char[32] PIECE
cdef int[33] VALUE
cdef unsigned char[92] FILE
cdef unsigned char[92] RANK
cdef unsigned short[1261] STEP_BEGINS
cdef unsigned short[1688] STEPS
cdef unsigned long long[1260] PIECE_KEYS
cdef unsigned long long SIDE_KEY

cdef unsigned char[1024] COUNT
cdef unsigned char[1024] LOWEST
cdef unsigned short[256] BETWEEN
cdef unsigned short[10240] REACH
cdef unsigned short[10240] LEAP
cdef unsigned char[8280] HORSE_LEG

@cython.locals(bits=int, start=int, end=int, place=int)
cdef void _fill_lines() noexcept nogil
@cython.locals(reach=int, leap=int, step=int, met=int, place=int)
cdef void _fill_line(int start, int bits) noexcept nogil
@cython.locals(pair=int, origin=int, begin=int, index=int)
cdef void _fill_horse_legs() noexcept nogil
