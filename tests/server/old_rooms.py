"""Rooms of version 1 of the rules of Tomb Chess, as they were stored before events named the version."""

import json
import sqlite3

from tests.server.members import ADA, BO

START = "10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - - - 1"
LEGAL = ["b1-c2-d3", "l11-l10", "a2-a3", "l10-l9"]
ILLEGAL = ["b1-c2-d3", "l11-l10", "d3-d4-d5", "l10-l9"]
"""The king rests after its first double move (T4.5); by version 1 it did not."""
NOTICE = "The rules were revised since this game began: it began by version 1, and version 2 holds now."


def store_old_room(folder, room_id, moves, is_over=False, is_timed=True, at=5e8):
    """A room with a clock, after some moves; the bodies of its events. One that is timed is read at the start.

    A running server ends rooms in which nobody has played for long.
    """
    chairs = [{"kind": "person", "name": name, "holder": holder} for name, holder in (("Ada", ADA), ("Bo", BO))]
    created = {
        "what": "created",
        "game": "tomb-chess",
        "options": {"turn_limit": 500},
        "chairs": chairs,
        "host": ADA,
        "clock": {"base": 600, "increment": 0},
        "public": True,
        "start": START,
    }
    moved = [{"what": "moved", "seat": number % 2, "move": move} for number, move in enumerate(moves)]
    bodies = [json.dumps(event) for event in (created, *moved)]
    brief = json.dumps({"id": room_id, "is_over": is_over})
    with sqlite3.connect(folder / "games.db") as connection:
        rows = [(room_id, seq, at, 0, "", body) for seq, body in enumerate(bodies, 1)]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.execute(
            "INSERT INTO rooms (id, game, created, touched, is_public, is_open, is_over, is_timed, brief) "
            "VALUES (?, 'tomb-chess', ?, ?, 1, 0, ?, ?, ?)",
            (room_id, at, at, is_over, is_timed, brief),
        )
    return bodies


def stored_bodies(folder, room_id):
    with sqlite3.connect(folder / "games.db") as connection:
        query = "SELECT body FROM events WHERE room = ? ORDER BY seq"
        return [body for (body,) in connection.execute(query, (room_id,))]
