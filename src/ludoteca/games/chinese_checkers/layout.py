"""How Chinese Checkers packs numbers: moves, sets of holes and of ways. Not compiled: the `.pxd` has it all inline."""

HOLES = 121
SLOTS = 128
"""Tables have room for so many slots; those behind the last hole stand for the outside."""
OUTSIDE = HOLES
LATTICES = 4
MAX_SEATS = 6

NOBODY = -1
NOT_OVER, ALL_HOME, REPEATED, OUT_OF_ROUNDS, BLOCKED_HOME = range(5)
"""How a game stands: the number of the clause in C4 that ended it."""


# A move: the slots of its first and last hole

PASS = SLOTS * SLOTS


def move(origin: int, target: int) -> int:
    return origin << 7 | target


def origin(move: int) -> int:
    return move >> 7


def target(move: int) -> int:
    return move & 127


# A set of holes of one lattice is a word with a bit for each


def bit(place: int) -> int:
    """The set of one hole, whose bit is at a place."""
    return 1 << place


def has_bit(holes: int, place: int) -> bool:
    return holes >> place & 1 != 0


def slot_index(lattice: int, holes: int) -> int:
    """A number below 256 for the lowest bit of a lattice's word: no two of these bits have the same.

    Every six bits in a row of the factor (a de Bruijn sequence) differ.
    """
    return lattice << 6 | (holes & -holes) * 0x03F79D71B4CB0A89 >> 58 & 63


def count_bits(holes: int) -> int:
    """How many bits are set: summed up in pairs, fours and bytes, then all bytes at once."""
    holes = holes - (holes >> 1 & 0x5555555555555555)
    holes = (holes & 0x3333333333333333) + (holes >> 2 & 0x3333333333333333)
    holes = holes + (holes >> 4) & 0x0F0F0F0F0F0F0F0F
    return holes * 0x0101010101010101 >> 56 & 255


def hop(holes: int, east: int, northwest: int, northeast: int) -> int:
    """Where hops lead from some holes, given where those begin that go forward along each axis.

    A hop forward goes by 1, 7 or 8 bits.
    """
    return (
        (holes & east) << 1
        | holes >> 1 & east
        | (holes & northwest) << 7
        | holes >> 7 & northwest
        | (holes & northeast) << 8
        | holes >> 8 & northeast
    )


def begins_east(ends: int) -> int:
    """Where the hops east begin that end in some holes."""
    return ends >> 1


def begins_northwest(ends: int) -> int:
    return ends >> 7


def begins_northeast(ends: int) -> int:
    return ends >> 8


# A set of ways is six bits


def way_bit(way: int) -> int:
    return 1 << way


def has_way(ways: int, way: int) -> int:
    """1 if a way is in a set, 0 if not."""
    return ways >> way & 1


# Keys of positions

BUCKETS = 1024


def bucket(key: int) -> int:
    """Where positions with a key are linked; others may be linked there too."""
    return key & (BUCKETS - 1)
