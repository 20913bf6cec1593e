cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.state cimport stored
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.state.terrain cimport Pushes, Tombs, Walls
from ludoteca.games.tomb_chess.turn.attacks cimport Attacks
from ludoteca.games.tomb_chess.turn.effects cimport AbilityEffects, Captures


@cython.final
cdef class Turn:
    cdef State state
    cdef Walls walls
    cdef Tombs tombs
    cdef Pushes pushes
    cdef Attacks attacks
    cdef Captures captures
    cdef AbilityEffects effects
    cdef int[64] path
    cdef int path_length
    cdef int[64] crossed_tombs
    cdef int crossed_count
    cdef int cell
    cdef int direction
    cdef int lands_on_tomb
    cdef int has_pushed
    cdef int is_paralysed
    cdef int is_double
    cdef int is_still_checked
    cdef int is_kings_check

    @cython.locals(move_type=int, origin=int)
    cdef void carry_out(self, long long move) noexcept nogil
    cdef void pass_turn(self) noexcept nogil
    cdef void _begin(self, int origin) noexcept nogil
    @cython.locals(target=int, second=int, under=int)
    cdef void _make_legs(self, long long move, int origin) noexcept nogil
    cdef void _note_rest(self, int origin) noexcept nogil
    cdef void _add_to_path(self, int cell) noexcept nogil
    @cython.locals(origin=int, captured=int)
    cdef void _arrive(self, int target, int under, int promotion) noexcept nogil
    @cython.locals(unit=int, cell=int)
    cdef void _travel(self, int target) noexcept nogil
    cdef void _cross(self, int cell) noexcept nogil
    @cython.locals(victim=int)
    cdef void _settle(self, int target, int captured, int promotion, int is_changed) noexcept nogil
    @cython.locals(majorities=int, index=int, cell=int)
    cdef void _paralyse(self, int is_changed) noexcept nogil
    cdef void _push(self) noexcept nogil
    @cython.locals(king=int, side=int, square=int)
    cdef void _kings_check(self) noexcept nogil
    @cython.locals(direction=int, cell=int, unit=int, bounce=int, before=int, _=int)
    cdef void _make_bounce(self, long long move, int origin) noexcept nogil
    @cython.locals(step=int)
    cdef int _to_obstacle(self, int cell, int direction) noexcept nogil
    @cython.locals(side=int, is_any_pushed=bint)
    cdef void _end(self) noexcept nogil
    @cython.locals(is_any_pushed=bint, left=int, square=int, cell=int, unit=int)
    cdef bint _count_down(self, int side) noexcept nogil
    @cython.locals(unit=int)
    cdef void _give_states(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _lay_walls(self) noexcept nogil
    @cython.locals(across=int, along=int)
    cdef int direction_to(self, int origin, int target) noexcept nogil
    @cython.locals(leap=int)
    cdef int leap_to(self, int origin, int target) noexcept nogil


@cython.final
cdef class WellFormed:
    cdef Turn turn

    @cython.locals(move_type=int, origin=int, target=int, unit=int, side=int, other=int)
    cdef bint is_well_formed(self, long long move) noexcept nogil
    @cython.locals(file=int, row=int)
    cdef bint _is_block(self, int corner, int size) noexcept nogil
    @cython.locals(second=int, last=int, begin=int, push=int)
    cdef bint _are_legs(self, long long move, int origin, int target) noexcept nogil
    @cython.locals(direction=int)
    cdef bint _is_leg(self, int origin, int target, int push, int under) noexcept nogil
    @cython.locals(direction=int, bounces=int, option=int, length=int, used=int, cell=int, bounce=int, before=int,
                   _=int)
    cdef bint _is_bounce(self, long long move, int origin) noexcept nogil
