from ludoteca.core.position cimport Position


cdef class Evaluator:
    cpdef watch(self, position)
    cdef int opinion(self, int seat) noexcept nogil


cdef class Undecided(Evaluator):
    pass
