cimport cython

from ludoteca.core.int_stack cimport IntStack

cdef unsigned long long BUCKETS


@cython.final
cdef class Repetition:
    cdef IntStack keys
    cdef IntStack links
    cdef unsigned int[1024] last

    @cython.locals(bucket='unsigned int', link='unsigned int', seen=int)
    cdef int note(self, unsigned long long key) noexcept nogil
    @cython.locals(key='unsigned long long')
    cdef void forget(self) noexcept nogil
    @cython.locals(last=int, key='unsigned long long', link=int)
    cdef bint is_back(self, int plies) noexcept nogil
    @cython.locals(twin=Repetition)
    cpdef Repetition copy(self)
