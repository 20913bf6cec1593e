cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.turns cimport Turn

cdef int UNIT, PAWN, JESTER, KING, MIND, KNIGHT, OWN, ENEMY, BOTH, READ, CRUX, LOUD
cdef unsigned char[144] CELL
cdef int[8] DELTA


@cython.final
cdef class Judge:
    cdef State now
    cdef Turn here
    cdef State trial
    cdef Turn ahead
    cdef IntStack found
    cdef unsigned char[512] hot
    cdef unsigned char[512] hot_wall
    cdef unsigned char[256] guards
    cdef unsigned char[256] near_foe
    cdef int asks
    cdef int unsafe
    cdef int is_checked
    cdef public int is_lazy
    cdef int prey
    cdef int taker
    cdef int is_choosy
    cdef int wish
    cdef long long wanted

    @cython.locals(cell=int)
    cdef void survey(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void forget_guards(self) noexcept nogil
    @cython.locals(cell=int, square=int, unit=int, way=int)
    cdef void _find_foes(self) noexcept nogil
    @cython.locals(cell=int, crux=int)
    cdef void _survey_king(self, int side, int bit) noexcept nogil
    @cython.locals(unit=int, victim=int)
    cdef bint can_capture(self, int origin, int target) noexcept nogil
    cdef bint is_guarded(self, int cell) noexcept nogil
    @cython.locals(kings=int)
    cdef void offer(self, long long move, int concerns, int struck) noexcept nogil
    cdef void choose(self, int wish, long long wanted) noexcept nogil
    cdef bint _is_wished(self, long long move, int struck) noexcept nogil
    @cython.locals(side=int)
    cdef bint is_legal(self, long long move) noexcept nogil
