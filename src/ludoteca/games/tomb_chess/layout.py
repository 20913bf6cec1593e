"""How Tomb Chess packs numbers: units, movements, lines, moves. Not compiled: the twin has it all inline.

A test compares the two.
"""

PAWN, KNIGHT, BISHOP, ROOK, DRAGON, JESTER, QUEEN, KING = range(8)


# Cells, the eight directions, and sets of small numbers

ROW = 16
"""Cells in a row of the inner board, edges included."""
NO_DIRECTION = 8
"""Neither one of the eight directions nor one of the eight leaps."""


def file_of(cell: int) -> int:
    return cell & 15


def row_of(cell: int) -> int:
    return cell >> 4


def is_diagonal(direction: int) -> bool:
    """Ways are numbered clockwise from north, so every other one is diagonal."""
    return direction & 1 == 1


def turned_left(direction: int) -> int:
    """By 90 degrees."""
    return direction - 2 & 7


def turned_right(direction: int) -> int:
    return direction + 2 & 7


def opposite(direction: int) -> int:
    return direction ^ 4


def neighbour(direction: int) -> int:
    """The next direction clockwise, which is straight if this is diagonal."""
    return direction + 1 & 7


def bit(number: int) -> int:
    return 1 << number


def has_bit(bits: int, number: int) -> bool:
    return bits >> number & 1 == 1


# What a cell holds: 0, EDGE, or a unit. A code is a kind and a side; a unit adds its range and its states.

EDGE = 1
"""Stands on the cells beyond the board."""
UNIT = 16


def code(kind: int, side: int) -> int:
    return kind | side << 3


def kind(unit: int) -> int:
    """Of a unit or a code."""
    return unit & 7


def side(unit: int) -> int:
    """Of a unit or a code."""
    return unit >> 3 & 1


def code_of(unit: int) -> int:
    return unit & 15


def unit(code: int, length: int) -> int:
    """A unit without states."""
    return UNIT | code | length << 5


def is_unit(content: int) -> bool:
    return content & UNIT != 0


def is_unit_of_side(content: int, side: int) -> bool:
    return content & 24 == UNIT | side << 3


def is_unit_of_kind(content: int, kind: int) -> bool:
    return content & 23 == UNIT | kind


def is_unit_of_code(content: int, code: int) -> bool:
    return content & 31 == UNIT | code


def range_of(unit: int) -> int:
    return unit >> 5 & 127


def with_range(unit: int, length: int) -> int:
    return unit & ~4064 | length << 5


# The states of a unit: resting, turns of paralysis, pushed, and pushed in the turn under way

RESTING = 4096
PARALYSED = 24576
PUSHED = 32768
JUST_PUSHED = 65536


def has_state(unit: int) -> bool:
    return unit & (RESTING | PARALYSED | PUSHED | JUST_PUSHED) != 0


def is_resting(unit: int) -> bool:
    return unit & RESTING != 0


def paralysis(unit: int) -> int:
    """The turns of its side that a unit is still paralysed."""
    return unit >> 13 & 3


def is_disabled(unit: int) -> bool:
    """Resting or paralysed."""
    return unit & (RESTING | PARALYSED) != 0


def is_pushed(unit: int) -> bool:
    return unit & PUSHED != 0


def with_rest(unit: int) -> int:
    return unit | RESTING


def with_paralysis(unit: int, turns: int) -> int:
    return unit & ~PARALYSED | turns << 13


def with_push(unit: int) -> int:
    """Pushed before the turn under way."""
    return unit | PUSHED


def with_new_push(unit: int) -> int:
    """Pushed in the turn under way."""
    return unit | JUST_PUSHED


def with_states_of(unit: int, other: int) -> int:
    return unit | other & (RESTING | PARALYSED | PUSHED | JUST_PUSHED)


def after_turn_of_side(unit: int) -> int:
    """A unit as the turn of its own side ends: no longer resting or pushed, a turn less paralysed."""
    if unit & PARALYSED:
        return (unit & ~(RESTING | PUSHED)) - 8192
    return unit & ~(RESTING | PUSHED)


def after_turn(unit: int) -> int:
    """A unit as any turn ends: what was pushed in it is now pushed before."""
    if unit & JUST_PUSHED:
        return unit & ~JUST_PUSHED | PUSHED
    return unit


# Parts of a unit that have hash keys of their own


