cdef class Job:
    cdef bint is_missing

    cdef void work(self) noexcept nogil


cdef extern from *:
    """
    #ifdef __GNUC__
    #define ludoteca_prefetch(word) __builtin_prefetch(word)
    #else
    #define ludoteca_prefetch(word) ((void) (word))
    #endif
    """
    void ludoteca_prefetch(const void* word) noexcept nogil


cdef class Memory:
    cdef Py_buffer view
    cdef unsigned long long* words
    cdef short* shorts

    cdef void prefetch(self, unsigned long long index) noexcept nogil
