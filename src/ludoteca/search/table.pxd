cimport cython

from ludoteca.search.release cimport Fetcher

cdef int WORDS, PAIR
cdef unsigned long long NO_MOVE, OPINION_UNIT, DEPTH_UNIT, BOUND_UNIT, AGE_UNIT


@cython.final
cdef class Table(Fetcher):
    cdef unsigned long long[::1] at
    cdef readonly unsigned long long last
    cdef unsigned long long age

    @cython.locals(index=Py_ssize_t)
    cpdef clear(self)
    cdef void expect(self, unsigned long long key) noexcept nogil
    @cython.locals(probe='unsigned long long', slot='unsigned long long')
    cdef bint find(self, unsigned long long key, unsigned long long* found) noexcept nogil
    @cython.locals(
        best='unsigned long long', best_worth=int, probe='unsigned long long', slot='unsigned long long',
        facts='unsigned long long', worth=int,
    )
    cdef void store(
        self, unsigned long long key, unsigned long long move, int score, int opinion, int depth, int bound
    ) noexcept nogil
    @cython.locals(used=int, pair=int, probe=int, facts='unsigned long long')
    cpdef int fullness(self)


cpdef int score_of(unsigned long long facts) noexcept nogil
cpdef int opinion_of(unsigned long long facts) noexcept nogil
cpdef int depth_of(unsigned long long facts) noexcept nogil
cpdef int bound_of(unsigned long long facts) noexcept nogil
