cdef enum:
    WENT = 0
    BOUNCED = 1
    LEAPT = 2
    DIED = 3
    EXPLODED = 4
    POURED = 5
    OPENED = 6
    APPEARED = 7
    PUSHES = 8
    SWAPPED = 9
    TURNED = 10
    CARRIED = 11
    CARRIED_WALL = 12
    CARRIED_GRAVE = 13
    PROMOTED = 14
    RANGE_CHANGED = 15
    WALL_LAID = 16
    WALL_RAZED = 17
    RESTS = 18
    PARALYSES = 19
    WAS_PUSHED = 20
    BREATHED = 21
    EXCHANGED = 22


cdef inline unsigned long long event(int verb, int unit, int start, int end) noexcept nogil:
    return verb | (unit & 15) << 8 | start << 16 | <long long> end << 24


cdef inline int event_verb(unsigned long long event) noexcept nogil:
    return event & 255


cdef inline int event_code(unsigned long long event) noexcept nogil:
    return event >> 8 & 15


cdef inline int event_start(unsigned long long event) noexcept nogil:
    return event >> 16 & 255


cdef inline int event_end(unsigned long long event) noexcept nogil:
    return event >> 24 & 255


cdef inline unsigned long long saved_unit(int cell, int unit) noexcept nogil:
    return cell | unit << 8


cdef inline unsigned long long saved_terrain(int cell, int wall, int opened) noexcept nogil:
    return cell | wall << 8 | opened << 12


cdef inline int saved_cell(unsigned long long word) noexcept nogil:
    return word & 255


cdef inline int unit_of_word(unsigned long long word) noexcept nogil:
    return word >> 8


cdef inline int wall_of_word(unsigned long long word) noexcept nogil:
    return word >> 8 & 15


cdef inline int opened_of_word(unsigned long long word) noexcept nogil:
    return word >> 12 & 1


cdef inline unsigned long long saved_dead(int code) noexcept nogil:
    return code | 65536


cdef inline bint is_dead(unsigned long long word) noexcept nogil:
    return word >> 16 & 1 == 1


cdef inline int code_of_word(unsigned long long word) noexcept nogil:
    return word & 15


cdef inline unsigned long long saved_pusher(int pusher, int to_move) noexcept nogil:
    return to_move | pusher << 1


cdef inline int pusher_of_word(unsigned long long word) noexcept nogil:
    return word >> 1


cdef inline int to_move_of_word(unsigned long long word) noexcept nogil:
    return word & 1


cdef inline unsigned long long saved_sizes(int units, int terrain) noexcept nogil:
    return terrain | units << 16


cdef inline int unit_words(unsigned long long sizes) noexcept nogil:
    return sizes >> 16


cdef inline int terrain_words(unsigned long long sizes) noexcept nogil:
    return sizes & 65535
