cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.int_stack cimport IntStack


@cython.locals(leaves='long long', begin=int, end=int, index=int)
cdef long long _perft(Position position, int depth, IntStack found) noexcept nogil
