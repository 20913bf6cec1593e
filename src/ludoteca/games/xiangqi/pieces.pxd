cimport cython

from ludoteca.core.int_stack cimport IntStack
from ludoteca.games.xiangqi cimport layout, tables

cdef int MAX_MOVES


@cython.final
cdef class Pieces:
    cdef unsigned char[92] slots
    cdef unsigned char[32] points
    cdef unsigned short[20] ranks
    cdef unsigned short[18] files
    cdef unsigned long long hash
    cdef readonly bint has_flying_general
    cdef int crossing_pieces
    cdef int pinned
    cdef int is_checked
    cdef int analysed_side
    cdef unsigned long long analysed_hash
    cdef int closed_rank
    cdef int closed_file
    cdef int general_rank
    cdef int general_file
    cdef unsigned int check_number
    cdef unsigned int[92] evasion_points

    @cython.locals(slot=int)
    cpdef bint put(self, int piece, int point) except -1
    @cython.locals(slot=int)
    cpdef int piece_at(self, int point) except -2
    @cython.locals(copied=Pieces)
    cpdef Pieces copy(self)
    cdef int _can_cross(self, int slot) noexcept nogil

    @cython.locals(slot=int, captured=int)
    cdef int make(self, int origin, int target) noexcept nogil
    @cython.locals(slot=int)
    cdef void unmake(self, int origin, int target, int captured) noexcept nogil
    cdef void _shift(self, int slot, int origin, int target) noexcept nogil
    cdef void _put_back(self, int captured, int point) noexcept nogil
    cdef void _flip_bits(self, int side, int point) noexcept nogil
    @cython.locals(captured=int)
    cdef int try_move(self, int origin, int target) noexcept nogil
    cdef void take_back(self, int origin, int target, int captured) noexcept nogil

    @cython.locals(rank=int, bits=int, origin=int, slot=int)
    cdef void add_moves(self, int side, IntStack found) noexcept nogil
    @cython.locals(is_free=bint, begin=int, index=int, target=int)
    cdef void _add_steps(self, int side, int slot, int origin, IntStack found) noexcept nogil
    @cython.locals(is_free=bint, along_file=int, along_rank=int, target=int)
    cdef void _add_line_moves(self, int side, int slot, int origin, IntStack found) noexcept nogil
    cdef void _append(self, IntStack found, int origin, int target) noexcept nogil
    @cython.locals(rank=int, own=int, enemy=int)
    cdef int rank_targets(self, int side, int slot, int origin) noexcept nogil
    @cython.locals(file=int, own=int, enemy=int)
    cdef int file_targets(self, int side, int slot, int origin) noexcept nogil
    @cython.locals(line=int)
    cdef int _line_targets(self, int slot, int place, int own, int enemy) noexcept nogil
    @cython.locals(count=int, slot=int, origin=int)
    cdef int count_moves(self, int side) noexcept nogil
    @cython.locals(is_free=bint, begin=int, count=int, index=int, target=int)
    cdef int _count_steps(self, int side, int slot, int origin) noexcept nogil
    @cython.locals(along_file=int, along_rank=int, count=int)
    cdef int _count_line_moves(self, int side, int slot, int origin) noexcept nogil

    @cython.locals(captured=int, is_safe=bint)
    cdef bint is_safe_after(self, int side, int origin, int target) noexcept nogil
    @cython.locals(general=int, enemy=int, pair=int)
    cdef bint is_attacked(self, int side) noexcept nogil
    cdef bint is_in_check(self, int side) noexcept nogil
    @cython.locals(general=int)
    cdef bint faces_general(self, int side) noexcept nogil
    @cython.locals(slot=int, side=int, general=int, captured=int, is_check=bint, leg=int)
    cdef bint would_check(self, int origin, int target) noexcept nogil
    @cython.locals(front=int)
    cdef bint _is_attacked_by_pawn(self, int side, int general) noexcept nogil
    cdef bint _is_enemy_pawn(self, int side, int point) noexcept nogil
    cdef int screens(self, int general, int point) noexcept nogil
    @cython.locals(file=int)
    cdef int _between_on_file(self, int general, int point) noexcept nogil
    @cython.locals(rank=int)
    cdef int _between_on_rank(self, int general, int point) noexcept nogil
    cdef bint _is_free(self, int slot) noexcept nogil
    cdef bint _is_allowed(self, int side, int slot, int origin, int target) noexcept nogil
    cdef bint _is_closed(self, int target) noexcept nogil
    @cython.locals(general=int, enemy=int, pair=int)
    cdef void _find_checks_and_pins(self, int side) noexcept nogil
    @cython.locals(slot=int)
    cdef void _find_pawn_checks(self, int side, int general) noexcept nogil
    @cython.locals(path=int, between=int)
    cdef void _find_line_checks_and_pins(self, int side, int general, int point, int leaps) noexcept nogil
    @cython.locals(leg=int)
    cdef void _find_horse_checks_and_pins(self, int side, int general, int point) noexcept nogil
    cdef void _note_check(self, int checker) noexcept nogil
    cdef void _mark_evasions(self, int path, int stride, int first) noexcept nogil
    cdef void _pin(self, int side, int point) noexcept nogil

    @cython.locals(slot=int, begin=int, index=int)
    cdef bint can_reach(self, int origin, int target) noexcept nogil
    @cython.locals(side=int, captured=int, best=int, attacker=int)
    cdef int recapture(self, int origin, int target) noexcept nogil
    @cython.locals(first=int, is_at_home=bint, attacker=int, slot=int)
    cdef int _least_valuable_attacker(self, int side, int target) noexcept nogil
    @cython.locals(behind=int)
    cdef int _attacking_pawn(self, int side, int target, bint is_at_home) noexcept nogil
    cpdef int point_of(self, int slot) except -1
    cpdef int general_of(self, side) except -1