def short_range(unit: int) -> int:
    return unit >> 5 & 15


def long_range(unit: int) -> int:
    """The upper bits of a range, which only pawns have."""
    return unit >> 9 & 7


def states(unit: int) -> int:
    return unit >> 12 & 15


LEAST_RANGE, MAX_PAWN_RANGE = 2, 99
"""T6.1; T6.4 has no limit, but no line is longer than 11 squares, and counting stops here."""
LONGEST_LINE = 12


# Walls

BLOCKED = 4
"""T3.4: what the walls hold on the square where the turn began; below it are the turns that a real wall stands."""
NEW_WALL = 2
"""T5.3: the turns that a new wall stands."""


# A movement: the range of straight lines, of diagonal lines, and of the lines of pawns and kings, which neither bounce
# nor know T5.8; and whether it has the knight leap

KNIGHT_LEAP = 4096


def movement(straight: int, diagonal: int, steps: int) -> int:
    return straight | diagonal << 4 | steps << 8


def straight_range(movement: int) -> int:
    return movement & 15


def diagonal_range(movement: int) -> int:
    return movement >> 4 & 15


def step_range(movement: int) -> int:
    return movement >> 8 & 15


def line_range(movement: int, direction: int) -> int:
    """Along a direction, the steps of pawns and kings aside."""
    return diagonal_range(movement) if is_diagonal(direction) else straight_range(movement)


def has_leap(movement: int) -> bool:
    return movement & KNIGHT_LEAP != 0


def greater(one: int, other: int) -> int:
    return one if one > other else other


def merged(one: int, other: int) -> int:
    """T3.3, T7.1: both movements, each with the greater of its ranges."""
    return (
        greater(one & 15, other & 15)
        | greater(one & 240, other & 240)
        | greater(one & 3840, other & 3840)
        | ((one | other) & KNIGHT_LEAP)
    )


# A line from a square: how many empty squares it may enter, and what is ahead of the last

UNIT_AHEAD, EDGE_AHEAD, WALL_AHEAD, IN_REACH = 16, 32, 64, 128
"""IN_REACH: the range would reach the unit ahead. WALL_AHEAD: a diagonal line meets a wall head-on (T7.2)."""


def line_length(line: int) -> int:
    return line & 15


def is_in_reach(line: int) -> bool:
    return line & IN_REACH != 0


def has_obstacle(line: int) -> bool:
    return line & (UNIT_AHEAD | EDGE_AHEAD | WALL_AHEAD) != 0


# A sighting: the first unit on a line from a square, how far it is, and whether the line is free without the perk T5.8

NO_SIGHTING = 0


def sighting(cell: int, distance: int, is_free: bool) -> int:
    return cell | distance << 8 | is_free << 12


def sighted_cell(sighting: int) -> int:
    return sighting & 255


def sighted_distance(sighting: int) -> int:
    return sighting >> 8 & 15


def is_free_line(sighting: int) -> bool:
    return sighting >> 12 & 1 == 1


# Protection of a square: how many pieces, 2 standing for more, and the cell of the last


def protection(count: int, cell: int) -> int:
    return count << 8 | cell


def protector_count(protection: int) -> int:
    return protection >> 8


def protector_cell(protection: int) -> int:
    return protection & 255


# A move: its type, mind control, what a pawn becomes, the first cell; then by type

LEGS, BOUNCE, BREATH, SWAP, ROTATION, EXCHANGE, RESPAWN = range(7)
MOVE_TYPES = 7
CONTROL = 16


def move(move_type: int, origin: int, control: int) -> int:
    """`control` is CONTROL for mind control, else 0. The origin of a rotation is its south-west corner."""
    return move_type | control | origin << 8


def move_type(move: int) -> int:
    return move & 15


def control(move: int) -> int:
    """CONTROL or 0."""
    return move & CONTROL


def promotion(move: int) -> int:
    return move >> 5 & 7


def with_promotion(move: int, kind: int) -> int:
    return move | kind << 5


def origin(move: int) -> int:
    return move >> 8 & 255


def target(move: int) -> int:
    """Of the first leg, or the other cell of a swap or an exchange."""
    return move >> 16 & 255


def with_target(move: int, cell: int) -> int:
    return move | cell << 16


# Legs: pushes, the second target (0: none), and the number from 1 of the square captured under a leap (0: none)


def first_push(move: int) -> int:
    return move >> 24 & 1


