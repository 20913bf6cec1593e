"""The commands for administrators: what they do, and what they print."""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine

from ludoteca import game
from ludoteca.core.ruling import LudotecaError
from ludoteca.server.admin import backups, stored_games
from ludoteca.server.storage import checking, maintenance
from ludoteca.server.storage.checking import Findings
from ludoteca.server.storage.database import default_url, open_existing, told_in_one_line
from ludoteca.server.storage.maintenance import ListedRoom, RoomFilter, StoredRoom

DAY = 86400.0
FILE_NAME = re.compile(r"[A-Za-z0-9_-]+")
"""What a room's id has to be to be the name of a file."""


# Rooms


def list_rooms(parsed: argparse.Namespace) -> None:
    with _opened(parsed) as engine, engine.connect() as connection:
        found = maintenance.list_rooms(connection, _filter(parsed, parsed.limit + 1))
    rooms = found[: parsed.limit]
    if parsed.json:
        _print_json([msgspec.to_builtins(room) for room in rooms])
        return
    for room in rooms:
        print(_line(room))
    if len(found) > len(rooms):
        print(f"there are more than these {len(rooms)}: see --limit", file=sys.stderr)


def show_rooms(parsed: argparse.Namespace) -> None:
    with _opened(parsed) as engine, engine.connect() as connection:
        found = stored_games.describe(connection, _find(connection, parsed.room))
    if parsed.json:
        _print_json(found)
        return
    for name, value in found.items():
        if name == "seats":
            for number, seat in enumerate(value, 1):
                who = " ".join(seat[key] for key in ("kind", "name", "visitor") if seat[key])
                print(f"seat {number:<13}{seat['title']}: {who}")
        elif value not in (None, "", [], {}):
            print(f"{name.replace('_', ' '):18}{_shown(name, value)}")


def export_rooms(parsed: argparse.Namespace) -> None:
    folder = Path(parsed.out) if parsed.out else None
    if folder is None and len(parsed.rooms) != 1:
        raise LudotecaError("one room is printed; name a folder with --out to export several")
    with _opened(parsed) as engine, engine.connect() as connection:
        ids = parsed.rooms or [room.id for room in maintenance.list_rooms(connection, _filter(parsed, None))]
        rooms = [_find(connection, room_id) for room_id in ids]
        for room in rooms:
            export = stored_games.export_room(connection, room, parsed.events)
            if export.note:
                print(export.note, file=sys.stderr)
            if folder is None:
                print(export.text, end="")
            else:
                _write_file(folder, f"{room.listed.id}{export.suffix}", export.text, parsed.force)
    if folder:
        print(f"{_rooms(len(rooms))} exported to {folder}")


def delete_rooms(parsed: argparse.Namespace) -> None:
    ids = [_room_id(word) for word in parsed.rooms]
    with _opened(parsed, to_write=True) as engine:
        with engine.connect() as connection:
            known = maintenance.known_rooms(connection, ids)
        for room_id in ids:
            if room_id not in known:
                raise _no_room(room_id)
        if not parsed.yes:
            _ask(f"Delete {_rooms(len(ids))}, with all events? This cannot be undone. [y/N] ")
        maintenance.delete_rooms(engine, ids)
    print(f"{_rooms(len(ids))} deleted")


def expire_rooms(parsed: argparse.Namespace) -> None:
    if not parsed.older_than:
        raise LudotecaError("0 days would delete the games that are being played")
    # A room that was set aside is kept until somebody has looked at it.
    states = (parsed.state,) if parsed.state else ("open", "live", "over")
    with _opened(parsed, to_write=True) as engine:
        with engine.connect() as connection:
            found = maintenance.list_rooms(connection, RoomFilter(parsed.game, states, DAY * parsed.older_than))
        if parsed.yes:
            maintenance.delete_rooms(engine, [room.id for room in found])
    counts = ", ".join(f"{sum(room.state == state for room in found)} {state}" for state in states)
    what = "deleted" if parsed.yes else "would be deleted; --yes deletes them"
    print(f"{_rooms(len(found))} ({counts}) {what}")


def _filter(parsed: argparse.Namespace, most: int | None) -> RoomFilter:
    states = (parsed.state,) if parsed.state else ()
    return RoomFilter(game(parsed.game).name if parsed.game else "", states, DAY * parsed.older_than, most)


def _find(connection: Connection, word: str) -> StoredRoom:
    room_id = _room_id(word)
    found = maintenance.find_room(connection, room_id)
    if found is None:
        raise _no_room(room_id)
    return found


def _room_id(word: str) -> str:
    """The id at the end of a room's address, or the word itself."""
    return word.rstrip("/").rpartition("/")[2]


def _no_room(room_id: str) -> LudotecaError:
    return LudotecaError(f"there is no room {room_id[:40]!r}")


def _ask(question: str) -> None:
    print(question, end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise LudotecaError("nothing was deleted")


def _write_file(folder: Path, name: str, text: str, may_replace: bool) -> None:
    if not FILE_NAME.fullmatch(name.rpartition(".")[0]):
        raise LudotecaError(f"{name[:40]!r} cannot be the name of a file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / name, "w" if may_replace else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise LudotecaError(f"{folder / name} is there already; --force replaces it") from None
    except OSError as error:
        raise LudotecaError(f"{folder / name} cannot be written: {error.strerror}") from error


# The database


def backup(parsed: argparse.Namespace) -> None:
    with _opened(parsed, may_be_older=True) as engine:
        findings = backups.back_up(engine, Path(parsed.file), parsed.force)
    _print_findings(findings, parsed.json)
    if not parsed.json:
        print(f"the copy is {parsed.file}, and has all that the database had when it was begun")


def check_database(parsed: argparse.Namespace) -> None:
    with _opened(parsed) as engine:
        findings = checking.check_database(engine)
    _print_findings(findings, parsed.json)
    if findings.fault_count:
        raise LudotecaError(f"{findings.fault_count} faults were found")


def _print_findings(findings: Findings, as_json: bool) -> None:
    if as_json:
        _print_json(msgspec.to_builtins(findings))
        return
    print(f"version {findings.version}, {_rooms(findings.rooms)}, {findings.events} events")
    print("rows: " + ", ".join(f"{name} {count}" for name, count in findings.rows.items()))
    for fault in findings.faults:
        print(fault)
    if findings.fault_count > len(findings.faults):
        print(f"and {findings.fault_count - len(findings.faults)} more faults")


# For all of them


@contextmanager
def _opened(parsed: argparse.Namespace, to_write: bool = False, may_be_older: bool = False) -> Iterator[Engine]:
    engine = open_existing(parsed.database or default_url(), to_write, may_be_older)
    try:
        with told_in_one_line("used"):
            yield engine
    finally:
        engine.dispose()


def _line(room: ListedRoom) -> str:
    when = f"created {_date(room.created)}  last {_date(room.last_event)}"
    return f"{room.id:18}{room.game:18}{room.state:10}{room.events:>7} events  {when}"


def _shown(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {each}" for key, each in value.items())
    return _date(value) if name in ("created", "last_event") else value


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))


def _rooms(count: int) -> str:
    return "1 room" if count == 1 else f"{count} rooms"


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))
