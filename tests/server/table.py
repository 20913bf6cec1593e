"""A room without a server, for tests: who does what, at which time."""

from ludoteca.server import actions
from ludoteca.server.events import Chair, Created, Entry, Timing, read_event, write_event
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Moment, Room

ADA, BO, CYD, EVE = "a" * 64, "b" * 64, "c" * 64, "e" * 64
NAMES = {ADA: "Ada", BO: "Bo", CYD: "Cyd"}


class Table:
    """A room and its clock. Every change goes through stored entries."""

    def __init__(self, *holders, game="xiangqi", options=None, clock=None, public=False, start=""):
        chairs = tuple(chair(who) for who in holders)
        timing = Timing(*clock) if clock else None
        created = Created(game, options or {}, chairs, ADA, timing, public, start)
        self.now = 1000.0
        self.entries = [Entry(1, 0.0, 0, "", created)]
        self.room = Room("room", self.entries[0], self.now)
        self.count = 0

    def do(self, who, kind, *details, action=None, **more):
        self.count += 1
        fresh, invited = more.pop("fresh", "next"), more.pop("is_invited", False)
        wish = kind(action or f"action {self.count}", *details, **more)
        return self.apply(self.room.decide(wish, who, self.moment(), fresh, invited))

    def refusal(self, who, kind, *details, **more):
        """Why an action is refused; nothing may change by it."""
        before = (self.room.seq, self.room.number, list(self.room.chairs))
        try:
            self.room.decide(kind("refused", *details), who, self.moment(), "next", more.get("is_invited", False))
        except Refusal as refusal:
            assert (self.room.seq, self.room.number, list(self.room.chairs)) == before
            return refusal.why
        raise AssertionError("it was not refused")

    def move(self, text, who=None):
        holder = who or self.room.chairs[self.room.position.to_move].holder
        return self.do(holder, actions.Move, self.room.number, text)

    def machine_move(self):
        position = self.room.position
        text = position.move_text(position.legal_moves()[0])
        return self.apply(self.room.decide_machine_move(list(self.room.moves), text, self.moment()))

    def apply(self, entry):
        stored = Entry(entry.seq, entry.at, entry.spent, entry.action, read_event(write_event(entry.event)))
        self.room.apply(stored, self.now)
        self.entries.append(stored)
        return stored.event

    def moment(self):
        return Moment(self.now, 5e8 + self.now)

    def again(self, now=None):
        """The room made anew from its entries."""
        return Room.replay("room", self.entries, self.now if now is None else now)


def chair(who):
    if who == "open":
        return Chair("open")
    if isinstance(who, int):
        return Chair("machine", f"Machine (level {who})", who)
    return Chair("person", NAMES[who], 0, who)
