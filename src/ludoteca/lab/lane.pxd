cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.lab.memory cimport Memory
from ludoteca.search cimport xorshift


@cython.final
cdef class Table:
    cdef readonly int lanes
    cdef readonly int seats
    cdef public int max_moves
    cdef public bint has_observations
    cdef public bint has_flat_mask
    cdef public bint has_pick_mask
    cdef public bint is_whole
    cdef public long long size
    cdef public long long width
    cdef Memory choices
    cdef Memory counts
    cdef Memory offsets
    cdef Memory to_move
    cdef Memory ended
    cdef Memory observations
    cdef Memory final_observations
    cdef Memory mask
    cdef int failed

    @cython.locals(lane=int)
    cdef int _bad_choice(self) noexcept nogil
    @cython.locals(lane=int, total='long long', ended=int)
    cdef int _settle(self) noexcept nogil


@cython.final
cdef class Lane:
    cdef readonly int number
    cdef public Position position
    cdef Encoding encoding
    cdef IntStack found
    cdef public int length
    cdef public bint is_from_start
    cdef unsigned long long state
    cdef readonly int depth
    cdef int[16] pick

    cdef void advance(self, Table table) noexcept nogil
    cdef void refresh(self, Table table) noexcept nogil
    @cython.locals(row='long long', index=int)
    cdef void _write_flat_mask(self, Table table) noexcept nogil
    @cython.locals(row='long long', index=int)
    cdef void _clear_flat_mask(self, Table table) noexcept nogil
    cdef void choose_any(self, Table table) noexcept nogil
    cdef void _rewind(self) noexcept nogil
    cdef void gather(self, Table table, Memory moves) noexcept nogil
