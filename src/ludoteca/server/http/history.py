"""One's own games: a page with filters, records to download, a name, a recovery phrase, and how to delete it all."""

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ludoteca.core.message import from_data
from ludoteca.games import GAMES
from ludoteca.server import recovery_phrase
from ludoteca.server.http.forms import read_form
from ludoteca.server.http.handlers import STATUS, Handlers, client_network
from ludoteca.server.http.security import COOKIE
from ludoteca.server.limits import Buckets
from ludoteca.server.live.forgetting import Forgetting
from ludoteca.server.live.history import OPPONENTS, RESULTS, STATES, Filter, History
from ludoteca.server.live.merging import Merging
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.tokens import hash_token

GAMES_ON_A_PAGE = 20
MAX_LISTED_STUDIES = 100


class HistoryPages:
    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        live_rooms = handlers.live_rooms
        self.identities = handlers.identities
        self.history = History(handlers.store, live_rooms.rooms, live_rooms.times)
        self.forgetting = Forgetting(handlers.store, live_rooms)
        self.merging = Merging(handlers.store, live_rooms)
        limits = handlers.settings.limits
        self.tries = Buckets(limits.phrases_per_address, limits.phrases_per_address / limits.phrases_seconds)
        self.downloads = Buckets(limits.downloads_per_address, limits.downloads_per_address / limits.downloads_seconds)

    async def games(self, request: Request) -> Response:
        return await self._page(request)

    async def records(self, request: Request) -> Response:
        """All games that the filters leave, as one file of records."""
        if not self.downloads.take(client_network(request)):
            raise Refusal("too-fast", "you have downloaded your games several times; wait a minute")
        games, _ = await self.history.games(self.handlers.visitor_of(request), _filter(request))
        headers = {"Content-Disposition": 'attachment; filename="ludoteca-games.txt"', "Cache-Control": "no-store"}
        return StreamingResponse(self.history.records(games), headers=headers, media_type="text/plain; charset=utf-8")

    async def save_name(self, request: Request) -> Response:
        visitor, new_token = self.handlers.visitor_or_new(request)
        fields = await read_form(request)
        try:
            await self.identities.save_name(visitor, fields.get("name", ""))
        except Refusal as refusal:
            return await self._page(request, refusal, {"name": fields.get("name", "")})
        return self.handlers.redirect(request, "/history?saved=name#you", new_token)

    async def new_phrase(self, request: Request) -> Response:
        self._check_tries(request)
        _, new_token = self.handlers.visitor_or_new(request)
        token = new_token or request.cookies[COOKIE]
        phrase = await self.identities.new_phrase(token)
        return await self._page(request, None, {"phrase": phrase}, new_token)

    async def recover(self, request: Request) -> Response:
        """Make this browser that of whoever was told the phrase; what it has of its own comes along, or is left."""
        fields = await read_form(request)
        try:
            self._check_tries(request)
            token = await self.identities.recover(fields.get("phrase", ""))
            await self._settle_own(self.handlers.visitor_of(request), hash_token(token), fields.get("own", ""))
        except Refusal as refusal:
            return await self._page(request, refusal, {"typed": fields.get("phrase", "")})
        return self.handlers.redirect(request, "/history", token)

    async def _settle_own(self, visitor: str, into: str, choice: str) -> None:
        if not visitor or visitor == into or choice == "leave":
            return
        if choice == "take":
            await self.merging.merge(visitor, into)
        elif any(await self._count_own(visitor)):
            raise Refusal("not-now", "say first what becomes of the games and studies that this browser has now")

    async def _count_own(self, visitor: str) -> tuple[int, int]:
        """How many games and studies a visitor has."""
        _, games = await self.history.games(visitor, Filter(), 0, 0)
        return games, await or_busy(self.handlers.store.count_studies_of(visitor))

    async def delete(self, request: Request) -> Response:
        """Delete all that is the visitor's, and the cookie."""
        fields = await read_form(request)
        if fields.get("confirm") != "yes":
            raise Refusal("unreadable", "nothing is deleted unless you confirm it")
        self._check_tries(request)
        visitor = self.handlers.visitor_of(request)
        forgotten = await self.forgetting.forget(visitor) if visitor else None
        response = self.handlers.page(request, "deleted.html", "", {"forgotten": forgotten})
        response.delete_cookie(COOKIE, path="/")
        return response

    def _check_tries(self, request: Request) -> None:
        if not self.tries.take(client_network(request)):
            raise Refusal("too-fast", "you have tried this several times; wait a minute before the next try")

    async def _page(
        self, request: Request, refusal: Refusal | None = None, more: dict[str, Any] | None = None, new_token: str = ""
    ) -> Response:
        visitor, newer_token = self.handlers.visitor_or_new(request)
        new_token = new_token or newer_token
        wanted = _filter(request)
        page = _number(request.query_params.get("page", ""))
        games, count = await self.history.games(visitor, wanted, GAMES_ON_A_PAGE * (page - 1), GAMES_ON_A_PAGE)
        pages = max(1, -(-count // GAMES_ON_A_PAGE))
        if page > pages:
            page = pages
            games, _ = await self.history.games(visitor, wanted, GAMES_ON_A_PAGE * (page - 1), GAMES_ON_A_PAGE)
        own_games, own_studies = await self._count_own(visitor)
        name, has_phrase = await self.identities.find(visitor)
        studies = await or_busy(self.handlers.store.studies_of(visitor, MAX_LISTED_STUDIES)) if own_studies else []
        language = self.handlers.languages.of(request)
        values = {
            "games": games,
            "count": count,
            "own_games": own_games,
            "own_studies": own_studies,
            "page": page,
            "pages": pages,
            "wanted": wanted,
            "query": urlencode({key: value for key, value in wanted._asdict().items() if value}),
            "studies": [
                {"id": study_id, "title": title, "game": GAMES[game].title, "touched": touched}
                for study_id, game, title, touched in studies
                if game in GAMES
            ],
            "game_choices": [(each, language.tell(GAMES[each].title)) for each in GAMES],
            "day": _day,
            "reason": _reason,
            "name": name,
            "has_phrase": has_phrase,
            "path": "/history",  # What a form was answered with has no address of its own.
            "is_name_saved": request.query_params.get("saved") == "name",
            "phrase_words": recovery_phrase.HANDLE_WORDS + recovery_phrase.SECRET_WORDS,
            "error": refusal.message if refusal else "",
            **(more or {}),
        }
        status = STATUS[refusal.why] if refusal else 200
        return self.handlers.page(request, "history.html", new_token, values, status)


def _filter(request: Request) -> Filter:
    """What the address asks for; words that are no filter are left out."""
    asked = request.query_params
    choices = {"game": tuple(GAMES), "result": RESULTS, "against": OPPONENTS, "state": STATES}
    return Filter(**{name: asked[name] for name, known in choices.items() if asked.get(name) in known})


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def _reason(summary: Mapping[str, Any]) -> str:
    """Why a game ended, as it can be told in other languages."""
    return from_data(summary["reason_id"] or summary["reason"], summary["reason_values"])


def _number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 7 else 1