def with_first_push(move: int) -> int:
    return move | 1 << 24


def second_target(move: int) -> int:
    return move >> 25 & 255


def with_second_target(move: int, cell: int) -> int:
    return move | cell << 25


def second_push(move: int) -> int:
    return move >> 33 & 1


def with_second_push(move: int) -> int:
    return move | 1 << 33


def leap_capture(move: int) -> int:
    return move >> 34 & 7


def with_leap_capture(move: int, number: int) -> int:
    return move | number << 34


def is_plain_leg(move: int) -> bool:
    """Of a move of legs: one leg that neither pushes nor captures under a leap."""
    return move >> 24 & 8191 == 0


# Bounce: the first direction; how many bounces, and for each whether it turns to the right; the one that changes the
# movement (0: none), to which of four lines or eight leaps; the length of the last stretch (0 after a leap); a push

MAX_BOUNCES = 11
"""A range is 12 at the most and a stretch at least 1."""
LINE_OPTIONS = 4
OPTIONS = 12


def first_direction(move: int) -> int:
    return move >> 16 & 7


def with_first_direction(move: int, direction: int) -> int:
    return move | direction << 16


def bounces(move: int) -> int:
    return move >> 19 & 15


def with_one_more_bounce(move: int) -> int:
    return move + (1 << 19)


def turns_right(move: int, bounce: int) -> int:
    """Bounces are numbered from 1."""
    return move >> (22 + bounce) & 1


def with_right_turn(move: int, bounce: int) -> int:
    return move | 1 << (22 + bounce)


def change(move: int) -> int:
    return move >> 34 & 15


def change_option(move: int) -> int:
    return move >> 38 & 15


def with_change(move: int, bounce: int, option: int) -> int:
    return move | bounce << 34 | option << 38


def direction_of_option(option: int, direction: int) -> int:
    """The direction of a line option for a unit that came by one: straight if that was diagonal."""
    return 2 * option + 1 - (direction & 1)


def leap_of_option(option: int) -> int:
    return option - LINE_OPTIONS


def direction_after(move: int, bounce: int, direction: int) -> int:
    """How a bounce goes on after a bounce to which it came by a direction; NO_DIRECTION if it ends with a leap."""
    if bounce != change(move):
        return turned_right(direction) if turns_right(move, bounce) else turned_left(direction)
    if change_option(move) < LINE_OPTIONS:
        return direction_of_option(change_option(move), direction)
    return NO_DIRECTION


def last_stretch(move: int) -> int:
    return move >> 42 & 15


def with_last_stretch(move: int, length: int) -> int:
    return move | length << 42


def last_push(move: int) -> int:
    return move >> 46 & 1


def with_last_push(move: int) -> int:
    return move | 1 << 46


# Rotation: the side of the block, and quarters of a turn clockwise


def size(move: int) -> int:
    return move >> 16 & 7


def quarters(move: int) -> int:
    return move >> 19 & 3


def with_rotation(move: int, size: int, quarters: int) -> int:
    return move | size << 16 | quarters << 19


# Answers to questions

NO_CHECK, BY_ATTACK, BY_JESTER, BY_TOMB = range(4)
"""T16.1: the kinds of check: an attack on the king, on a jester of its side beside it, on a tomb beside it."""
PUSHES_WALL = 0
"""The length of a push that destroys the wall right ahead."""
NOTHING_AHEAD, IN_OWN_QUADRANT, ONTO_ORIGIN, FRIEND_BEHIND, IMMUNE = -1, -2, -3, -4, -5
"""Why there is no push: nothing right ahead, a unit in its own majority quadrant, the square where the turn began, a
friendly unit behind the line, or a rook or king in it."""
OWN_KING, ENEMY_KING, BOTH_KINGS = 1, 2, 3
"""Bits for the king of the side to move and for the other."""
READ, CRITICAL = 1, 2
"""Bits of a cell on which an answer depends (see Attacks)."""
BY_MAJORITY = -1
"""In place of a set of quadrants whose walls are lifted: those where the side has the majority now."""
ALL_LEGS, SINGLE_LEGS, LEGS_WITHOUT_PUSH = range(3)
"""Which legs to generate: all; single ones, as the last resort of T4.5 has them; single ones without pushes."""
ALL_MOVES, TACTICAL, QUIET = range(3)
"""Which moves a generator keeps."""
