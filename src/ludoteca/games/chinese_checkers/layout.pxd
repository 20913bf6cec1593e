cdef enum:
    HOLES = 121
    SLOTS = 128
    OUTSIDE = 121
    LATTICES = 4
    MAX_SEATS = 6
    NOBODY = -1

cdef enum:
    NOT_OVER = 0
    ALL_HOME = 1
    REPEATED = 2
    OUT_OF_ROUNDS = 3
    BLOCKED_HOME = 4

cdef enum:
    PASS = 16384
    BUCKETS = 1024


cdef inline long long move(int origin, int target) noexcept nogil:
    return origin << 7 | target


cdef inline int origin(long long move) noexcept nogil:
    return <int> (move >> 7)


cdef inline int target(long long move) noexcept nogil:
    return <int> (move & 127)


cdef inline unsigned long long bit(int place) noexcept nogil:
    return <unsigned long long> 1 << place


cdef inline bint has_bit(unsigned long long holes, int place) noexcept nogil:
    return holes >> place & 1 != 0


cdef inline int slot_index(int lattice, unsigned long long holes) noexcept nogil:
    return lattice << 6 | <int> ((holes & -holes) * <unsigned long long> 0x03F79D71B4CB0A89 >> 58 & 63)


cdef inline int count_bits(unsigned long long holes) noexcept nogil:
    holes = holes - (holes >> 1 & <unsigned long long> 0x5555555555555555)
    holes = (holes & <unsigned long long> 0x3333333333333333) + (holes >> 2 & <unsigned long long> 0x3333333333333333)
    holes = holes + (holes >> 4) & <unsigned long long> 0x0F0F0F0F0F0F0F0F
    return <int> (holes * <unsigned long long> 0x0101010101010101 >> 56 & 255)


cdef inline unsigned long long hop(
    unsigned long long holes, unsigned long long east, unsigned long long northwest, unsigned long long northeast,
) noexcept nogil:
    return (
        (holes & east) << 1
        | holes >> 1 & east
        | (holes & northwest) << 7
        | holes >> 7 & northwest
        | (holes & northeast) << 8
        | holes >> 8 & northeast
    )


cdef inline unsigned long long begins_east(unsigned long long ends) noexcept nogil:
    return ends >> 1


cdef inline unsigned long long begins_northwest(unsigned long long ends) noexcept nogil:
    return ends >> 7


cdef inline unsigned long long begins_northeast(unsigned long long ends) noexcept nogil:
    return ends >> 8


cdef inline int way_bit(int way) noexcept nogil:
    return 1 << way


cdef inline int has_way(int ways, int way) noexcept nogil:
    return ways >> way & 1


cdef inline int bucket(unsigned long long key) noexcept nogil:
    return <int> (key & (BUCKETS - 1))
