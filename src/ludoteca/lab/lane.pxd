cimport cython

from ludoteca.core cimport cache
from ludoteca.core.encoding cimport Encoding
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.lab cimport layout
from ludoteca.lab.memory cimport Memory
from ludoteca.search cimport xorshift


@cython.final
cdef class BatchArrays:
    cdef readonly int lanes
    cdef readonly int seats
    cdef public int max_moves
    cdef public bint has_observations
    cdef public bint has_flat_mask
    cdef public bint has_pick_mask
    cdef public bint has_picks
    cdef public bint keeps_ended
    cdef public bint is_whole
    cdef public long long size
    cdef public long long board_size
    cdef public long long width
    cdef public int feature_count
    cdef Memory choices
    cdef Memory counts
    cdef Memory offsets
    cdef Memory to_move
    cdef Memory ended
    cdef Memory rewards
    cdef Memory terminated
    cdef Memory truncated
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
    cdef IntStack left
    cdef int depth
    cdef int[256] picked
    cdef int[256] picks

    cdef void advance(self, BatchArrays arrays) noexcept nogil
    cdef void refresh(self, BatchArrays arrays) noexcept nogil
    @cython.locals(seat=int)
    cdef void _end(self, BatchArrays arrays, int how) noexcept nogil
    @cython.locals(seat=int)
    cdef void _forget_end(self, BatchArrays arrays) noexcept nogil
    @cython.locals(line=int)
    cdef void prefetch(self) noexcept nogil
    cdef void _show(self, BatchArrays arrays) noexcept nogil
    @cython.locals(row='long long')
    cdef void _write_flat_mask(self, BatchArrays arrays) noexcept nogil
    @cython.locals(index=int)
    cdef int find_flat(self, long long action) noexcept nogil
    @cython.locals(index=int)
    cdef void _begin_picks(self) noexcept nogil
    @cython.locals(index=int)
    cdef bint can_pick(self, long long action, int end) noexcept nogil
    @cython.locals(count=int)
    cdef int _next_pick(self, int index, int end) noexcept nogil
    @cython.locals(index=int, kept=int, chosen=int, goes_on=bint)
    cdef int take_pick(self, int action, int end) noexcept nogil
    @cython.locals(row='long long', index=int)
    cdef void _show_picks(self, BatchArrays arrays) noexcept nogil
    cdef int any_action(self, BatchArrays arrays) noexcept nogil
    cdef void choose_any(self, BatchArrays arrays) noexcept nogil
    cdef void gather(self, BatchArrays arrays, Memory moves) noexcept nogil
    @cython.locals(begin='long long', index=int)
    cdef void describe(self, BatchArrays arrays, Memory features) noexcept nogil


cdef void _rewind(Position position) noexcept nogil
