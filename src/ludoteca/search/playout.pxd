cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.search cimport xorshift


@cython.final
cdef class Playout:
    cdef unsigned long long state
    cdef IntStack found

    @cython.locals(made=int)
    cdef int _run(self, Position position, int limit) noexcept nogil
