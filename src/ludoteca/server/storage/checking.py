"""Whether a database is whole: its events can be read, and no room lacks one."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct, field
from sqlalchemy import Engine, inspect, select

from ludoteca.server.events import Created, Expired, decode_event
from ludoteca.server.storage import schema
from ludoteca.server.storage.database import version_of

MAX_FAULTS = 20
"""So many are told."""


class Findings(Struct):
    """What was found in a database or a copy of it. A fault concerns one room; the others can be played."""

    version: str
    rooms: int = 0
    """With events; those that were removed are not counted."""
    events: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    """How many each table has."""
    fault_count: int = 0
    faults: list[str] = field(default_factory=list)
    """The first ones."""

    def add_fault(self, fault: str) -> None:
        self.fault_count += 1
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)

    def check_events(self, rows: Iterable[tuple[str, int, str]]) -> None:
        """Room, number and body of all events, in any order; no number comes twice in a room."""
        counts: dict[str, int] = {}
        last_numbers: dict[str, int] = {}
        removed: set[str] = set()
        for room_id, seq, body in rows:
            counts[room_id] = counts.get(room_id, 0) + 1
            last_numbers[room_id] = max(seq, last_numbers.get(room_id, 0))
            try:
                event = decode_event(body)
            except msgspec.DecodeError as error:
                self.add_fault(f"room {room_id}: event {seq} cannot be read: {error}")
                continue
            if isinstance(event, Expired) and event.is_removed:
                removed.add(room_id)
            elif isinstance(event, Created) != (seq == 1):
                self.add_fault(f"room {room_id}: event {seq} is not the kind that belongs there")
        for room_id, count in counts.items():
            if count != (1 if room_id in removed else last_numbers[room_id]):
                self.add_fault(f"room {room_id}: {last_numbers[room_id] - count} of its events are missing")
        self.rooms, self.events = len(counts.keys() - removed), sum(counts.values())


def check_database(engine: Engine) -> Findings:
    """Read everything once. Servers go on meanwhile."""
    findings = Findings(version_of(engine))
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names()) & set(schema.metadata.tables)
        if connection.dialect.name == "sqlite":
            for (problem,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MAX_FAULTS})"):
                if problem != "ok":
                    findings.add_fault(f"the file is damaged: {problem}")
        for table in sorted(tables):
            findings.rows[table] = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
        events = schema.events.c
        rows = connection.execution_options(yield_per=5000).execute(select(events.room, events.seq, events.body))
        findings.check_events((room_id, seq, body) for room_id, seq, body in rows)
        rooms = schema.rooms.c
        without_events = select(rooms.id).where(rooms.id.not_in(select(events.room).where(events.seq == 1)))
        for room_id in connection.scalars(without_events):
            findings.add_fault(f"room {room_id}: is listed, but has no events")
    return findings
