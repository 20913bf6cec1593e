cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.turn.turn cimport Turn


@cython.final
cdef class Midturn:
    cdef Legality legality
    cdef State probe
    cdef Turn turn
    cdef State backup
    cdef int origin
    cdef int unit
    cdef int kind
    cdef int side
    cdef int mind
    cdef int is_piece
    cdef int movement
    cdef int lifted
    cdef int affected
    cdef int sensitivity_offset
    cdef int is_pusher
    cdef int cell
    cdef int depends_on_majority
    cdef int checks_already
    cdef unsigned char[256] sensitive
    cdef unsigned char[256] bounce_ends

    cdef void load(self) noexcept nogil
    cdef void begin(self, int origin, int mind) noexcept nogil
    @cython.locals(unit=int)
    cdef void begin_single(self, int origin, int mind) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void stand(self, int cell) noexcept nogil
    cdef void lift(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void _prepare(self) noexcept nogil
    cdef bint gives_check(self, int cell) noexcept nogil
    cdef bint is_beside_enemy_jester(self, int cell) noexcept nogil
    cdef bint ends_leg(self, int cell) noexcept nogil
    cdef bint ends_bounce(self, int cell) noexcept nogil
    cdef void hold(self, int cell) noexcept nogil
    cdef int affected_by(self, int cell) noexcept nogil
    cdef int affected_by_wall(self, int cell) noexcept nogil
    @cython.locals(count=int, step=int)
    cdef int line(self, int cell, int way, int reach, int lifted) noexcept nogil
    @cython.locals(steps=int, straight=int, diagonal=int, by_line=int, by_steps=int)
    cdef int leg_line(self, int cell, int way, int movement, int lifted) noexcept nogil
    cdef bint can_leap_to(self, int origin, int leap, int target, int lifted) noexcept nogil
    @cython.locals(enemy=int, own=int)
    cdef bint is_held_by_enemy(self, int quadrant, int target, int victim, int captured) noexcept nogil
    cdef bint _is_piece(self, int kind) noexcept nogil
