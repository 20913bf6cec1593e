# The one thing that plain Python cannot say: let other threads run meanwhile. `release.py` is the same, uncompiled.


cdef class Task:
    """Work that needs no interpreter."""

    cdef void work(self) noexcept nogil:
        pass

    def run(self):
        """Do the work without the interpreter's lock."""
        with nogil:
            self.work()
