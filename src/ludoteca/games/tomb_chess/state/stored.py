"""How a state packs what it stores: the events of a turn, and itself. Not compiled: the twin has it all inline."""

# An event of a turn: what happens, the code of a unit, and one or two cells

(
    WENT,
    BOUNCED,
    LEAPT,
    DIED,
    EXPLODED,
    POURED,
    OPENED,
    APPEARED,
    PUSHES,
    SWAPPED,
    TURNED,
    CARRIED,
    CARRIED_WALL,
    CARRIED_GRAVE,
    PROMOTED,
    RANGE_CHANGED,
    WALL_LAID,
    WALL_RAZED,
    RESTS,
    PARALYSES,
    WAS_PUSHED,
    BREATHED,
    EXCHANGED,
) = range(23)


def event(verb: int, unit: int, start: int, end: int) -> int:
    return verb | (unit & 15) << 8 | start << 16 | end << 24


def event_verb(event: int) -> int:
    return event & 255


def event_code(event: int) -> int:
    return event >> 8 & 15


def event_start(event: int) -> int:
    return event >> 16 & 255


def event_end(event: int) -> int:
    return event >> 24 & 255


# A saved state is a list of words: units, then terrain (a wall, an open grave) each followed by the dead of its grave,
# then the turn, the pusher with the side to move, and how many words there are of both sorts


def saved_unit(cell: int, unit: int) -> int:
    return cell | unit << 8


def saved_terrain(cell: int, wall: int, opened: int) -> int:
    return cell | wall << 8 | opened << 12


def saved_cell(word: int) -> int:
    return word & 255


def unit_of_word(word: int) -> int:
    return word >> 8


def wall_of_word(word: int) -> int:
    return word >> 8 & 15


def opened_of_word(word: int) -> int:
    return word >> 12 & 1


def saved_dead(code: int) -> int:
    return code | 65536


def is_dead(word: int) -> bool:
    return word >> 16 & 1 == 1


def code_of_word(word: int) -> int:
    return word & 15


def saved_pusher(pusher: int, to_move: int) -> int:
    return to_move | pusher << 1


def pusher_of_word(word: int) -> int:
    return word >> 1


def to_move_of_word(word: int) -> int:
    return word & 1


def saved_sizes(units: int, terrain: int) -> int:
    return terrain | units << 16


def unit_words(sizes: int) -> int:
    return sizes >> 16


def terrain_words(sizes: int) -> int:
    return sizes & 65535
