"""Pictures of positions by their addresses, and the page that other sites may frame."""

import asyncio

import resvg_py
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludoteca.core.message import Message
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.server.http.handlers import Handlers, game_name
from ludoteca.server.rooms.refusal import Refusal

MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
HEADERS = {"Cache-Control": "max-age=60", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Pictures may be shown anywhere; a move may be taken back, so they are not kept for long."""


class Pictures:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    async def of_room(self, request: Request, kind: str) -> Response:
        position, _, _ = await self._after_moves(request)
        return await _picture(request, position, kind)

    async def of_position(self, request: Request, kind: str) -> Response:
        game, text = GAMES[game_name(request)], request.query_params.get("position", "")
        try:
            position = game.parse(text) if text else game.start()
        except LudotecaError as error:
            raise Refusal("unreadable", error.message) from error
        return await _picture(request, position, kind)

    async def embedded(self, request: Request) -> Response:
        """A game to step through in the page of another site: no cookie, no script, nothing to play."""
        position, count, outcome = await self._after_moves(request)
        sheet = position.game.look.sheet(position.options)
        number = len(position.moves_played())
        to_move = Message(sheet.seats[position.to_move].name)
        values = {
            "room": request.path_params["room"],
            "title": position.game.title,
            "number": number,
            "count": count,
            "move": _last_move(position),
            "seats": [seat.name for seat in sheet.seats],
            "state": outcome.reason if outcome else Message("{seat} to move", seat=to_move),
        }
        return self.handlers.page(request, "embed.html", "", values)

    async def _after_moves(self, request: Request) -> tuple[Position, int, Outcome | None]:
        """The position after so many moves of a room, how many there are, and how the game ended if all are shown."""
        live = await self.handlers.find_room(request.path_params["room"])
        async with live.lock:
            position, outcome = live.room.position.copy(), live.room.outcome
        count = len(position.moves_played())
        number = request.path_params.get("number", str(count))
        if not (number.isascii() and number.isdigit()) or len(number) > 9 or int(number) > count:
            raise HTTPException(404)
        for _ in range(count - int(number)):
            position.undo()
        return position, count, outcome if int(number) == count else None


def _last_move(position: Position) -> str:
    played = position.moves_played()
    if not played:
        return ""
    before = position.copy()
    before.undo()
    return before.move_text(played[-1])


async def _picture(request: Request, position: Position, kind: str) -> Response:
    seat, face = request.query_params.get("seat", "0"), request.query_params.get("face", "")
    if seat not in map(str, range(position.seats)):
        raise Refusal("unreadable", Message("there are seats 0 to {last}", last=position.seats - 1))
    try:
        drawn = await asyncio.to_thread(_draw, position, int(seat), face, kind)
    except ValueError as error:
        raise Refusal("unreadable", str(error)) from error
    return Response(drawn, headers=HEADERS, media_type=MEDIA[kind])


def _draw(position: Position, seat: int, face: str, kind: str) -> bytes:
    drawn = position.svg(seat=seat, face=face)
    return drawn.encode() if kind == "svg" else bytes(resvg_py.svg_to_bytes(svg_string=drawn))
