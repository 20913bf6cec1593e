cimport cython

from ludoteca.core.words cimport Words


cdef list SPARE
cdef int PROMISE


cdef class Position:
    cdef readonly int seats
    cdef readonly int to_move
    cdef Words played
    cdef public object game
    cdef public object options
    cdef public str origin_text

    @cython.locals(found=Words)
    cpdef list legal_moves(self)
    cpdef play(self, long long move)
    cpdef undo(self)
    cpdef list moves_played(self)
    @cython.locals(twin=Position)
    cpdef Position copy(self)

    cdef void generate(self, Words found) noexcept nogil
    cdef long long count_moves(self) noexcept nogil
    @cython.locals(found=Words)
    cdef long long _count_generated(self) noexcept with gil
    cdef bint is_sane(self, long long move) noexcept nogil
    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef unsigned long long hash(self) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    cdef bint is_legal(self, long long move) noexcept nogil
    cdef bint is_checked(self) noexcept nogil
    cdef bint gives_check(self, long long move) noexcept nogil
    cdef void add_loud_moves(self, Words found) noexcept nogil
    cdef int gain(self, long long move) noexcept nogil
    cdef int exchange(self, long long move) noexcept nogil
    cdef int habit(self, long long move) noexcept nogil
    cdef int promise(self, long long move) noexcept nogil
    cdef bint has_ended(self) noexcept nogil
    cdef bint can_skip(self) noexcept nogil
    cdef void skip(self) noexcept nogil
    cdef void unskip(self) noexcept nogil
    cdef int recurrence(self, int plies) noexcept nogil
    cdef void add_promising_moves(self, Words found, Words promises, int limit) noexcept nogil
    @cython.locals(begin=int, index=int)
    cdef void _add_all_with_gains(self, Words found, Words promises) noexcept nogil
    cdef Position twin(self)
