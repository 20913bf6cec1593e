cdef inline unsigned long long following(unsigned long long state) noexcept nogil:
    state ^= state << 13
    state ^= state >> 7
    return state ^ state << 17


cdef inline int below(unsigned long long state, int count) noexcept nogil:
    return <int> ((state >> 33) % <unsigned long long> count)
