"""The compiled form of `memory.py`: arrays are written without the interpreter."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport memcpy, memset


cdef class Memory:
    """The memory of an array, as numbers of several kinds."""

    def __cinit__(self, array):
        PyObject_GetBuffer(array, &self.view, PyBUF_SIMPLE | PyBUF_WRITABLE)
        self.uint8 = <unsigned char*> self.view.buf
        self.int32 = <int*> self.view.buf
        self.int64 = <long long*> self.view.buf
        self.uint64 = <unsigned long long*> self.view.buf
        self.float32 = <float*> self.view.buf
        self.float64 = <double*> self.view.buf

    def __dealloc__(self):
        PyBuffer_Release(&self.view)

    cdef void copy_words(self, long long place, unsigned long long* words, int count) noexcept nogil:
        memcpy(self.uint64 + place, words, count * sizeof(unsigned long long))

    cdef void clear(self, long long place, long long count) noexcept nogil:
        memset(self.uint8 + place, 0, count)
