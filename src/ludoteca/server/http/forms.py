"""The bodies of requests: JSON, forms, and the form for a new room."""

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from ludoteca.core.ruling import LudotecaError, UnknownGame
from ludoteca.games import GAMES
from ludoteca.server.events import Timing
from ludoteca.server.http.body_limits import most_bytes
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.retention import DAY_SECONDS

Body = TypeVar("Body")


async def read_body(request: Request) -> bytes:
    """The whole body. It arrives in time, or the connection is closed (`front`)."""
    body = b""
    most = most_bytes(request.url.path)
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise HTTPException(413)
    except ClientDisconnect:
        raise HTTPException(400) from None  # Nobody reads the answer.
    return body


async def read_json(request: Request, kind: type[Body]) -> Body:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415)
    body = await read_body(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refusal("unreadable", str(error)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400) from error


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form; the last value of a repeated field."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = await read_body(request)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200, errors="strict"))
    except (ValueError, UnicodeError) as error:
        raise HTTPException(400) from error


def read_new_room(game: str, fields: Mapping[str, str]) -> NewRoom:
    """The room that a form asks for, or a Refusal."""
    options: dict[str, Any] = {
        name.removeprefix("option."): value
        for name, value in fields.items()
        if name.startswith("option.") and value != ""
    }
    start = fields.get("start", "").strip()
    try:
        chosen = dict(GAMES[game].parse(start, **options).options) if start else GAMES[game].choose(options)
    except (LudotecaError, UnknownGame) as error:
        raise Refusal("unreadable", error.message) from error
    count = len(GAMES[game].look.sheet(chosen).seats)
    seats = [fields.get(f"seat.{seat}", "") for seat in range(count)]
    # In a public room everybody may sit down on an open seat.
    is_public = fields.get("public") == "on" or "anybody" in seats
    clock = _read_timing(fields)
    words = tuple("open" if word == "anybody" else word for word in seats)
    by_address = fields.get("seats_by_address") == "on"
    varied = fields.get("varied") == "on"
    return NewRoom(game, words, chosen, fields.get("name", "").strip(), clock, is_public, start, by_address, varied)


def _read_timing(fields: Mapping[str, str]) -> Timing | None:
    """The clock of a chip: `none`, `5+3` in minutes and seconds, `3d` for each move, or as `other` fields tell."""
    chip = fields.get("clock", "")
    minutes, increment, days = (fields.get(name, "").strip() for name in ("minutes", "increment", "days"))
    if chip not in ("", "other"):
        minutes, increment, days = "", "", ""
        if "+" in chip:
            minutes, _, increment = chip.partition("+")
        elif chip != "none":
            days = chip.removesuffix("d")
    if minutes and days:
        raise Refusal("unreadable", "a clock has minutes for the whole game or days for each move, not both")
    if days:
        return Timing(DAY_SECONDS * _number(days), 0, True)
    if minutes:
        return Timing(_seconds(minutes), _number(increment or "0"))
    if chip not in ("", "none"):
        raise Refusal("unreadable", "another clock needs minutes for the whole game, or days for each move")
    return None


def _seconds(minutes: str) -> int:
    whole, _, part = minutes.strip().partition(".")
    return 60 * _number(whole or "0") + round(60 * _number(part or "0") / int("1" + "0" * len(part)))


def _number(text: str) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 7):
        raise Refusal("unreadable", "a clock has minutes, seconds or days in figures")
    return int(stripped)
