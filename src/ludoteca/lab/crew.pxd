from cpython.pythread cimport PyThread_type_lock
from cpython.ref cimport PyObject

from ludoteca.lab.lane cimport Lane, Table
from ludoteca.lab.memory cimport Memory


cdef class Lanes:
    cdef list kept
    cdef PyObject** at
    cdef readonly int count

    cdef void advance(self, Table table, int begin, int end) noexcept nogil


cdef class Worker:
    cdef Lanes lanes
    cdef Table table
    cdef int begin
    cdef int end
    cdef bint is_stopping
    cdef PyThread_type_lock go
    cdef PyThread_type_lock done
