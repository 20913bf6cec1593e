cdef extern from *:
    """
    #ifdef __GNUC__
    #define ludoteca_prefetch_to_write(place) __builtin_prefetch(place, 1)
    #else
    #define ludoteca_prefetch_to_write(place) ((void) (place))
    #endif
    """
    void ludoteca_prefetch_to_write(const void* place) noexcept nogil


cdef inline void prefetch(const void* place, int offset) noexcept nogil:
    ludoteca_prefetch_to_write(<const char*> place + offset)
