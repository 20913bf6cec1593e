"""How an entry of the transposition table is packed into one number. Not compiled: the `.pxd` has it inline.

The score stands in bits 0 to 15, the static score in 16 to 31, the depth in 32 to 39, the bound in 40 and 41, the age
of the search in 42 to 47. An entry is never 0, because its bound is not.
"""

LAST_AGE = 63


def pack(score: int, static_score: int, depth: int, bound: int, age: int) -> int:
    return (score + 32768) | (static_score + 32768) << 16 | depth << 32 | bound << 40 | age << 42


def score(entry: int) -> int:
    return (entry & 65535) - 32768


def static_score(entry: int) -> int:
    return (entry >> 16 & 65535) - 32768


def depth(entry: int) -> int:
    return entry >> 32 & 255


def bound(entry: int) -> int:
    return entry >> 40 & 3


def age(entry: int) -> int:
    return entry >> 42 & LAST_AGE
