cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.position cimport Position
from ludoteca.games.tomb_chess cimport layout, tables
from ludoteca.games.tomb_chess.moves.legality cimport Legality
from ludoteca.games.tomb_chess.state.state cimport State
from ludoteca.games.tomb_chess.turn.attacks cimport Attacks

cdef int QUADRANT_VALUE, REST_LOSS, PARALYSIS_LOSS, JESTER_LOSS
cdef int SHELTER, TOMB_NEAR_KING, JESTER_NEAR_KING
cdef int UNKNOWN, CHECK_BONUS, REST_COST, ROTATION_COST, SWAP_COST

@cython.locals(kind=int, length=int)
cdef int unit_value(int unit) noexcept nogil
cdef int pawn_count_value(int pawns) noexcept nogil


cdef class TombChessEvaluator(Evaluator):
    cdef State state

    cpdef attach(self, Position position)
    @cython.locals(loser=int, total=int, square=int, cell=int, unit=int)
    cdef int evaluate(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(last=int)
    cdef int _loser(self) noexcept nogil
    @cython.final
    @cython.locals(total=int, quadrant=int)
    cdef int _standing(self, int side) noexcept nogil
    @cython.final
    @cython.locals(kind=int, value=int)
    cdef int _unit_value(self, int cell, int unit) noexcept nogil
    @cython.final
    @cython.locals(king=int, safety=int, direction=int, cell=int, unit=int)
    cdef int _safety(self, int side) noexcept nogil


@cython.final
cdef class MoveValue:
    cdef Legality legality
    cdef State state
    cdef Attacks attacks
    cdef int[256] danger
    cdef int[256] support
    cdef int[256] checks
    cdef int[256] known
    cdef int is_tactical
    cdef int known_origin
    cdef int balance

    @cython.locals(cell=int, square=int, unit=int)
    cdef void prepare(self) noexcept nogil
    @cython.locals(movement=int, value=int, is_own=bint, steps=int, direction=int, reach=int, cell=int, leap=int)
    cdef void _map_attacks(self, int origin, int unit) noexcept nogil
    cdef void _mark(self, int cell, int value, bint is_own) noexcept nogil
    @cython.locals(direction=int, cell=int, reach=int, leap=int)
    cdef void _map_checks(self, int king) noexcept nogil
    @cython.locals(least=int, movement=int, steps=int)
    cdef bint _is_check(self, int end, int unit) noexcept nogil
    @cython.locals(total=int, square=int, unit=int)
    cdef int material(self, State state, int side) noexcept nogil
    @cython.locals(side=int)
    cdef int gain(self, long long move) noexcept nogil
    @cython.locals(move_type=int, origin=int, second=int, end=int, is_king=bint)
    cdef int order_score(self, long long move) noexcept nogil
    @cython.locals(direction=int, cell=int, bounce=int)
    cdef int end_of(self, long long move) noexcept nogil
    @cython.locals(cell=int)
    cdef int _value_by_one_trial(self, long long move, int origin, int end) noexcept nogil
    @cython.locals(side=int, gain=int, end=int, unit=int)
    cdef int _value_by_trial(self, long long move) noexcept nogil
    @cython.locals(unit=int, score=int, value=int)
    cdef int _quiet_value(self, int origin, int end) noexcept nogil
    cdef int _risk(self, int cell, int value, int supporters) noexcept nogil
    @cython.locals(other=int, value=int)
    cdef int _swap_value(self, int origin, int target) noexcept nogil
    cdef int _control_value(self, int origin, int end) noexcept nogil
