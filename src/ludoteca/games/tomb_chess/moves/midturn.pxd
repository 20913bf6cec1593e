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
    cdef int control
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
    cdef unsigned char[256] is_reached
    cdef unsigned char[96] reached
    cdef unsigned char[96] reached_ends
    cdef int reached_count

    cdef void load(self) noexcept nogil
    cdef void begin(self, int origin, int control) noexcept nogil
    @cython.locals(unit=int, index=int)
    cdef void begin_single(self, int origin, int control) noexcept nogil
    cdef void reach(self, int cell) noexcept nogil
    cdef void reach_under(self, int cell, int end) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void stand(self, int cell) noexcept nogil
    cdef void take_off(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void _prepare(self) noexcept nogil
    cdef bint gives_check(self, int cell) noexcept nogil
    cdef bint is_beside_enemy_jester(self, int cell) noexcept nogil
    cdef bint ends_leg(self, int cell) noexcept nogil
    cdef bint ends_bounce(self, int cell) noexcept nogil
    cdef void set_bouncer(self, int cell) noexcept nogil
    cdef int affected_by(self, int cell) noexcept nogil
    cdef int affected_by_wall(self, int cell) noexcept nogil
    @cython.locals(count=int, step=int, is_head_on=bint)
    cdef int line(self, int cell, int direction, int reach, int lifted) noexcept nogil
    @cython.locals(steps=int, straight=int, diagonal=int, by_line=int, by_steps=int)
    cdef int leg_line(self, int cell, int direction, int movement, int lifted) noexcept nogil
    cdef bint can_leap_to(self, int origin, int leap, int target, int lifted) noexcept nogil
    cdef bint promotes_on(self, int target, int victim) noexcept nogil
    @cython.locals(enemy=int, own=int)
    cdef bint is_enemy_majority(self, int quadrant, int target, int victim, int captured) noexcept nogil
    cdef bint _is_piece(self, int kind) noexcept nogil
