cdef enum:
    GENERAL = 0
    GUARD = 1
    ELEPHANT = 2
    HORSE = 3
    CART = 4
    CANNON = 5
    PAWN = 6

cdef enum:
    FIRST_HORSE = 5
    FIRST_CART = 7
    FIRST_CANNON = 9
    FIRST_PAWN = 11
    EMPTY = 32
    NOBODY = 63
    NOWHERE = 90
    ALWAYS_EMPTY = 91
    MOVE_LIMIT = 11520


cdef inline int side(int slot) noexcept nogil:
    return slot >> 4


cdef inline int index_in_side(int slot) noexcept nogil:
    return slot & 15


cdef inline long long move(int origin, int target) noexcept nogil:
    return origin << 7 | target


cdef inline int origin(long long move) noexcept nogil:
    return <int> move >> 7


cdef inline int target(long long move) noexcept nogil:
    return <int> move & 127


cdef inline int undo(int captured, int quiet) noexcept nogil:
    return quiet << 6 | captured


cdef inline int captured(int undo) noexcept nogil:
    return undo & 63


cdef inline int quiet(int undo) noexcept nogil:
    return undo >> 6


cdef inline int step(int target, int between) noexcept nogil:
    return target | between << 8


cdef inline int step_target(int step) noexcept nogil:
    return step & 255


cdef inline int step_between(int step) noexcept nogil:
    return step >> 8


cdef inline int threat(int ply, int attacker, int victim) noexcept nogil:
    return ply << 10 | attacker << 5 | victim


cdef inline int threat_ply(int threat) noexcept nogil:
    return threat >> 10


cdef inline int threat_attacker(int threat) noexcept nogil:
    return threat >> 5 & 31


cdef inline int threat_victim(int threat) noexcept nogil:
    return threat & 31
