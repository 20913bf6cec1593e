"""The compiled form of `usage.py`: its twin has inline what rules call, for that is called in every move."""

cdef int LIMIT = 4000


cdef class Usage:
    """Counts the moves in which each clause took part, of the position that it is attached to."""

    def __init__(self, clauses):
        cdef int number
        self.clauses = tuple(clauses)
        self.moves = 0
        self.numbers = {}
        for number in range(LIMIT):
            self.counted[number] = ClauseCount(0, 0, 0, False)
        for clause in self.clauses:
            self._declare(clause)

    cdef _declare(self, str clause):
        cdef int number
        chapter, _, within = clause[1:].partition(".")
        if not (chapter.isdecimal() and within.isdecimal()):
            raise ValueError(f"{clause!r} is not a clause, such as X1.6")
        number = (100 * int(chapter) + int(within)) % LIMIT
        while self.counted[number].is_declared:
            number = (number + 1) % LIMIT
        self.counted[number].is_declared = True
        self.numbers[clause] = number

    def fire_clause(self, clause):
        """Note that a clause takes part in the move; ValueError if it is not among `clauses`."""
        if clause not in self.numbers:
            raise ValueError(f"{clause} is not counted: there are {', '.join(self.clauses) or 'none'}")
        self.fire(self.numbers[clause])

    cpdef tuple take(self):
        """The clauses that took part in moves since the last time this was asked, in the order of `clauses`."""
        cdef int number
        cdef list found = []
        self._refuse_undeclared()
        for clause in self.clauses:
            number = self.numbers[clause]
            if self.counted[number].moves != self.counted[number].taken:
                self.counted[number].taken = self.counted[number].moves
                found.append(clause)
        return tuple(found)

    cpdef dict counts(self):
        """In how many moves each clause took part."""
        cdef int number
        cdef dict found = {}
        self._refuse_undeclared()
        for clause in self.clauses:
            number = self.numbers[clause]
            found[clause] = self.counted[number].moves
        return found

    cdef _refuse_undeclared(self):
        cdef int number
        for number in range(LIMIT):
            if self.counted[number].moves and not self.counted[number].is_declared:
                chapter, within = divmod(number, 100)
                raise ValueError(f"clause {chapter}.{within} took part in a move, but usage_clauses does not have it")
