cdef enum:
    LAST_AGE = 63


cdef inline unsigned long long pack(int score, int static_score, int depth, int bound, int age) noexcept nogil:
    return (
        <unsigned long long> (score + 32768)
        | <unsigned long long> (static_score + 32768) << 16
        | <unsigned long long> depth << 32
        | <unsigned long long> bound << 40
        | <unsigned long long> age << 42
    )


cdef inline int score(unsigned long long entry) noexcept nogil:
    return <int> (entry & 65535) - 32768


cdef inline int static_score(unsigned long long entry) noexcept nogil:
    return <int> (entry >> 16 & 65535) - 32768


cdef inline int depth(unsigned long long entry) noexcept nogil:
    return <int> (entry >> 32 & 255)


cdef inline int bound(unsigned long long entry) noexcept nogil:
    return <int> (entry >> 40 & 3)


cdef inline int age(unsigned long long entry) noexcept nogil:
    return <int> (entry >> 42 & LAST_AGE)
