"""Drives a room without a server, for tests: who does what, at which time."""

from ludoteca.games import GAMES
from ludoteca.server.events import Created, Entry, Occupant, Timing, decode_event, encode_event
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room

ADA, BO, CYD, EVE = "a" * 64, "b" * 64, "c" * 64, "e" * 64
NAMES = {ADA: "Ada", BO: "Bo", CYD: "Cyd"}


class RoomDriver:
    """A room and its clock. Every change goes through stored entries."""

    def __init__(self, *holders, game="xiangqi", options=None, clock=None, public=False, start="", rules_version=0):
        occupants = tuple(occupant(who) for who in holders)
        timing = Timing(*clock) if clock else None
        version = rules_version or GAMES[game].rules_version
        created = Created(game, options or {}, occupants, ADA, timing, public, start, version)
        self.now = 1000.0
        self.outages: tuple[tuple[float, float], ...] = ()
        self.entries = [Entry(1, self.now, 0, "", created)]
        self.room = Room("room", self.entries[0])
        self.count = 0

    def do(self, who, kind, *details, action=None, **more):
        self.count += 1
        rematch_id, is_invited = more.pop("rematch_id", "next"), more.pop("is_invited", False)
        sent = kind(action or f"action {self.count}", *details, **more)
        decided = self.room.decide(sent, who, self.moment(), rematch_id, is_invited)
        return decided and self.apply(decided)

    def refusal(self, who, kind, *details, **more):
        """Why an action is refused; nothing may change by it."""
        before = (self.room.seq, self.room.move_count, list(self.room.occupants))
        try:
            self.room.decide(kind("refused", *details), who, self.moment(), "next", more.get("is_invited", False))
        except Refusal as refusal:
            assert (self.room.seq, self.room.move_count, list(self.room.occupants)) == before
            return refusal.why
        raise AssertionError("it was not refused")

    def move(self, text, who=None):
        holder = who or self.room.occupants[self.room.position.to_move].holder
        return self.do(holder, actions.Move, self.room.move_count, text)

    def begin(self):
        """Let every seat move once, in no time: from the first move on clocks run."""
        for _ in self.room.occupants:
            position = self.room.position
            self.move(position.move_text(position.legal_moves()[0]))

    def machine_move(self):
        position = self.room.position
        text = position.move_text(position.legal_moves()[0])
        return self.apply(self.room.decide_machine_move(list(self.room.moves), text, self.moment()))

    def apply(self, entry):
        stored = Entry(entry.seq, entry.at, entry.spent, entry.action, decode_event(encode_event(entry.event)))
        self.room.apply(stored)
        self.entries.append(stored)
        return stored.event

    def moment(self):
        return Moment(self.now, self.outages)

    def rebuilt(self):
        """The room, rebuilt from its entries."""
        return Room.replay("room", self.entries)


def occupant(who):
    if who == "open":
        return Occupant("open")
    if isinstance(who, int):
        return Occupant("machine", f"Machine (level {who})", who)
    return Occupant("person", NAMES[who], 0, who)
