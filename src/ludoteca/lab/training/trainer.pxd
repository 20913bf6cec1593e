cimport cython

from ludoteca.lab.memory cimport Memory
from ludoteca.lab.training cimport arithmetic
from ludoteca.search.nogil cimport Job

cdef extern from *:
    """
    /* Only so do all loops become vectors. None of it changes the order of additions. */
    #if defined(__GNUC__) && !defined(__clang__)
    #pragma GCC optimize ("no-loop-unroll-and-jam", "no-trapping-math", "finite-math-only", "no-signed-zeros", "no-math-errno")
    #endif
    """

cdef float FIRST
cdef float SECOND
cdef float TINY


@cython.final
cdef class Samples:
    cdef readonly Py_ssize_t count
    cdef Memory features
    cdef Memory buckets
    cdef Memory added
    cdef Memory targets
    cdef Memory outputs


cdef class Pass(Job):
    cdef int none
    cdef Py_ssize_t slots
    cdef Py_ssize_t views
    cdef Py_ssize_t blocks
    cdef Py_ssize_t rows
    cdef Py_ssize_t output_row
    cdef Py_ssize_t output_bias_row
    cdef Memory weights
    cdef Memory gradient
    cdef Memory touched
    cdef Memory accumulators
    cdef Memory active
    cdef Memory counts
    cdef Memory outputs
    cdef Memory slopes
    cdef Samples samples
    cdef Py_ssize_t begin
    cdef Py_ssize_t end
    cdef bint is_learning
    cdef readonly double loss

    @cython.locals(first=Py_ssize_t, count=Py_ssize_t, block=Py_ssize_t)
    cdef void work(self) noexcept nogil
    @cython.final
    @cython.locals(
        features='int*', active='long long*', view=Py_ssize_t, found=Py_ssize_t, slot=Py_ssize_t, feature=int,
        sample=Py_ssize_t, bucket=Py_ssize_t, bias=float,
    )
    cdef void _find_active(self, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    @cython.final
    @cython.locals(
        sums='float[32]', products='float[32]', weights='float*', accumulators='float*', active='long long*',
        begin=Py_ssize_t, sample=Py_ssize_t, bucket=Py_ssize_t, index=Py_ssize_t, view=Py_ssize_t, number=Py_ssize_t,
        place=Py_ssize_t, slot=Py_ssize_t, kept=Py_ssize_t, value=float, half=Py_ssize_t,
    )
    cdef void _forward(self, Py_ssize_t block, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    @cython.final
    @cython.locals(sample=Py_ssize_t, share=float, error=float)
    cdef void _judge(self, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    @cython.final
    @cython.locals(
        deltas='float[32]', weights='float*', gradient='float*', accumulators='float*', active='long long*',
        begin=Py_ssize_t, sample=Py_ssize_t, bucket=Py_ssize_t, slope=float, place=Py_ssize_t, view=Py_ssize_t,
        number=Py_ssize_t, kept=Py_ssize_t, index=Py_ssize_t, value=float, slot=Py_ssize_t,
    )
    cdef void _backward(self, Py_ssize_t block, Py_ssize_t first, Py_ssize_t count) noexcept nogil


cdef class Adam(Job):
    cdef Py_ssize_t passes
    cdef Py_ssize_t rows
    cdef Py_ssize_t inputs
    cdef Py_ssize_t blocks
    cdef Memory weights
    cdef Memory first
    cdef Memory second
    cdef Memory seen
    cdef Memory limits
    cdef Memory gradients
    cdef Memory touched
    cdef float factor
    cdef float rate
    cdef float kept

    @cython.locals(row=Py_ssize_t, is_touched=bint, number=Py_ssize_t, block=Py_ssize_t)
    cdef void work(self) noexcept nogil
    @cython.final
    @cython.locals(
        total='float[32]', weights='float*', first='float*', second='float*', gradients='float*', factor=float,
        rate=float, kept=float, limit=float, begin=Py_ssize_t, index=Py_ssize_t, number=Py_ssize_t, place=Py_ssize_t, slope=float,
        mean=float, square=float, value=float,
    )
    cdef void _move(self, Py_ssize_t block, Py_ssize_t row) noexcept nogil
