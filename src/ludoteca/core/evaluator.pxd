from ludoteca.core.position cimport Position


cdef class Evaluator:
    cdef bint is_missing

    cpdef attach(self, Position position)
    cdef int evaluate(self, int seat) noexcept nogil


cdef class NoEvaluator(Evaluator):
    cpdef attach(self, Position position)
    cdef int evaluate(self, int seat) noexcept nogil


cdef class EvaluatorOfOptions(Evaluator):
    cdef object choose
    cdef object options
    cdef readonly Evaluator chosen

    cpdef attach(self, Position position)
    cdef int evaluate(self, int seat) noexcept nogil
