cimport cython

from ludoteca.core.evaluator cimport Evaluator
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.core.tactics cimport Tactics

cdef int PART_BITS, MAX_PARTS
cdef unsigned long long MASK, MULTIPLIER, INCREMENT


cdef class PlainPosition(Position):
    cdef tuple _names
    cdef list _saved
    cdef list _legal
    cdef object _ending
    cdef bint _is_over
    cdef object _failure
    cdef long long _cells
    cdef Py_ssize_t _size
    cdef bint _has_take_back
    cdef dict _attributes

    @cython.locals(number='long long')
    cpdef object number_of(self, move)
    cpdef object move_of(self, number)
    @cython.locals(parts=list)
    cpdef tuple parts_of(self, number)
    cdef long long _part_number(self, part) except -1
    cdef object _part(self, long long number)

    cpdef list legal_moves(self)
    cpdef play(self, move)

    @cython.locals(number='unsigned long long')
    cdef void generate(self, IntStack found) noexcept with gil
    @cython.locals(count='long long')
    cdef long long count_moves(self) noexcept with gil
    @cython.locals(is_found=bint)
    cdef bint is_well_formed(self, long long move) noexcept with gil
    cdef bint is_legal(self, long long move) noexcept with gil
    cdef void make(self, long long move) noexcept with gil
    @cython.locals(move='long long', index=int, values=list)
    cdef void unmake(self) noexcept with gil
    @cython.locals(number='unsigned long long')
    cdef unsigned long long hash(self) noexcept with gil
    cdef double payoff(self, int seat) noexcept with gil
    @cython.locals(copied=PlainPosition)
    cdef PlainPosition copy_state(self)

    cdef list _find_legal(self)
    cdef list _ask_for_moves(self)
    @cython.locals(cell='long long')
    cdef object _number(self, move)
    cdef object _save(self)
    cdef object _refuse_late_attributes(self)
    @cython.locals(seat=int)
    cdef object _pass_turn(self)
    cdef object _settle(self)
    cdef object _take_back(self, long long move)
    cdef void _note(self, error) noexcept


cdef class PlainTactics(Tactics):
    cdef PlainPosition position

    cpdef attach(self, Position position)
    cdef bint has_ended(self) noexcept nogil


cdef class PlainEvaluator(Evaluator):
    cdef PlainPosition position

    cpdef attach(self, Position position)
    @cython.locals(score=int)
    cdef int evaluate(self, int seat) noexcept with gil


cdef PlainPosition _plain(Position position)
cpdef object duplicate(value)
@cython.locals(together='unsigned long long', character=Py_UCS4)
cdef unsigned long long digest(value, unsigned long long begun) except? 0
@cython.locals(product='unsigned long long')
cdef unsigned long long mix(unsigned long long begun, unsigned long long number) noexcept nogil
