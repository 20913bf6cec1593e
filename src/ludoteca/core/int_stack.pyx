"""The compiled form of `int_stack.py`: plain Python has no memory that grows without the interpreter's lock."""

from libc.stdio cimport fputs, stderr
from libc.stdlib cimport abort, free, malloc, realloc
from libc.string cimport memcpy

cdef int FIRST_CAPACITY = 64


cdef class IntStack:
    """Moves found, moves played, keys seen."""

    def __cinit__(self):
        self.capacity = FIRST_CAPACITY
        self.count = 0
        self.at = <unsigned long long*> malloc(FIRST_CAPACITY * sizeof(unsigned long long))
        if self.at is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.at)

    cdef void grow(self, int more) noexcept nogil:
        self.capacity = 2 * (self.count + more)
        self.at = <unsigned long long*> realloc(self.at, self.capacity * sizeof(unsigned long long))
        if self.at is NULL:
            # No exception can be raised here, and nothing can go on without the memory.
            fputs("ludoteca: out of memory\n", stderr)
            abort()

    cpdef IntStack copy(self):
        """A stack with the same numbers."""
        cdef IntStack copied = IntStack()
        copied.reserve(self.count)
        memcpy(copied.at, self.at, self.count * sizeof(unsigned long long))
        copied.count = self.count
        return copied

    cpdef list as_list(self):
        """The numbers, oldest first."""
        cdef int index
        return [self.at[index] for index in range(self.count)]
