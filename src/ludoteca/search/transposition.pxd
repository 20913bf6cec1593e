cimport cython

from ludoteca.core cimport constants
from ludoteca.search cimport entry
from ludoteca.search.nogil cimport Memory

cdef int SLOT_WORDS, BUCKET_WORDS


@cython.final
cdef class TranspositionTable:
    cdef Memory memory
    cdef readonly unsigned long long last_bucket
    cdef int age

    @cython.locals(index=Py_ssize_t)
    cpdef clear(self)
    cdef void prefetch(self, unsigned long long key) noexcept nogil
    @cython.locals(probe='unsigned long long', slot='unsigned long long')
    cdef bint find(self, unsigned long long key, unsigned long long* found) noexcept nogil
    @cython.locals(
        best='unsigned long long', best_worth=int, probe='unsigned long long', slot='unsigned long long',
        old='unsigned long long', worth=int, new='unsigned long long',
    )
    cdef void store(
        self, unsigned long long key, unsigned long long move, int score, int static_score, int depth, int bound
    ) noexcept nogil
    @cython.locals(used=int, bucket=int, probe=int, stored='unsigned long long')
    cpdef int fullness(self)
