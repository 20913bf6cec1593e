cdef class Memory:
    cdef Py_buffer view
    cdef unsigned char* uint8
    cdef int* int32
    cdef long long* int64
    cdef unsigned long long* uint64
    cdef float* float32
    cdef double* float64

    cdef void copy_words(self, long long place, unsigned long long* words, int count) noexcept nogil
    cdef void clear(self, long long place, long long count) noexcept nogil
