cimport cython

from ludoteca.core.usage cimport Usage
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn
from ludoteca.games.tomb_chess.turn.attacks cimport Attacks

cdef int LEAP_RANGE


@cython.final
cdef class Perks:
    cdef Midturn midturn

    @cython.locals(move_type=int)
    cdef void note(self, Usage usage, long long move) noexcept nogil
    @cython.locals(origin=int, target=int, second=int, movement=int, lifted=int)
    cdef void _note_legs(self, Usage usage, long long move) noexcept nogil
    @cython.locals(native=int, is_native=bint, lent=int, leap=int)
    cdef bint _note_leg(
        self, Usage usage, Attacks attacks, int begin, int end, int movement, int lifted
    ) noexcept nogil
    @cython.locals(direction=int, leap=int, line=int, reach=int, cell=int)
    cdef bint _leads(self, int begin, int end, int movement, int lifted) noexcept nogil
    @cython.locals(direction=int)
    cdef bint _is_step(self, int begin, int end) noexcept nogil
    cdef void _note_native(self, Usage usage, bint is_step) noexcept nogil
    @cython.locals(protection=int, lender=int)
    cdef int _lent_by_protector(self, Attacks attacks, int cell) noexcept nogil
    cdef void _note_lender(self, Usage usage, bint is_empowered) noexcept nogil
    cdef void _note_lifted(self, Usage usage) noexcept nogil
    @cython.locals(is_open=bint, under=int, wall=int)
    cdef void _note_leap(self, Usage usage, int begin, int leap) noexcept nogil
    @cython.locals(is_ranged=bint)
    cdef void _note_short_leap(self, Usage usage) noexcept nogil
    @cython.locals(native=int, lent=int)
    cdef void _note_bounce(self, Usage usage, long long move) noexcept nogil
    @cython.locals(cell=int, direction=int, used=int, bounce=int, length=int, before=int)
    cdef bint _carries(self, long long move, int movement) noexcept nogil
    @cython.locals(steps=int)
    cdef bint _covers(self, int movement, int direction, int used) noexcept nogil
    @cython.locals(length=int)
    cdef int _stretch(self, int cell, int direction) noexcept nogil
    @cython.locals(cell=int, direction=int, bounce=int, length=int, leap=int)
    cdef void _note_stretches(self, Usage usage, long long move) noexcept nogil
    @cython.locals(line=int)
    cdef void _note_stretch(self, Usage usage, int cell, int direction, int length) noexcept nogil
