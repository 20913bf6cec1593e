cimport cython

from ludoteca.games.exile cimport layout

cdef int[2] SIZE
cdef unsigned char[2304] NEAR
cdef unsigned char[2304] FAR
cdef unsigned char[288] WALL_WAYS
cdef unsigned char[288] EDGE_WAYS
cdef unsigned char[288] JUMP_WAYS
cdef unsigned char[2304] ORDERED_WAYS
cdef unsigned char[256] LOWEST_WAY
cdef unsigned char[41472] DISTANCES
cdef unsigned long long[864] ZONES
cdef unsigned long long[6] WHOLE
cdef unsigned char[64] LOWEST_TILE
cdef unsigned long long[576] PIECE_KEYS
cdef unsigned long long[576] FLAG_KEYS
cdef unsigned long long[20] HOLDER_KEYS
cdef unsigned long long[20] READY_KEYS
cdef unsigned long long[20] WAITING_KEYS
cdef unsigned long long[4] SEAT_KEYS
cdef unsigned long long[145] SPAWNED_KEYS

@cython.locals(place=int)
cdef void _fill_lowest_tile() noexcept nogil
