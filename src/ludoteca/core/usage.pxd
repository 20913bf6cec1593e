# Side by side, for each lies in a cache line of its own.
cdef struct ClauseCount:
    int latest
    int moves
    int taken
    bint is_declared


cdef class Usage:
    cdef readonly tuple clauses
    cdef readonly int moves
    cdef dict numbers
    cdef ClauseCount[4000] counted

    cdef _declare(self, str clause)
    cpdef tuple take(self)
    cpdef dict counts(self)
    cdef _refuse_undeclared(self)

    cdef inline void begin_move(self) noexcept nogil:
        self.moves += 1

    cdef inline void fire(self, int number) noexcept nogil:
        if self.counted[number].latest != self.moves:
            self.counted[number].latest = self.moves
            self.counted[number].moves += 1
