cimport cython

from ludoteca.games.tomb_chess.deeds cimport Deeds
from ludoteca.games.tomb_chess.gains cimport Gains
from ludoteca.games.tomb_chess.pushes cimport Pushes
from ludoteca.games.tomb_chess.sight cimport Sight
from ludoteca.games.tomb_chess.state cimport State
from ludoteca.games.tomb_chess.tombs cimport Tombs
from ludoteca.games.tomb_chess.walls cimport Walls

cdef int UNIT, BLOCKED, ROOK, JESTER, KING
cdef int RESTING, PARALYSED, PARALYSIS_SHIFT, PUSHED, JUST_PUSHED, STATES
cdef int LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN
cdef int GO, BOUNCED, LEAPT, RESTS, STUNNED
cdef int NO_WAY
cdef unsigned char[144] CELL
cdef unsigned char[256] QUADRANT
cdef int[8] DELTA
cdef int[8] LEAP
cdef int[32] UNDER
cdef int[8] AROUND


@cython.final
cdef class Turn:
    cdef readonly State state
    cdef Walls walls
    cdef Tombs tombs
    cdef Pushes pushes
    cdef Sight sight
    cdef Gains gains
    cdef Deeds deeds
    cdef int[64] path
    cdef int steps
    cdef int[64] crossed
    cdef int crossings
    cdef int cell
    cdef int way
    cdef int is_on_tomb
    cdef int has_pushed
    cdef int is_stunned
    cdef int is_double
    cdef int is_foul
    cdef int is_kings_check

    @cython.locals(form=int, origin=int)
    cpdef void carry_out(self, long long move) noexcept nogil
    cpdef void pass_turn(self) noexcept nogil
    cdef void _begin(self, int origin) noexcept nogil
    @cython.locals(target=int, second=int, over=int)
    cdef void _make_legs(self, long long move, int origin) noexcept nogil
    cdef void _add_to_path(self, int cell) noexcept nogil
    @cython.locals(origin=int, captured=int)
    cdef void _arrive(self, int target, int over, int promotion) noexcept nogil
    @cython.locals(unit=int, cell=int)
    cdef void _travel(self, int target) noexcept nogil
    cdef void _cross(self, int cell) noexcept nogil
    @cython.locals(victim=int)
    cdef void _settle(self, int target, int captured, int promotion, int touches) noexcept nogil
    @cython.locals(homes=int, index=int, cell=int)
    cdef void _stun(self, int touches) noexcept nogil
    cdef void _push(self) noexcept nogil
    @cython.locals(king=int, strikers='int[16]', enemy=int, count=int, index=int)
    cdef void _kings_check(self) noexcept nogil
    @cython.locals(way=int, bounces=int, change=int, option=int, cell=int, unit=int, leap=int, bounce=int,
                   before=int, _=int)
    cdef void _make_bounce(self, long long move, int origin) noexcept nogil
    @cython.locals(step=int)
    cdef int _to_obstacle(self, int cell, int way) noexcept nogil
    @cython.locals(side=int, marked=int)
    cdef void _end(self, int origin) noexcept nogil
    @cython.locals(pushed=int, left=int, square=int, cell=int, unit=int)
    cdef int _count_down(self, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef void _give_states(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _lay_walls(self) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef int way_to(self, int origin, int target) noexcept nogil
    @cython.locals(leap=int)
    cdef int leap_to(self, int origin, int target) noexcept nogil
