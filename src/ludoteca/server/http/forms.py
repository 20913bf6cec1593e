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
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal

Body = TypeVar("Body")


async def read_body(request: Request) -> bytes:
    """The whole body. It arrives in time, or the connection is closed (`front`)."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MAX_MESSAGE_BYTES:
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
        raise Refusal("unreadable", str(error)) from error
    count = len(GAMES[game].look.sheet(chosen).seats)
    seats = [fields.get(f"seat.{seat}", "") for seat in range(count)]
    # In a public room everybody may sit down on an open seat.
    is_public = fields.get("public") == "on" or "anybody" in seats
    clock = None
    if fields.get("minutes", "").strip():
        clock = Timing(_seconds(fields["minutes"]), _number(fields.get("increment", "") or "0"))
    words = tuple("open" if word == "anybody" else word for word in seats)
    by_address = fields.get("seats_by_address") == "on"
    return NewRoom(game, words, chosen, fields.get("name", "").strip(), clock, is_public, start, by_address)


def _seconds(minutes: str) -> int:
    whole, _, part = minutes.strip().partition(".")
    return 60 * _number(whole or "0") + round(60 * _number(part or "0") / int("1" + "0" * len(part)))


def _number(text: str) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 7):
        raise Refusal("unreadable", "a clock has 1 to 86400 seconds, and an increment of 0 to 600")
    return int(stripped)
