cdef class IntStack:
    cdef unsigned long long* at
    cdef int capacity
    cdef int count

    cdef void grow(self, int more) noexcept nogil
    cpdef IntStack copy(self)
    cpdef list as_list(self)

    cdef inline void reserve(self, int more) noexcept nogil:
        if self.count + more > self.capacity:
            self.grow(more)

    cdef inline void push(self, unsigned long long number) noexcept nogil:
        if self.count == self.capacity:
            self.grow(1)
        self.at[self.count] = number
        self.count += 1

    cdef inline unsigned long long pop(self) noexcept nogil:
        self.count -= 1
        return self.at[self.count]

    cdef inline void clear(self) noexcept nogil:
        self.count = 0
