cimport cython

cdef int LIMIT


@cython.final
cdef class Usage:
    cdef readonly tuple clauses
    cdef readonly int moves
    cdef dict numbers
    cdef int undeclared
    cdef unsigned char[4000] is_declared
    cdef int[4000] latest
    cdef int[4000] counted
    cdef int[4000] taken

    @cython.locals(number=int)
    cdef _declare(self, str clause)
    cdef void begin_move(self) noexcept nogil
    cdef void fire(self, int number) noexcept nogil
    @cython.locals(number=int, found=list)
    cpdef tuple take(self)
    cpdef dict counts(self)
    cdef _refuse_undeclared(self)
