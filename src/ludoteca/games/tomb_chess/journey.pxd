cimport cython

from ludoteca.games.tomb_chess.judge cimport Judge
from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.turns cimport Turn

cdef int UNIT, EDGE, BLOCKED, PAWN, JESTER, KING, MIND, UNIT_AHEAD, EDGE_AHEAD, IN_REACH, BOTH
cdef int[8] DELTA
cdef unsigned char[256] QUADRANT


@cython.final
cdef class Journey:
    cdef Judge judge
    cdef State probe
    cdef Turn turn
    cdef State spare
    cdef int origin
    cdef int unit
    cdef int kind
    cdef int side
    cdef int flags
    cdef int is_piece
    cdef int movement
    cdef int lifts
    cdef int concerns
    cdef int book
    cdef int is_pusher
    cdef int at
    cdef int is_wary
    cdef int checks_already
    cdef unsigned char[256] hot
    cdef unsigned char[256] stops

    cdef void open(self) noexcept nogil
    cdef void depart(self, int origin, int flags) noexcept nogil
    @cython.locals(unit=int)
    cdef void depart_blindly(self, int origin, int flags) noexcept nogil
    cdef void come_back(self) noexcept nogil
    cdef void stand(self, int cell) noexcept nogil
    cdef void lift(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void _survey(self) noexcept nogil
    cdef bint gives_check(self, int cell) noexcept nogil
    cdef bint is_spellbound(self, int cell) noexcept nogil
    cdef bint ends_leg(self, int cell) noexcept nogil
    cdef bint ends_bounce(self, int cell) noexcept nogil
    cdef void hold(self, int cell) noexcept nogil
    cdef int concern(self, int cell) noexcept nogil
    cdef int wall_concern(self, int cell) noexcept nogil
    @cython.locals(count=int, step=int)
    cdef int line(self, int cell, int way, int reach, int lifts) noexcept nogil
    @cython.locals(steps=int, straight=int, diagonal=int, by_line=int, by_steps=int)
    cdef int leg_line(self, int cell, int way, int movement, int lifts) noexcept nogil
    cdef bint can_leap_to(self, int origin, int leap, int target, int lifts) noexcept nogil
    @cython.locals(enemy=int, own=int)
    cdef bint is_held_by_enemy(self, int quadrant, int target, int victim, int captured) noexcept nogil
