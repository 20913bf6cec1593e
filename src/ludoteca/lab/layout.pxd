cdef enum:
    GOES_ON = 0
    IS_OVER = 1
    IS_CUT = 2
    STAYS = -2
