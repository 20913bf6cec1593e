"""Members of rooms, and a clock, for tests that need no network."""

import json

from ludoteca.server.live import Times
from ludoteca.server.room import Moment

ADA, BO = "a" * 64, "b" * 64


class Ear:
    """A member that notes what it is told, with a name and in one list for all."""

    def __init__(self, name, visitor, log):
        self.name = name
        self.visitor = visitor
        self.log = log
        self.wants_views = False
        self.is_thinking = False
        self.is_closed = False

    def post(self, text):
        self.log.append((self.name, json.loads(text)))

    def send_away(self):
        self.is_closed = True


class Clockwork(Times):
    """A clock that goes on only when it is told to."""

    now = 1000.0

    def moment(self):
        return Moment(self.now, 5e8 + self.now)
