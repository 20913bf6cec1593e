"""A position of Tomb Chess, and its text (T18)."""

import re
from dataclasses import dataclass, field, replace

from tests.tomb_chess.reference.geometry import SIZE, read_square, square_at, write_square

FIRST_RANGE = {"P": 1, "N": 3, "B": 12, "R": 12, "D": 12, "J": 3, "Q": 12, "K": 1}  # T2.3, T6.4
OTHER = {"S": "N", "N": "S"}


@dataclass(frozen=True, slots=True)
class Unit:
    side: str
    kind: str
    range: int
    resting: bool = False
    paralysed: int = 0
    pushed: bool = False
    # Tells units apart that are alike: T9.2 and T10.4 follow one unit through a turn.
    identity: int = field(default=0, compare=False)

    @property
    def letter(self):
        return self.kind if self.side == "S" else self.kind.lower()


@dataclass(frozen=True, slots=True)
class Grave:
    queue: str
    is_open: bool = False


@dataclass
class State:
    units: dict[int, Unit]
    side: str
    walls: dict[int, int]
    graves: dict[int, Grave]
    pusher: int | None
    turn: int
    turn_limit: int | None = 500
    previous: "State | None" = None
    without: frozenset[str] = frozenset()  # T4.9, T5.9, T7.9, T8.10, T14.10, T14.11: options that are off


def new_unit(letter, identity):
    kind = letter.upper()
    return Unit("S" if letter == kind else "N", kind, FIRST_RANGE[kind], identity=identity)


def parse(position, turn_limit=500, without=frozenset()):
    board, side, states, walls, graves, pusher, turn = position.split(" ")
    units = {}
    for down, row in enumerate(board.split("/")):
        file = 0
        for word in re.findall(r"\d+|[A-Za-z]", row):
            if word.isdigit():
                file += int(word)
            else:
                square = square_at(file, SIZE - 1 - down)
                units[square] = new_unit(word, square)
                file += 1
    for name, word in entries(states, "="):
        number, resting, paralysed, pushed = re.fullmatch(r"(\d*)(r?)(?:p(\d+))?(x?)", word).groups()
        square = read_square(name)
        units[square] = replace(
            units[square],
            range=int(number or units[square].range),
            resting=bool(resting),
            paralysed=int(paralysed or 0),
            pushed=bool(pushed),
        )
    return State(
        units,
        side,
        {read_square(name): int(word) for name, word in entries(walls, ":")},
        {read_square(name): Grave(word.rstrip("!"), word.endswith("!")) for name, word in entries(graves, ":")},
        None if pusher == "-" else read_square(pusher),
        int(turn),
        turn_limit,
        without=without,
    )


def entries(text, mark):
    return [word.split(mark) for word in text.split(",")] if text != "-" else []


def text(state):
    pusher = "-" if state.pusher is None else write_square(state.pusher)
    return f"{repeated_part(state)} {pusher} {state.turn}"


def repeated_part(state):
    """What T16.5 calls the exact position."""
    states = listed(
        f"{write_square(at)}={word}" for at in sorted(state.units) if (word := unit_states(state.units[at]))
    )
    walls = listed(f"{write_square(at)}:{state.walls[at]}" for at in sorted(state.walls))
    graves = listed(
        f"{write_square(at)}:{state.graves[at].queue}{'!' * state.graves[at].is_open}" for at in sorted(state.graves)
    )
    return f"{write_board(state.units)} {state.side} {states} {walls} {graves}"


def listed(words):
    return ",".join(words) or "-"


def write_board(units):
    rows = []
    for rank in reversed(range(SIZE)):
        cells = [units.get(square_at(file, rank)) for file in range(SIZE)]
        row = "".join(unit.letter if unit else "." for unit in cells)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return "/".join(rows)


def unit_states(unit):
    number = "" if unit.range == FIRST_RANGE[unit.kind] else str(unit.range)
    paralysed = f"p{unit.paralysed}" if unit.paralysed else ""
    return number + "r" * unit.resting + paralysed + "x" * unit.pushed
