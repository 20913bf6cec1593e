cimport cython

cdef enum:
    MAX_TILES = 144
    OUTSIDE = 144
    MAX_SEATS = 4
    PIECES_OF_A_SEAT = 4

cdef enum:
    EMPTY = 4
    WALL = 5
    NOBODY = 4
    NO_FLAG = 4

cdef enum:
    NOT_OVER = 0
    WON = 1
    REPEATED = 2
    OUT_OF_ROUNDS = 3
    QUIET = 4

cdef enum:
    PASS = 0
    SPAWN = 1
    FIRST_SLIDE = 16
    NO_JUMP = 0
    MAX_ENEMIES = 12
    ALL_WAYS = 255
    WORDS = 3
    KEY_COUNTS = 2048


cdef inline int tile(long long move) noexcept nogil:
    return <int> (move & 255)


cdef inline long long spawn(int tile) noexcept nogil:
    return SPAWN << 8 | tile


cdef inline bint is_spawn(long long move) noexcept nogil:
    return move >> 8 == SPAWN


cdef inline long long slide(int tile, int way) noexcept nogil:
    return (FIRST_SLIDE + way) << 8 | tile


cdef inline bint is_slide(long long move) noexcept nogil:
    return FIRST_SLIDE <= move >> 8 < FIRST_SLIDE + 8


cdef inline int slide_way(long long move) noexcept nogil:
    return <int> (move >> 8) - FIRST_SLIDE


cdef inline long long stand(long long before, int tile) noexcept nogil:
    return before | <long long> 1 << 60 | tile << 8 | tile


cdef inline bint is_jump(long long move) noexcept nogil:
    return move >> 60 == 1


cdef inline int target(long long move) noexcept nogil:
    return <int> (move >> 8 & 255)


cdef inline long long land(long long move, int tile) noexcept nogil:
    return move & ~(255 << 8) | tile << 8


cdef inline int exiled(long long move) noexcept nogil:
    return <int> (move >> 16 & 4095)


cdef inline bint is_exiled(long long move, int enemy) noexcept nogil:
    return move >> (16 + enemy) & 1 != 0


cdef inline long long add_exiled(long long move, int enemy) noexcept nogil:
    return move | 1 << (16 + enemy)


cdef inline int enemy_index(int seat, int place) noexcept nogil:
    return (place - PIECES_OF_A_SEAT * (seat + 1)) & 15


cdef inline int enemy_place(int seat, int enemy) noexcept nogil:
    return (enemy + PIECES_OF_A_SEAT * (seat + 1)) & 15


cdef inline int flag_target(long long move, int flag) noexcept nogil:
    return <int> (move >> (28 + 8 * flag) & 255)


cdef inline long long put_flag(long long move, int flag, int tile) noexcept nogil:
    return move & ~(<long long> 255 << (28 + 8 * flag)) | <long long> tile << (28 + 8 * flag)


cdef inline int way_bit(int way) noexcept nogil:
    return 1 << way


cdef inline bint has_way(int ways, int way) noexcept nogil:
    return ways >> way & 1 != 0


cdef inline int way_back(int way) noexcept nogil:
    return 128 >> way


cdef inline int word_index(int tile) noexcept nogil:
    return tile >> 6


cdef inline unsigned long long tile_bit(int tile) noexcept nogil:
    return <unsigned long long> 1 << (tile & 63)


cdef inline bint has_tile(unsigned long long word, int tile) noexcept nogil:
    return word >> (tile & 63) & 1 != 0


cdef inline int lowest_index(unsigned long long word) noexcept nogil:
    return <int> ((word & -word) * <unsigned long long> 0x03F79D71B4CB0A89 >> 58 & 63)


cdef inline int seat_of_place(int place) noexcept nogil:
    return place >> 2


cdef inline unsigned long long place_tile(int index, int tile) noexcept nogil:
    return <unsigned long long> tile << 8 * index


cdef inline int tile_at(unsigned long long word, int index) noexcept nogil:
    return <int> (word >> 8 * index & 255)


cdef inline unsigned long long place_pool(int seat, int count, int ready, int waiting) noexcept nogil:
    return <unsigned long long> (count << 8 | ready << 4 | waiting) << 12 * seat


cdef inline int count_at(unsigned long long word, int seat) noexcept nogil:
    return <int> (word >> (12 * seat + 8) & 15)


cdef inline int ready_at(unsigned long long word, int seat) noexcept nogil:
    return <int> (word >> (12 * seat + 4) & 15)


cdef inline int waiting_at(unsigned long long word, int seat) noexcept nogil:
    return <int> (word >> 12 * seat & 15)


cdef inline unsigned long long place_flag(int flag, int tile, int holder) noexcept nogil:
    return <unsigned long long> (tile << 4 | holder) << (12 * flag + 16)


cdef inline int flag_tile_at(unsigned long long word, int flag) noexcept nogil:
    return <int> (word >> (12 * flag + 20) & 255)


cdef inline int flag_holder_at(unsigned long long word, int flag) noexcept nogil:
    return <int> (word >> (12 * flag + 16) & 15)


cdef inline unsigned long long place_spawns(int first, int second) noexcept nogil:
    return first << 8 | second


cdef inline int first_spawn(unsigned long long word) noexcept nogil:
    return <int> (word >> 8 & 255)


cdef inline int second_spawn(unsigned long long word) noexcept nogil:
    return <int> (word & 255)


cdef inline unsigned long long counters(int quiet, int number, int to_move) noexcept nogil:
    return <unsigned long long> quiet << 34 | <unsigned long long> number << 2 | to_move


cdef inline int quiet_turns(unsigned long long counters) noexcept nogil:
    return <int> (counters >> 34)


cdef inline int round_number(unsigned long long counters) noexcept nogil:
    return <int> (counters >> 2 & <unsigned long long> 0xFFFFFFFF)


cdef inline int seat_to_move(unsigned long long counters) noexcept nogil:
    return <int> (counters & 3)


cdef inline int key_index(unsigned long long key) noexcept nogil:
    return <int> (key & (KEY_COUNTS - 1))
