from cpython.pythread cimport PyThread_type_lock
from cpython.ref cimport PyObject

from ludoteca.lab.lane cimport Lane, BatchArrays
from ludoteca.lab.memory cimport Memory


cdef class Lanes:
    cdef list kept
    cdef PyObject** at
    cdef readonly int count

    cdef void advance(self, BatchArrays arrays, int begin, int end, int limit) noexcept nogil


cdef class Signal:
    cdef long is_awaited
    cdef PyThread_type_lock lock

    cdef void wait_unless(self, long* word, long number) noexcept nogil
    cdef void notify(self) noexcept nogil


cdef class Crew:
    cdef Lanes lanes
    cdef BatchArrays arrays
    cdef readonly int count
    cdef long chunk
    cdef list signals
    cdef PyObject** signal_at
    cdef long* shares
    cdef long* step
    cdef long* undone
    cdef bint is_stopping

    cdef void _begin(self) noexcept nogil
    cdef void _work(self, int number) noexcept nogil
    cdef void _wait_while(self, long* word, long number, int waiter) noexcept nogil
