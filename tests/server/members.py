"""Members of rooms, and a time source, for tests without a network."""

import json

from ludoteca.server.live.live_room import TimeSource
from ludoteca.server.rooms.clock import Moment

ADA, BO = "a" * 64, "b" * 64


class FakeMember:
    """Notes what it is posted, with its name, in a list that members may share."""

    def __init__(self, name, visitor, log):
        self.name = name
        self.visitor = visitor
        self.log = log
        self.wants_views = False
        self.is_waiting_for_engine = False
        self.is_closed = False

    def post(self, message):
        self.log.append((self.name, json.loads(message)))

    def ask_to_reconnect(self):
        self.is_closed = True


class ManualTime(TimeSource):
    """Time that passes only when `seconds` is changed."""

    seconds = 1000.0

    def now(self):
        return Moment(5e8 + self.seconds)
