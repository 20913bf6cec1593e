"""What is stored together or not at all, and why it may fail."""

from msgspec import Struct

from ludoteca.server.events import Entry


class Conflict(Exception):
    """Another server has stored this room's next event."""


class StoreFailed(Exception):
    """Nothing was stored, and not because of another server."""


class Summary(Struct):
    """A room in lists. `brief` is the JSON that lists show; `holders` are its people, and who left it, by seat."""

    room_id: str
    game: str
    created: float
    touched: float
    is_public: bool
    is_open: bool
    is_over: bool
    is_timed: bool
    brief: str
    holders: dict[int, str]
    deadline: float | None = None


class Merge(Struct, frozen=True):
    """A visitor who is one person with another from now on, and the rooms that name the first."""

    visitor: str
    into: str
    room_ids: tuple[str, ...]


class Changes(Struct):
    entries: list[tuple[str, Entry]] = []
    """Room ids and entries."""
    summaries: list[Summary] = []
    invitations: list[tuple[str, str, int]] = []
    """Hash of the code, room id, seat."""
    used_seats: list[tuple[str, int]] = []
    """Room ids and seats whose invitations are void."""
    snapshots: list[tuple[str, int, str]] = []
    """Room id, the number of the last event in it, and what it is."""
    touched: list[tuple[str, float]] = []
    """Room ids, and when somebody was there."""
    removed_rooms: list[str] = []
    """Of these only the last event is left."""
    forgotten: list[tuple[str, str, str]] = []
    """Room id, a visitor who wants to be forgotten there, and what stands for the visitor from now on."""
    merges: list[Merge] = []

    @property
    def has_only_entries(self) -> bool:
        return not (
            self.summaries
            or self.invitations
            or self.used_seats
            or self.snapshots
            or self.touched
            or self.removed_rooms
            or self.forgotten
            or self.merges
        )
