"""The words of the commands for administrators. Needs none of the server's packages until a command is run."""

import argparse
import re
from collections.abc import Callable
from importlib import import_module

from ludoteca.core.ruling import LudotecaError

ROOM_HELP = "the id or the address of a room"
ID_WITH_DASH = re.compile(r"-[A-Za-z0-9_-]{15}")
STATES = ("open", "live", "over", "set-aside")

Run = Callable[[argparse.Namespace], int | None]
"""Gives the exit code, if it is not 0."""
Command = Callable[[str, Run, str], argparse.ArgumentParser]


def with_addresses(words: list[str]) -> list[str]:
    """A room's id may begin with a dash, like an option; its address does not."""
    return [f"/{word}" if words[0] == "rooms" and ID_WITH_DASH.fullmatch(word) else word for word in words]


def add_commands(command: Command) -> None:
    """`command` adds one with its name, what it runs and what it is about."""
    rooms = command("rooms", _unreachable, "list, show, export, delete and expire the rooms of a server")
    of_rooms = rooms.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def about_rooms(name: str, about: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = of_rooms.add_parser(name, help=about, description=about)
        added.set_defaults(run=_runner(f"{name}_rooms"))
        _add_database(added)
        return added

    listing = about_rooms("list", "the rooms there are; the one that was idle for the longest time comes first")
    _add_filter(listing)
    listing.add_argument("--limit", type=_count, default=50, metavar="N", help="so many at most (usual: 50)")
    listing.add_argument("--json", action="store_true")

    showing = about_rooms("show", "what is stored of a room")
    showing.add_argument("room", metavar="ROOM", help=ROOM_HELP)
    showing.add_argument("--json", action="store_true")

    exporting = about_rooms("export", "write games as records")
    exporting.add_argument("rooms", metavar="ROOM", nargs="*", help=f"{ROOM_HELP}; none: all that the options choose")
    _add_filter(exporting)
    exporting.add_argument("--events", action="store_true", help="all events instead, one JSON value a line")
    exporting.add_argument("--out", metavar="FOLDER", help="a file for each room there, instead of printing one room")
    exporting.add_argument("--force", action="store_true", help="replace files that are there")

    deleting = about_rooms("delete", "delete rooms and all that is stored of them")
    deleting.add_argument("rooms", metavar="ROOM", nargs="+", help=ROOM_HELP)
    deleting.add_argument("--yes", action="store_true", help="do not ask")

    expiring = about_rooms(
        "expire", "delete rooms in which nothing has happened for DAYS; without --yes only count them"
    )
    expiring.add_argument("older_than", metavar="DAYS", type=_days)
    _add_choice(expiring)
    expiring.add_argument("--yes", action="store_true", help="delete them")

    saving = command("backup", _runner("backup"), "copy the database while servers use it, and read the copy back")
    saving.add_argument("file", metavar="FILE")
    _add_database(saving)
    saving.add_argument("--force", action="store_true", help="replace the file if it is there")
    saving.add_argument("--json", action="store_true")

    checking = command("database", _unreachable, "look after a server's database")
    of_database = checking.add_subparsers(title="commands", metavar="COMMAND", required=True)
    about = "read the whole database, and tell what is wrong with it"
    check = of_database.add_parser("check", help=about, description=about)
    check.set_defaults(run=_runner("check_database"))
    _add_database(check)
    check.add_argument("--json", action="store_true")


def _unreachable(parsed: argparse.Namespace) -> None:
    raise AssertionError


def _runner(name: str) -> Run:
    def run(parsed: argparse.Namespace) -> None:
        try:
            commands = import_module("ludoteca.server.admin.commands")
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("ludoteca"):
                raise
            message = f"this needs more packages ({error.name} is missing): pip install 'ludoteca[server]'"
            raise LudotecaError(message) from None
        getattr(commands, name)(parsed)

    return run


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", metavar="URL", default="", help="sqlite:///FILE or postgresql://HOST/NAME (usual: as `serve`)"
    )


def _add_filter(parser: argparse.ArgumentParser) -> None:
    _add_choice(parser)
    parser.add_argument(
        "--older-than", metavar="DAYS", type=_days, default=0.0, help="rooms in which nothing has happened for so long"
    )


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", default="", help="rooms of this game only")
    parser.add_argument("--state", choices=STATES, help="rooms in this state only")


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days < 1e6:
        raise argparse.ArgumentTypeError(f"a number of days is wanted, not {text[:20]!r}")
    return days


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise argparse.ArgumentTypeError(f"a number from 0 up is wanted, not {text[:20]!r}")
    return int(text)
