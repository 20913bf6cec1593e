cimport cython


@cython.final
cdef class Words:
    cdef unsigned long long[::1] at
    cdef int room
    cdef int count

    cdef void reserve(self, int more) noexcept nogil
    cdef void push(self, unsigned long long word) noexcept nogil
    @cython.locals(word='unsigned long long')
    cdef unsigned long long pop(self) noexcept nogil
    cdef void clear(self) noexcept nogil
    @cython.locals(grown='unsigned long long[::1]', index=int)
    cdef void _grow(self, int room) noexcept with gil
    @cython.locals(twin=Words)
    cpdef Words copy(self)
    @cython.locals(index=int)
    cdef void _copy_to(self, Words twin) noexcept nogil
    @cython.locals(index=int)
    cdef list _as_list(self, int start)
