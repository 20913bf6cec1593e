cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    DRAGON = 4
    JESTER = 5
    QUEEN = 6
    KING = 7
    ROW = 16
    NO_DIRECTION = 8


cdef inline int file_of(int cell) noexcept nogil:
    return cell & 15


cdef inline int row_of(int cell) noexcept nogil:
    return cell >> 4


cdef inline bint is_diagonal(int direction) noexcept nogil:
    return direction & 1 == 1


cdef inline int turned_left(int direction) noexcept nogil:
    return direction - 2 & 7


cdef inline int turned_right(int direction) noexcept nogil:
    return direction + 2 & 7


cdef inline int opposite(int direction) noexcept nogil:
    return direction ^ 4


cdef inline int neighbour(int direction) noexcept nogil:
    return direction + 1 & 7


cdef inline int bit(int number) noexcept nogil:
    return 1 << number


cdef inline bint has_bit(int bits, int number) noexcept nogil:
    return bits >> number & 1 == 1


cdef enum:
    EDGE = 1
    UNIT = 16


cdef inline int code(int kind, int side) noexcept nogil:
    return kind | side << 3


cdef inline int kind(int unit) noexcept nogil:
    return unit & 7


cdef inline int side(int unit) noexcept nogil:
    return unit >> 3 & 1


cdef inline int code_of(int unit) noexcept nogil:
    return unit & 15


cdef inline int unit(int code, int length) noexcept nogil:
    return UNIT | code | length << 5


cdef inline bint is_unit(int content) noexcept nogil:
    return content & UNIT != 0


cdef inline bint is_unit_of_side(int content, int side) noexcept nogil:
    return content & 24 == UNIT | side << 3


cdef inline bint is_unit_of_kind(int content, int kind) noexcept nogil:
    return content & 23 == UNIT | kind


cdef inline bint is_unit_of_code(int content, int code) noexcept nogil:
    return content & 31 == UNIT | code


cdef inline int range_of(int unit) noexcept nogil:
    return unit >> 5 & 127


cdef inline int with_range(int unit, int length) noexcept nogil:
    return unit & ~4064 | length << 5


cdef enum:
    RESTING = 4096
    PARALYSED = 24576
    PUSHED = 32768
    JUST_PUSHED = 65536


cdef inline bint has_state(int unit) noexcept nogil:
    return unit & (RESTING | PARALYSED | PUSHED | JUST_PUSHED) != 0


cdef inline bint is_resting(int unit) noexcept nogil:
    return unit & RESTING != 0


cdef inline int paralysis(int unit) noexcept nogil:
    return unit >> 13 & 3


cdef inline bint is_disabled(int unit) noexcept nogil:
    return unit & (RESTING | PARALYSED) != 0


cdef inline bint is_pushed(int unit) noexcept nogil:
    return unit & PUSHED != 0


cdef inline int with_rest(int unit) noexcept nogil:
    return unit | RESTING


cdef inline int with_paralysis(int unit, int turns) noexcept nogil:
    return unit & ~PARALYSED | turns << 13


cdef inline int with_push(int unit) noexcept nogil:
    return unit | PUSHED


cdef inline int with_new_push(int unit) noexcept nogil:
    return unit | JUST_PUSHED


cdef inline int with_states_of(int unit, int other) noexcept nogil:
    return unit | other & (RESTING | PARALYSED | PUSHED | JUST_PUSHED)


cdef inline int after_turn_of_side(int unit) noexcept nogil:
    if unit & PARALYSED:
        return (unit & ~(RESTING | PUSHED)) - 8192
    return unit & ~(RESTING | PUSHED)


cdef inline int after_turn(int unit) noexcept nogil:
    if unit & JUST_PUSHED:
        return unit & ~JUST_PUSHED | PUSHED
    return unit


cdef inline int short_range(int unit) noexcept nogil:
    return unit >> 5 & 15


cdef inline int long_range(int unit) noexcept nogil:
    return unit >> 9 & 7


cdef inline int states(int unit) noexcept nogil:
    return unit >> 12 & 15


cdef enum:
    LEAST_RANGE = 2
    MAX_PAWN_RANGE = 99
    LONGEST_LINE = 12
    BLOCKED = 4
    NEW_WALL = 2
    KNIGHT_LEAP = 4096


cdef inline int movement(int straight, int diagonal, int steps) noexcept nogil:
    return straight | diagonal << 4 | steps << 8


cdef inline int straight_range(int movement) noexcept nogil:
    return movement & 15


cdef inline int diagonal_range(int movement) noexcept nogil:
    return movement >> 4 & 15


cdef inline int step_range(int movement) noexcept nogil:
    return movement >> 8 & 15


cdef inline int line_range(int movement, int direction) noexcept nogil:
    return diagonal_range(movement) if is_diagonal(direction) else straight_range(movement)


cdef inline bint has_leap(int movement) noexcept nogil:
    return movement & KNIGHT_LEAP != 0


cdef inline int greater(int one, int other) noexcept nogil:
    return one if one > other else other


cdef inline int merged(int one, int other) noexcept nogil:
    return (
        greater(one & 15, other & 15)
        | greater(one & 240, other & 240)
        | greater(one & 3840, other & 3840)
        | ((one | other) & KNIGHT_LEAP)
    )


cdef enum:
    UNIT_AHEAD = 16
    EDGE_AHEAD = 32
    WALL_AHEAD = 64
    IN_REACH = 128


cdef inline int line_length(int line) noexcept nogil:
    return line & 15


cdef inline bint is_in_reach(int line) noexcept nogil:
    return line & IN_REACH != 0


cdef inline bint has_obstacle(int line) noexcept nogil:
    return line & (UNIT_AHEAD | EDGE_AHEAD | WALL_AHEAD) != 0


