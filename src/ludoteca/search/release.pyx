# What plain Python cannot say: let other threads run meanwhile, let memory come.
# `release.py` is the same, uncompiled.


cdef class Task:
    """Work that needs no interpreter."""

    cdef void work(self) noexcept nogil:
        pass

    def run(self):
        """Do the work without the interpreter's lock."""
        with nogil:
            self.work()


cdef class Fetcher:
    """Memory that is asked for ahead of time."""

    cdef void fetch(self, unsigned long long[::1] words, unsigned long long index) noexcept nogil:
        ludoteca_fetch(&words[index])
