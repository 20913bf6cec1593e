cimport cython

from ludoteca.core.encoding cimport Encoding
from ludoteca.core.int_stack cimport IntStack
from ludoteca.core.position cimport Position
from ludoteca.lab.memory cimport Memory


cdef int TO_MOVE
cdef tuple FLOATS


@cython.final
cdef class Single:
    cdef readonly object space
    cdef readonly Position position
    cdef readonly list picked
    cdef readonly int length
    cdef Encoding encoding
    cdef IntStack found
    cdef IntStack numbers
    cdef int end
    cdef bint is_flat

    cpdef list legal_actions(self)
    cpdef bint is_over(self)
    cpdef int player(self)
    cpdef bint allows(self, long long action)
    @cython.locals(index=int)
    cdef int _index(self, long long action) noexcept nogil
    @cython.locals(index=int)
    cpdef bint act(self, long long action) except -1
    cdef _play(self, int index)
    cdef _moved(self)
    cpdef observation(self, int seat=*)
    @cython.locals(memory=Memory, count=int, index=int, seen=list)
    cpdef list observation_list(self, int seat=*)
    @cython.locals(index=int)
    cdef _observe(self, Memory memory, int seat)
    @cython.locals(memory=Memory, index=int)
    cpdef mask(self)
    @cython.locals(index=int)
    cpdef str action_text(self, long long action)
    cdef str _text(self, long long move)
    cdef void _find(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _number_flat(self) noexcept nogil
    @cython.locals(index=int, kept=int)
    cdef void _keep(self, long long action) noexcept nogil
    @cython.locals(index=int, count=int, picks='int[16]')
    cdef void _number_picks(self, int depth) noexcept nogil
    @cython.locals(picks='int[16]')
    cdef int _pick_count(self, int index) noexcept nogil
