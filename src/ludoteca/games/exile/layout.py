"""How Exile packs numbers: moves, sets of ways and tiles, what undoes a move. Not compiled: the twin has it inline."""

MAX_TILES = 144
OUTSIDE = MAX_TILES
"""The tile beyond the edge; also where a piece is that is not on the board."""
MAX_SEATS = 4
PIECES_OF_A_SEAT = 4

EMPTY = 4
"""What a tile holds when no piece is on it; otherwise it holds the seat."""
WALL = 5
"""What OUTSIDE holds: neither a piece nor empty."""

NOBODY = 4
"""Who holds a flag that nobody controls."""
NO_FLAG = 4
"""Flags are numbered like the seats they belong to."""

NOT_OVER, WON, REPEATED, OUT_OF_ROUNDS, QUIET = range(5)
"""How a game stands (E7)."""


# A move: a tile in the lowest byte, and above it what the piece on that tile does
#
# A spawn has a 1 there, a slide 16 plus its way. A jump tells what it leads to, not its path: where the piece lands at
# last, which enemies it exiles, and where all flags are then. By E3.6 that is all that makes two jumps different, but
# for the corner rule, and the path follows from it: it is the first that leads there. A path itself would not fit:
# between any two of its up to twelve exiles a piece may hop over all its friends again (E3.4).

PASS = 0
SPAWN = 1
FIRST_SLIDE = 16
NO_JUMP = 0
MAX_ENEMIES = 12


def tile(move: int) -> int:
    """Where a piece is spawned, or where a slide or jump begins."""
    return move & 255


def spawn(tile: int) -> int:
    return SPAWN << 8 | tile


def is_spawn(move: int) -> bool:
    return move >> 8 == SPAWN


def slide(tile: int, way: int) -> int:
    return (FIRST_SLIDE + way) << 8 | tile


def is_slide(move: int) -> bool:
    return FIRST_SLIDE <= move >> 8 < FIRST_SLIDE + 8


def slide_way(move: int) -> int:
    return (move >> 8) - FIRST_SLIDE


def stand(before: int, tile: int) -> int:
    """A jump that has not begun, by the piece on a tile; `before` tells where the flags are."""
    return before | 1 << 60 | tile << 8 | tile


def is_jump(move: int) -> bool:
    return move >> 60 == 1


def target(move: int) -> int:
    """Where a jump ends."""
    return move >> 8 & 255


def land(move: int, tile: int) -> int:
    """A jump with another end."""
    return move & ~(255 << 8) | tile << 8


def exiled(move: int) -> int:
    """The set of the enemies that a jump exiles, by `enemy_index`."""
    return move >> 16 & 4095


def is_exiled(move: int, enemy: int) -> bool:
    return move >> (16 + enemy) & 1 != 0


def add_exiled(move: int, enemy: int) -> int:
    return move | 1 << (16 + enemy)


def enemy_index(seat: int, place: int) -> int:
    """The number below twelve of an enemy's place, counted clockwise from the seat that moves."""
    return (place - PIECES_OF_A_SEAT * (seat + 1)) & 15


def enemy_place(seat: int, enemy: int) -> int:
    return (enemy + PIECES_OF_A_SEAT * (seat + 1)) & 15


def flag_target(move: int, flag: int) -> int:
    """Where a flag is after a jump."""
    return move >> (28 + 8 * flag) & 255


def put_flag(move: int, flag: int, tile: int) -> int:
    """A jump with another tile for a flag."""
    return move & ~(255 << (28 + 8 * flag)) | tile << (28 + 8 * flag)


# A set of ways is a byte with a bit for each; the way back from a way is 7 less it

ALL_WAYS = 255


def way_bit(way: int) -> int:
    return 1 << way


def has_way(ways: int, way: int) -> bool:
    return ways >> way & 1 != 0


def way_back(way: int) -> int:
    """The set of the one way that leads back."""
    return 128 >> way


# A set of tiles takes three words of 64 bits

WORDS = 3


def word_index(tile: int) -> int:
    """Which of the three words has the bit of a tile."""
    return tile >> 6


def tile_bit(tile: int) -> int:
    return 1 << (tile & 63)


def has_tile(word: int, tile: int) -> bool:
    """Whether a tile is in a set, given the word that has its bit."""
    return word >> (tile & 63) & 1 != 0


def lowest_index(word: int) -> int:
    """A number below 64 for the lowest bit of a word: no two places of that bit have the same.

    Every six bits in a row of the factor (a de Bruijn sequence) differ.
    """
    return (word & -word) * 0x03F79D71B4CB0A89 >> 58 & 63


# What undoes a move: each part is moved to its place, and the parts are joined by `or`


def seat_of_place(place: int) -> int:
    """The seat of one of the sixteen places for pieces."""
    return place >> 2


def place_tile(index: int, tile: int) -> int:
    """One of eight tiles in a word."""
    return tile << 8 * index


def tile_at(word: int, index: int) -> int:
    return word >> 8 * index & 255


def place_pool(seat: int, count: int, ready: int, waiting: int) -> int:
    """How many pieces a seat has on the board, ready and waiting, in a word for four seats."""
    return (count << 8 | ready << 4 | waiting) << 12 * seat


def count_at(word: int, seat: int) -> int:
    return word >> (12 * seat + 8) & 15


def ready_at(word: int, seat: int) -> int:
    return word >> (12 * seat + 4) & 15


def waiting_at(word: int, seat: int) -> int:
    return word >> 12 * seat & 15


def place_flag(flag: int, tile: int, holder: int) -> int:
    """Where a flag is and who holds it, in the upper 48 bits of a word."""
    return (tile << 4 | holder) << (12 * flag + 16)


def flag_tile_at(word: int, flag: int) -> int:
    return word >> (12 * flag + 20) & 255


def flag_holder_at(word: int, flag: int) -> int:
    return word >> (12 * flag + 16) & 15


def place_spawns(first: int, second: int) -> int:
    """The tiles spawned on in this turn, in the lower 16 bits."""
    return first << 8 | second


def first_spawn(word: int) -> int:
    return word >> 8 & 255


def second_spawn(word: int) -> int:
    return word & 255


def counters(quiet: int, number: int, to_move: int) -> int:
    return quiet << 34 | number << 2 | to_move


def quiet_turns(counters: int) -> int:
    return counters >> 34


def round_number(counters: int) -> int:
    return counters >> 2 & 0xFFFFFFFF


def seat_to_move(counters: int) -> int:
    return counters & 3


# Keys of positions

KEY_COUNTS = 2048


def key_index(key: int) -> int:
    """Where positions with a key are counted; others may be counted there too."""
    return key & (KEY_COUNTS - 1)
