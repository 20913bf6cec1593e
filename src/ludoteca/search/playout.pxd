cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words

cdef unsigned long long MASK


@cython.final
cdef class Playout:
    cdef unsigned long long state
    cdef Words found

    @cython.locals(made=int)
    cdef int _run(self, Position position, int limit) noexcept nogil
    cdef int _below(self, int count) noexcept nogil
