cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.tomb_chess.abilities cimport Abilities
from ludoteca.games.tomb_chess.bounces cimport Bounces
from ludoteca.games.tomb_chess.journey cimport Journey
from ludoteca.games.tomb_chess.judge cimport Judge
from ludoteca.games.tomb_chess.legs cimport Legs
from ludoteca.games.tomb_chess.rotations cimport Rotations
from ludoteca.games.tomb_chess.state cimport State

cdef int UNIT, RESTING, PARALYSED, MIND, KNIGHT, ROOK, KING, BOTH
cdef int LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN
cdef int ALL, PLAIN, BRIEF, LOUD, QUIET, OWN
cdef long long FANCY
cdef unsigned char[144] CELL
cdef int[8] DELTA


@cython.final
cdef class Moves:
    cdef State now
    cdef readonly Judge judge
    cdef Journey journey
    cdef Legs legs
    cdef Bounces bounces
    cdef Abilities abilities
    cdef Rotations rotations
    cdef Moves hunter

    cdef void generate(self) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void _add_units(self) noexcept nogil
    cdef void _add_unit(self, int cell, int flags) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void _add_minds(self) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void _add_last_resort(self) noexcept nogil
    @cython.locals(is_exposed=bint, square=int, cell=int, unit=int)
    cdef void find_loud(self, int is_thorough) noexcept nogil
    cdef void _begin(self) noexcept nogil
    @cython.locals(enemy=int, king=int, is_exposed=bint, way=int)
    cdef bint _is_king_exposed(self) noexcept nogil
    cdef void _add_raids(self, int cell) noexcept nogil
    @cython.locals(square=int, cell=int, unit=int)
    cdef void find_simple(self) noexcept nogil
    @cython.locals(form=int, cell=int)
    cdef bint has(self, long long move) noexcept nogil
    cdef void _add_form(self, int form, int cell, long long move) noexcept nogil
    @cython.locals(square=int, cell=int, is_own=bint)
    cdef void _add_respawns(self) noexcept nogil
    @cython.locals(enemy=int, way=int)
    cdef bint is_peaceful(self, int cell) noexcept nogil
    cdef bint hunt(self, int prey) noexcept nogil
    @cython.locals(count=int, index=int)
    cdef void copy_found(self, IntStack found) noexcept nogil
    cdef int count(self) noexcept nogil
