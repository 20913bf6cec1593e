# The compiled form of `nogil.py`: other threads run meanwhile, memory is read without the interpreter and prefetched.

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer


cdef class Job:
    """Work that needs no interpreter."""

    cdef void work(self) noexcept nogil:
        self.is_missing = True

    def run(self):
        """Do the work without the interpreter's lock."""
        with nogil:
            self.work()
        if self.is_missing:
            raise NotImplementedError(f"{type(self).__name__} does not implement work")


cdef class Memory:
    """The memory of a buffer, as unsigned numbers of 64 bits and as signed numbers of 16 bits."""

    def __cinit__(self, buffer):
        PyObject_GetBuffer(buffer, &self.view, PyBUF_SIMPLE | PyBUF_WRITABLE)
        self.words = <unsigned long long*> self.view.buf
        self.shorts = <short*> self.view.buf

    def __dealloc__(self):
        PyBuffer_Release(&self.view)

    cdef void prefetch(self, unsigned long long index) noexcept nogil:
        ludoteca_prefetch(&self.words[index])
