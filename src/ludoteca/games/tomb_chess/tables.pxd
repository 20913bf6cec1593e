cdef unsigned char[144] CELL
cdef unsigned char[256] SQUARE
cdef unsigned char[256] QUADRANT
cdef unsigned char[256] LAST_RANK
cdef int[8] DELTA
cdef int[8] LEAP
cdef int[32] UNDER
cdef int[8] AROUND

cdef unsigned char[8] FIRST_RANGE
cdef unsigned char[8] IS_RANGED
cdef int[6] PROMOTIONS
cdef int[8] MOVEMENT_PER_RANGE
cdef int[8] FIXED_MOVEMENT

cdef int[8] VALUE
cdef int[8] RANGE_VALUE
cdef int MAX_PAWN_RANGE_VALUED
cdef int[13] PAWN_COUNT_VALUE
cdef int[256] CENTRALITY
cdef int[8] CENTRALITY_VALUE
cdef int KING_VALUE

cdef unsigned long long[2304] UNIT_KEYS
cdef unsigned long long[2304] RANGE_KEYS
cdef unsigned long long[1152] LONG_RANGE_KEYS
cdef unsigned long long[2304] STATE_KEYS
cdef unsigned long long[288] WALL_KEYS
cdef unsigned long long[2304] GRAVE_KEYS
cdef unsigned long long[144] OPEN_KEYS
cdef unsigned long long SIDE_KEY
