from ludoteca.core.position cimport Position


cdef class Evaluator:
    cdef int opinion(self, Position position, int seat) noexcept nogil
