cdef class Task:
    cdef void work(self) noexcept nogil
