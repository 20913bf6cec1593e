from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.features cimport Features
from ludoteca.core.position cimport Position

ctypedef void (*Update)(short* to, const short* base, const short** rows, Py_ssize_t pairs, Py_ssize_t hidden) noexcept nogil
ctypedef long long (*Output)(const short* sums, const short* weights, Py_ssize_t hidden) noexcept nogil
ctypedef Py_ssize_t (*Compare)(const unsigned short* one, const unsigned short* other, Py_ssize_t slots) noexcept nogil


cdef class Weights:
    cdef readonly int count
    cdef readonly int hidden
    cdef readonly int views
    cdef readonly int buckets
    cdef readonly int scale
    cdef void* memory
    cdef short* inputs
    cdef short* input_bias
    cdef short* outputs
    cdef int* output_bias

    cdef char* _fill(self, char* place, bytes given, int more) noexcept


cdef class NetworkEvaluator(Evaluator):
    cdef readonly object network
    cdef readonly str kernel
    cdef Weights weights
    cdef Features features
    cdef Position position
    cdef Update update
    cdef Output output
    cdef Compare compare
    cdef int slots
    cdef int stride
    cdef void* memory
    cdef short* entries
    cdef short* empty
    cdef unsigned short* seen
    cdef const short** rows

    cpdef attach(self, Position position)
    cdef int evaluate(self, int seat) noexcept nogil
    cdef short* _entry(self, int seat, int ply) noexcept nogil
    cdef const short* _follow(self, int seat) noexcept nogil
    cdef Py_ssize_t _find_pairs(self, const short* base) noexcept nogil
