cdef enum:
    PARANOID = 0
    BEST_REPLY = 1
    MAX_N = 2
    NOBODY = 8
