cimport cython

from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.moves.midturn cimport Midturn


@cython.final
cdef class Legs:
    cdef Legality legality
    cdef Midturn midturn

    @cython.locals(origin=int, direction=int, leap=int)
    cdef void add(self, int legs) noexcept nogil
    @cython.locals(line=int, affected=int, count=int, passes_tomb=int, cell=int, length=int)
    cdef void _add_lines(self, int origin, int direction, int legs) noexcept nogil
    @cython.locals(target=int, under=int, cell=int)
    cdef void _add_leap(self, int origin, int leap, int legs) noexcept nogil
    @cython.locals(victim=int)
    cdef void _add_capture(self, int target, int affected) noexcept nogil
    cdef long long _single(self, int target) noexcept nogil
    @cython.locals(has_grave=int, move='long long', ends=bint, is_single=bint)
    cdef void _add_first(self, int target, int direction, int affected, int passes_tomb, int is_last, int legs) noexcept nogil
    @cython.locals(length=int)
    cdef void _add_first_push(self, long long move, int target, int direction, int ends) noexcept nogil
    @cython.locals(movement=int, lifted=int, closed=int, quadrant=int, direction=int, leap=int)
    cdef void _add_seconds(self, long long move, int middle, int affected) noexcept nogil
    cdef int _cell_in(self, int quadrant) noexcept nogil
    @cython.locals(count=int, cell=int, length=int)
    cdef void _add_second_lines(self, long long move, int middle, int direction, int line, int affected,
                                int closed) noexcept nogil
    @cython.locals(target=int, under=int, cell=int, victim=int)
    cdef void _add_second_leap(self, long long move, int middle, int leap, int lifted, int affected,
                               int closed) noexcept nogil
    @cython.locals(middle=int, is_checked=bint)
    cdef void _add_second(self, long long move, int target, int affected) noexcept nogil
    @cython.locals(victim=int)
    cdef void _add_second_capture(self, long long move, int middle, int target, int affected) noexcept nogil
    cdef bint _can_capture_from(self, int middle, int target) noexcept nogil
    @cython.locals(length=int)
    cdef void _add_second_push(self, long long move, int middle, int target, int direction) noexcept nogil
    @cython.locals(victim=int)
    cdef bint _is_open_under(self, int cell, int target) noexcept nogil
    @cython.locals(victim=int)
    cdef void _add_leap_capture(self, int target, long long move, int cell, int under, int affected) noexcept nogil
    @cython.locals(choice=int, kind=int, is_step_of_king=bint, is_tactical=bint)
    cdef void _add_leg(self, long long move, int target, int victim, int captured, int affected) noexcept nogil
