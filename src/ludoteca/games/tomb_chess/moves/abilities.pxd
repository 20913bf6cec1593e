cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn


@cython.final
cdef class Abilities:
    cdef Legality legality
    cdef Midturn midturn
    cdef unsigned char[256] is_controlled

    @cython.locals(dragon=int, victims=int, index=int, move='long long')
    cdef void add_breath(self) noexcept nogil
    @cython.locals(index=int)
    cdef void add_swaps(self) noexcept nogil
    @cython.locals(before=int)
    cdef bint _is_first(self, int index) noexcept nogil
    @cython.locals(other=int)
    cdef bint can_swap(self, int origin, int target) noexcept nogil
    @cython.locals(other=int, affected=int, move='long long', side=int, choice=int, promoted='long long')
    cdef void _add_swap(self, int origin, int target) noexcept nogil
    @cython.locals(side=int, king=int, square=int, cell=int, unit=int, move='long long')
    cdef void add_exchanges(self) noexcept nogil
    @cython.locals(index=int, target=int)
    cdef void note_controlled(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void forget_controlled(self) noexcept nogil
    @cython.locals(unit=int)
    cdef bint can_be_controlled(self, int target) noexcept nogil
    cdef bint _controls(self, int target, int end) noexcept nogil
    @cython.locals(pusher=int, unit=int, victim=int, kind=int, is_attacked=bint)
    cdef bint _is_recaptured(self, int target, int end) noexcept nogil


@cython.final
cdef class Rotations:
    cdef Legality legality

    @cython.locals(size=int, row=int, file=int, corner=int)
    cdef void add(self) noexcept nogil
    @cython.locals(excess=int, place=int, unit=int)
    cdef int excess(self, int corner, int size) noexcept nogil
    @cython.locals(affected=int, quarters=int, move='long long')
    cdef void _add_block(self, int corner, int size) noexcept nogil
    @cython.locals(affected=int, has_jester=int, has_foe=int, has_wall=int, beside=int, place=int, cell=int, unit=int)
    cdef int _affected(self, int corner, int size) noexcept nogil
    @cython.locals(place=int, origin=int, target=int)
    cdef bint changes(self, int corner, int size, int quarters) noexcept nogil
    @cython.locals(first=int, second=int)
    cdef bint _are_different_graves(self, int one, int other) noexcept nogil
