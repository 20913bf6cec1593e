from ludoteca.core.position cimport Position


cdef class Evaluator:
    cpdef attach(self, Position position)
    cdef int evaluate(self, int seat) noexcept nogil


cdef class NoEvaluator(Evaluator):
    pass
