cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words
from ludoteca.games.chinese_checkers.pieces cimport Pieces
from ludoteca.games.chinese_checkers.repetition cimport Repetition

cdef int PASS, NOBODY, GOES_ON, ALL_HOME, REPEATED, LONG, BLOCKED_HOME
cdef list NUMBERS
cdef unsigned long long[6] SEAT_KEYS
cdef unsigned char[24] GOAL
cdef unsigned char[768] DISTANCE
cdef int HOLE_NEARER, FEW


@cython.final
cdef class ChineseCheckersPosition(Position):
    cdef readonly Pieces pieces
    cdef readonly int round
    cdef readonly int ended
    cdef readonly int winner
    cdef int round_limit
    cdef bint anti_blocking
    cdef Repetition repetition
    cdef Words found

    @cython.locals(index=int)
    cdef list _legal_moves(self)

    @cython.locals(begin=int)
    cdef void _generate(self, Words found) noexcept nogil
    cdef long long _count_moves(self) noexcept nogil
    cdef bint _is_sane(self, long long move) noexcept nogil
    @cython.locals(mover=int)
    cdef void _make(self, long long move) noexcept nogil
    @cython.locals(move=int)
    cdef void _unmake(self) noexcept nogil
    cdef unsigned long long _hash(self) noexcept nogil
    cdef int _judge(self, int mover, int seen) noexcept nogil
    cdef bint _has_won(self, int seat) noexcept nogil
    @cython.locals(last=int, back=int, seat=int)
    cdef int _judge_first(self) noexcept nogil
    cdef double _payoff(self, int seat) noexcept nogil
    @cython.locals(goal=int)
    cdef int _promise(self, int move) noexcept nogil
    cdef bint _can_skip(self) noexcept nogil
    cdef void _skip(self) noexcept nogil
    cdef void _unskip(self) noexcept nogil
    cdef int _recurrence(self, int plies) noexcept nogil
    @cython.locals(twin=ChineseCheckersPosition)
    cdef ChineseCheckersPosition _twin(self)
