"""What a network sees of a position: a few numbers of a fixed space, one for each piece or cell."""

from typing import Any

from ludoteca.core import bounds
from ludoteca.core.position import Position

MAX_SLOTS = 2048
MAX_COUNT = 65_535
"""A feature and the number that stands for none fit into 16 bits."""


class Features:
    """Writes the position that it is attached to as features: a number for each slot, as a seat sees the position.

    The board is turned or mirrored so that all seats share the same features, and seats are counted from the one that
    looks. Most moves change few slots, so a network follows them by the difference. A search calls `attach` once, and
    the others without the interpreter's lock while the position changes.

    Attributes:
        names: What each feature tells.
        count: How many there are; as a feature, the number that a slot has if there is nothing to say.
        slots: How many numbers `features` writes.
        seats: How many seats may look.
        buckets: How many kinds of positions, such as by the pieces left, a network has outputs of its own for.
        variant: What tells these features from those of the game with other options; a part of file names.
        description: How the features come about, where their names do not tell.
        groups: For each range of features, from a first to below a last one, how many slots may have one of them at the
            most; by it no sum of weights grows too large.
    """

    names: tuple[str, ...]
    description: str
    variant: str
    count: int
    slots: int
    seats: int
    buckets: int
    groups: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        names: tuple[str, ...],
        slots: int,
        seats: int,
        buckets: int = 1,
        variant: str = "",
        description: str = "",
        groups: tuple[tuple[int, int, int], ...] = (),
    ) -> None:
        """Tell what the features are; a group is (most, first, last)."""
        self.names = names
        self.count = bounds.within(len(names), 1, MAX_COUNT, "a number of features")
        self.slots = bounds.within(slots, 1, MAX_SLOTS, "a number of slots")
        self.seats = bounds.within(seats, 1, bounds.MOST, "a number of seats")
        self.buckets = bounds.within(buckets, 1, 256, "a number of buckets")
        self.variant = variant
        self.description = description
        self.groups = groups or ((slots, 0, self.count),)

    @property
    def digest(self) -> str:
        """A hash of all that a network of these features depends on."""
        from hashlib import sha256  # Slow to import, and seldom needed.

        said = (self.description, f"{self.slots} slots", f"{self.seats} seats", f"{self.buckets} buckets", *self.names)
        return sha256("\n".join(said).encode()).hexdigest()

    # For callers that have one position

    def of(self, position: Position, seat: int) -> list[int]:
        """The features of a position as a seat sees it."""
        out = [0] * 2048
        self.attach(position)
        self.features(bounds.within(seat, 0, self.seats - 1, "a seat"), out)
        return [out[slot] for slot in range(self.slots)]

    def bucket_of(self, position: Position) -> int:
        """The bucket of a position."""
        self.attach(position)
        return self.bucket()

    def by_hand_of(self, position: Position, seat: int) -> int:
        """What is added to the score of a position for a seat."""
        self.attach(position)
        return self.by_hand(bounds.within(seat, 0, self.seats - 1, "a seat"))

    def refuse_others(self, position: Position, fits: bool) -> None:
        """ValueError unless a position is of the kind, and has the seats, that these features are for."""
        if not fits or position.seats != self.seats:
            raise ValueError(f"a {type(position).__name__} with these options has other features")

    # For each game to implement

    def attach(self, position: Position) -> None:
        """Show this position from now on, or ValueError if the features are not for such a one."""
        raise NotImplementedError

    def features(self, seat: int, out: Any) -> None:
        """Write all slots as a seat sees the position."""

    def bucket(self) -> int:
        """The bucket of the position."""
        return 0

    def by_hand(self, seat: int) -> int:
        """What is added to a network's score for a seat: for what people know and its games hardly ever show."""
        return 0
