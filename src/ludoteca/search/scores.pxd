cdef enum:
    EXACT = 1
    LOWER_BOUND = 2
    UPPER_BOUND = 3

cdef enum:
    WIN = 30000
    PROVEN = 29000
    INFINITE = 32000
    MAX_PLIES = 120
    MAX_SEATS = 8