cdef enum:
    NO_SIGHTING = 0


cdef inline int sighting(int cell, int distance, bint is_free) noexcept nogil:
    return cell | distance << 8 | is_free << 12


cdef inline int sighted_cell(int sighting) noexcept nogil:
    return sighting & 255


cdef inline int sighted_distance(int sighting) noexcept nogil:
    return sighting >> 8 & 15


cdef inline bint is_free_line(int sighting) noexcept nogil:
    return sighting >> 12 & 1 == 1


cdef inline int protection(int count, int cell) noexcept nogil:
    return count << 8 | cell


cdef inline int protector_count(int protection) noexcept nogil:
    return protection >> 8


cdef inline int protector_cell(int protection) noexcept nogil:
    return protection & 255


cdef enum:
    LEGS = 0
    BOUNCE = 1
    BREATH = 2
    SWAP = 3
    ROTATION = 4
    EXCHANGE = 5
    RESPAWN = 6
    MOVE_TYPES = 7
    CONTROL = 16


cdef inline long long move(int move_type, int origin, int control) noexcept nogil:
    return move_type | control | origin << 8


cdef inline int move_type(long long move) noexcept nogil:
    return move & 15


cdef inline int control(long long move) noexcept nogil:
    return move & CONTROL


cdef inline int promotion(long long move) noexcept nogil:
    return move >> 5 & 7


cdef inline long long with_promotion(long long move, int kind) noexcept nogil:
    return move | kind << 5


cdef inline int origin(long long move) noexcept nogil:
    return move >> 8 & 255


cdef inline int target(long long move) noexcept nogil:
    return move >> 16 & 255


cdef inline long long with_target(long long move, int cell) noexcept nogil:
    return move | cell << 16


cdef inline int first_push(long long move) noexcept nogil:
    return move >> 24 & 1


cdef inline long long with_first_push(long long move) noexcept nogil:
    return move | 1 << 24


cdef inline int second_target(long long move) noexcept nogil:
    return move >> 25 & 255


cdef inline long long with_second_target(long long move, int cell) noexcept nogil:
    return move | <long long> cell << 25


cdef inline int second_push(long long move) noexcept nogil:
    return move >> 33 & 1


cdef inline long long with_second_push(long long move) noexcept nogil:
    return move | <long long> 1 << 33


cdef inline int leap_capture(long long move) noexcept nogil:
    return move >> 34 & 7


cdef inline long long with_leap_capture(long long move, int number) noexcept nogil:
    return move | <long long> number << 34


cdef inline bint is_plain_leg(long long move) noexcept nogil:
    return move >> 24 & 8191 == 0


cdef enum:
    MAX_BOUNCES = 11
    LINE_OPTIONS = 4
    OPTIONS = 12


cdef inline int first_direction(long long move) noexcept nogil:
    return move >> 16 & 7


cdef inline long long with_first_direction(long long move, int direction) noexcept nogil:
    return move | direction << 16


cdef inline int bounces(long long move) noexcept nogil:
    return move >> 19 & 15


cdef inline long long with_one_more_bounce(long long move) noexcept nogil:
    return move + (1 << 19)


cdef inline int turns_right(long long move, int bounce) noexcept nogil:
    return move >> (22 + bounce) & 1


cdef inline long long with_right_turn(long long move, int bounce) noexcept nogil:
    return move | <long long> 1 << (22 + bounce)


cdef inline int change(long long move) noexcept nogil:
    return move >> 34 & 15


cdef inline int change_option(long long move) noexcept nogil:
    return move >> 38 & 15


cdef inline long long with_change(long long move, int bounce, int option) noexcept nogil:
    return move | <long long> bounce << 34 | <long long> option << 38


cdef inline int direction_of_option(int option, int direction) noexcept nogil:
    return 2 * option + 1 - (direction & 1)


cdef inline int leap_of_option(int option) noexcept nogil:
    return option - LINE_OPTIONS


cdef inline int direction_after(long long move, int bounce, int direction) noexcept nogil:
    if bounce != change(move):
        return turned_right(direction) if turns_right(move, bounce) else turned_left(direction)
    if change_option(move) < LINE_OPTIONS:
        return direction_of_option(change_option(move), direction)
    return NO_DIRECTION


cdef inline int last_stretch(long long move) noexcept nogil:
    return move >> 42 & 15


cdef inline long long with_last_stretch(long long move, int length) noexcept nogil:
    return move | <long long> length << 42


cdef inline int last_push(long long move) noexcept nogil:
    return move >> 46 & 1


cdef inline long long with_last_push(long long move) noexcept nogil:
    return move | <long long> 1 << 46


cdef inline int size(long long move) noexcept nogil:
    return move >> 16 & 7


cdef inline int quarters(long long move) noexcept nogil:
    return move >> 19 & 3


cdef inline long long with_rotation(long long move, int size, int quarters) noexcept nogil:
    return move | size << 16 | quarters << 19


cdef enum:
    NO_CHECK = 0
    BY_ATTACK = 1
    BY_JESTER = 2
    BY_TOMB = 3
    PUSHES_WALL = 0
    NOTHING_AHEAD = -1
    IN_OWN_QUADRANT = -2
    ONTO_ORIGIN = -3
    FRIEND_BEHIND = -4
    IMMUNE = -5
    OWN_KING = 1
    ENEMY_KING = 2
    BOTH_KINGS = 3
    READ = 1
    CRITICAL = 2
    BY_MAJORITY = -1
    ALL_LEGS = 0
    SINGLE_LEGS = 1
    LEGS_WITHOUT_PUSH = 2
    ALL_MOVES = 0
    TACTICAL = 1
    QUIET = 2
