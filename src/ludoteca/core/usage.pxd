cdef class Usage:
    cdef readonly tuple clauses
    cdef readonly int moves
    cdef dict numbers
    cdef unsigned char[4000] is_declared
    cdef int[4000] latest
    cdef int[4000] counted
    cdef int[4000] taken

    cdef _declare(self, str clause)
    cpdef tuple take(self)
    cpdef dict counts(self)
    cdef _refuse_undeclared(self)

    cdef inline void begin_move(self) noexcept nogil:
        self.moves += 1

    cdef inline void fire(self, int number) noexcept nogil:
        if self.latest[number] != self.moves:
            self.latest[number] = self.moves
            self.counted[number] += 1
