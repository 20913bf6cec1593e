cdef class Task:
    cdef void work(self) noexcept nogil


cdef extern from *:
    """
    #ifdef __GNUC__
    #define ludoteca_fetch(word) __builtin_prefetch(word)
    #else
    #define ludoteca_fetch(word) ((void) (word))
    #endif
    """
    void ludoteca_fetch(const void* word) noexcept nogil


cdef class Fetcher:
    cdef void fetch(self, unsigned long long[::1] words, unsigned long long index) noexcept nogil
