"""What a `go` asks for, in the words of UCI and of UCCI."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.players.clock import Allotment, share
from ludoteca.players.uci.options import read_number
from ludoteca.search.scores import MAX_PLIES

FLAGS = {"ponder", "infinite", "draw"}
NUMBERS = {
    "depth",
    "nodes",
    "mate",
    "perft",
    "movetime",
    "movestogo",
    *("wtime", "btime", "winc", "binc"),
    *("time", "increment", "opptime", "oppincrement", "oppmovestogo"),
}
LONGEST = 10_000_000.0
"""Nobody thinks longer than these seconds."""
MAX_NODES = 1 << 60
MOVETIME_MARGIN = 0.005
FALLBACK = 1.0
"""How long to think if the limits cannot be read."""


class Order(NamedTuple):
    """What is 0 or None does not limit."""

    depth: int = 0
    nodes: int = 0
    mate: int = 0
    perft: int = 0
    allotment: Allotment | None = None
    only: tuple[str, ...] = ()
    """The moves to look at; none means all."""
    is_infinite: bool = False
    is_pondering: bool = False

    @property
    def is_limited(self) -> bool:
        return bool(self.depth or self.nodes or self.mate or self.perft or self.allotment)


def read_order(words: Sequence[str], seat: int, margin: float, unit: float = 0.001) -> Order:
    """The order for a seat; `unit` is how many seconds UCCI's numbers mean. What cannot be read is left out."""
    flags, numbers, only, is_whole = _sort(words)
    order = Order(
        depth=_within(numbers, "depth", MAX_PLIES - 1),
        nodes=_within(numbers, "nodes", MAX_NODES),
        mate=_within(numbers, "mate", MAX_PLIES // 2),
        perft=_within(numbers, "perft", MAX_PLIES),
        allotment=_allot(numbers, seat, margin, unit),
        only=only,
        is_infinite="infinite" in flags,
        is_pondering="ponder" in flags,
    )
    if order.is_limited or order.is_infinite or order.is_pondering:
        return order
    if is_whole:
        return order._replace(is_infinite=True)
    return order._replace(allotment=Allotment(FALLBACK, FALLBACK))


def _sort(words: Sequence[str]) -> tuple[set[str], dict[str, int], tuple[str, ...], bool]:
    """Flags, numbers, the moves to look at, and whether every number could be read."""
    flags: set[str] = set()
    numbers: dict[str, int] = {}
    only: list[str] = []
    is_whole = True
    last = ""
    for word in words:
        if word in FLAGS:
            # UCCI says "depth infinite".
            flags.add(word)
            last = ""
        elif word in NUMBERS or word == "searchmoves":
            is_whole = is_whole and last in ("", "searchmoves")
            last = word
        elif last == "searchmoves":
            only.append(word)
        elif last:
            number = read_number(word)
            if number is None:
                is_whole = False
            else:
                numbers[last] = number
            last = ""
    return flags, numbers, tuple(only), is_whole and last in ("", "searchmoves")


def _within(numbers: dict[str, int], name: str, most: int) -> int:
    """A number from 1 to the most, or 0 if there is none."""
    return max(1, min(numbers[name], most)) if name in numbers else 0


def _allot(numbers: dict[str, int], seat: int, margin: float, unit: float) -> Allotment | None:
    if "movetime" in numbers:
        seconds = _seconds(numbers["movetime"], 0.001)
        hard = max(0.0, seconds - MOVETIME_MARGIN)
        return Allotment(hard, hard)
    own, increment = ("wtime", "winc") if seat == 0 else ("btime", "binc")
    if own not in numbers:
        if "time" not in numbers:
            return None
        own, increment = "time", "increment"
    if own != "time":
        unit = 0.001
    return share(
        _seconds(numbers[own], unit),
        _seconds(numbers.get(increment, 0), unit),
        max(0, numbers.get("movestogo", 0)),
        margin,
    )


def _seconds(number: int, unit: float) -> float:
    return max(0.0, min(number * unit, LONGEST))
