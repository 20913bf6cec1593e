cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words

cdef unsigned long long NO_MOVE
cdef int HISTORY_SIZE, HABITS, LIMIT, FIRST, GOOD, LOSING, PROMISE, BIAS


@cython.final
cdef class Ordering:
    cdef Words ranks
    cdef int[32768] history
    cdef short[::1] answering
    cdef short[::1] following
    cdef unsigned long long[256] killers
    cdef unsigned long long[16384] answers
    cdef int[130] habits

    @cython.locals(index=int)
    cdef void begin(self) noexcept nogil
    cdef void note(self, Position position, unsigned long long move, int ply) noexcept nogil
    cdef void put_first(self, Words found, unsigned long long move) noexcept nogil
    @cython.locals(last=int, end=int, index=int, move='unsigned long long', rank=int, gain=int)
    cdef void rank(
        self, Position position, Words found, int begin, unsigned long long table_move, bint is_tried, int ply
    ) noexcept nogil
    @cython.locals(rank=int)
    cdef int standing(self, int index) noexcept nogil
    @cython.locals(is_losing=bint)
    cdef bint is_losing(self, int index) noexcept nogil
    @cython.locals(seat=int, habit=int, standing=int)
    cdef int _standing(self, Position position, unsigned long long move, int ply) noexcept nogil
    @cython.locals(move='unsigned long long', bonus=int, other=int)
    cdef void reward(self, Position position, Words found, int begin, int index, int depth, int ply) noexcept nogil
    @cython.locals(seat=int, habit=int, slot=int)
    cdef void _shift(self, Position position, unsigned long long move, int bonus, int ply) noexcept nogil
    @cython.locals(drag=int)
    cdef int _part(self, int before, int bonus) noexcept nogil
    cdef int _last(self, Position position) noexcept nogil


cpdef int slot_of(unsigned long long move) noexcept nogil
@cython.locals(best=int, rank='unsigned long long', other=int, move='unsigned long long')
cpdef unsigned long long pick(Words found, Words ranks, int index, int end) noexcept nogil
