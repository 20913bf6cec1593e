cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.abilities cimport Abilities, Rotations
from ludoteca.games.tomb_chess.moves.bounces cimport Bounces
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.moves.legs cimport Legs
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn
from ludoteca.games.tomb_chess.state.state cimport State

cdef long long NO_SUCH_MOVE


@cython.final
cdef class Generator:
    cdef State state
    cdef Legality legality
    cdef Midturn midturn
    cdef Legs legs
    cdef Bounces bounces
    cdef Abilities abilities
    cdef Rotations rotations
    cdef Generator enemy_generator
    cdef int has_enemy_generator
    cdef int is_last_resort

    cdef void generate(self) noexcept nogil
    @cython.locals(square=int, cell=int)
    cdef void _add_units(self) noexcept nogil
    @cython.locals(is_own=bint)
    cdef bint is_own_active(self, int cell) noexcept nogil
    cdef void _add_unit(self, int cell, int control) noexcept nogil
    @cython.locals(square=int, cell=int)
    cdef void _add_controlled(self) noexcept nogil
    @cython.locals(square=int)
    cdef bint can_control(self, int target) noexcept nogil
    cdef bint controls(self, int cell, int target) noexcept nogil
    @cython.locals(is_reached=bint)
    cdef bint could_capture(self, int origin, int target) noexcept nogil
    @cython.locals(index=int)
    cdef bint reaches(self, int target) noexcept nogil
    @cython.locals(wanted='long long')
    cdef void _find_reached(self) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void _add_last_resort(self) noexcept nogil
    cdef bint has_only_last_resort(self) noexcept nogil
    @cython.locals(is_exposed=bint, square=int, cell=int, unit=int)
    cdef void generate_tactical(self, int is_thorough) noexcept nogil
    cdef void _prepare(self) noexcept nogil
    @cython.locals(enemy=int, king=int, is_exposed=bint, direction=int)
    cdef bint _is_king_exposed(self) noexcept nogil
    cdef void _add_tactical_of(self, int cell) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void generate_simple(self) noexcept nogil
    @cython.locals(move_type=int, cell=int)
    cdef bint contains(self, long long move) noexcept nogil
    cdef void _add_of_type(self, int move_type, int cell, long long move) noexcept nogil
    @cython.locals(square=int, cell=int, is_own=bint)
    cdef void _add_respawns(self) noexcept nogil
    cdef long long find_spoiler(self, int cell) noexcept nogil
    cdef void _make_enemy_generator(self) noexcept with gil
    @cython.locals(spoiler='long long')
    cdef long long spoiler_of(self, int cell) noexcept nogil
    @cython.locals(count=int, index=int)
    cdef void append_to(self, IntStack found) noexcept nogil
    cdef int count(self) noexcept nogil
