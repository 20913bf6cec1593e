cimport cython

cdef int HOLES, UNKNOWN, FIRST_OPEN
cdef short[32768] ESCAPES
cdef signed char[90] BY_STEP
cdef signed char[90] BY_HOP

cpdef int escapes_from(int closed) noexcept nogil
@cython.locals(reached=int, hole=int, before=int)
cdef int _flood(int closed) noexcept nogil
@cython.locals(way=int, step=int, hop=int)
cdef bint _leads(int hole, int closed, int reached) noexcept nogil
