cimport cython

from ludoteca.core.position cimport Position
from ludoteca.core.words cimport Words


@cython.locals(leaves='long long', begin=int, end=int, index=int)
cdef long long _perft(Position position, int depth, Words found) noexcept nogil
