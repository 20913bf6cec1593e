cdef extern from *:
    """
    #define LUDOTECA_NO_MOVE 0xFFFFFFFFFFFFFFFFULL
    """
    const unsigned long long NO_MOVE "LUDOTECA_NO_MOVE"

cdef enum:
    SCORE_BIAS = 1073741824

cdef enum:
    NO_REPETITION = 0
    REPETITION_DRAWS = 1
    REPETITION_WINS = 2
    REPETITION_LOSES = 3
