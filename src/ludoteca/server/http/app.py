"""The application: its routes, and what happens when it starts and stops."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from ludoteca.server import metrics
from ludoteca.server.http.api import Api
from ludoteca.server.http.guard import Guard
from ludoteca.server.http.handlers import Handlers, Settings
from ludoteca.server.http.history import HistoryPages
from ludoteca.server.http.pages import Pages
from ludoteca.server.http.pictures import Pictures
from ludoteca.server.http.shell import Shell
from ludoteca.server.http.socket import SocketHandler
from ludoteca.server.http.static_files import ImmutableStaticFiles
from ludoteca.server.http.studies import StudyRoutes
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_room import TimeSource
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.rooms.refusal import Refusal

COUNT_INTERVAL = 1.0
LEAST_COMPRESSED_BYTES = 1000
COMPRESSION = 5
"""Of 1 to 9: a rules page takes a few milliseconds of the event loop."""


def create_app(settings: Settings, times: TimeSource | None = None, engines: EnginePool | None = None) -> Guard:
    """The application; it opens its store now, and its rooms when it starts."""
    handlers = Handlers(settings, times, engines)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await handlers.live_rooms.open()
        _tune_interpreter()
        counting = asyncio.create_task(_count_rooms(handlers.live_rooms))
        try:
            yield
        finally:
            counting.cancel()
            await handlers.live_rooms.close()

    exception_handlers: dict[Any, Any] = {
        Refusal: handlers.error,
        HTTPException: handlers.error,
        Exception: handlers.error,
    }
    app = Starlette(routes=_routes(handlers), exception_handlers=exception_handlers, lifespan=lifespan)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED_BYTES, compresslevel=COMPRESSION)
    # Outside of all of Starlette's middleware, so that an answer to a failure has the security headers too.
    return Guard(app, SocketHandler(handlers), handlers)


async def _count_rooms(live_rooms: LiveRooms) -> None:
    while True:
        metrics.ROOMS.set(len(live_rooms.rooms))
        await asyncio.sleep(COUNT_INTERVAL)


def _tune_interpreter() -> None:
    # What is loaded now stays: the garbage collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    # The writing thread needs the interpreter's lock for each group, and should not wait for it long.
    sys.setswitchinterval(0.0003)


def _routes(handlers: Handlers) -> list[BaseRoute]:
    pages, pictures, api, shell = Pages(handlers), Pictures(handlers), Api(handlers), Shell(handlers)
    history = HistoryPages(handlers)
    studies = StudyRoutes(handlers)
    static = ImmutableStaticFiles(directory=handlers.settings.web / "static", check_dir=False)
    words = ImmutableStaticFiles(directory=handlers.settings.languages, check_dir=False)
    return [
        Route("/", pages.lobby),
        Route("/new", pages.lobby),
        Route("/new/{game}", by_method(pages.new_room_form, pages.create_room), methods=["GET", "POST"]),
        Route("/room/{room}", pages.room),
        Route("/room/{room}/sit", pages.take_seat, methods=["POST"]),
        Route("/room/{room}/record", pages.record),
        Route("/room/{room}/qr", pages.room_code),
        Route("/room/{room}/{number}.svg", partial(pictures.of_room, kind="svg")),
        Route("/room/{room}/{number}.png", partial(pictures.of_room, kind="png")),
        Route("/embed/{room}", pictures.embedded),
        Route("/embed/{room}/{number}", pictures.embedded),
        Route("/picture/{game}.svg", partial(pictures.of_position, kind="svg")),
        Route("/picture/{game}.png", partial(pictures.of_position, kind="png")),
        Route("/join/{code}", by_method(pages.join_form, pages.join), methods=["GET", "POST"]),
        Route("/join/{code}/qr", pages.invitation_code),
        Route("/rules/{game}", pages.rules),
        Route("/learn/{game}", partial(pages.learn, kind="lessons")),
        Route("/puzzles/{game}", partial(pages.learn, kind="puzzles")),
        Route("/history", history.games),
        Route("/history/records", history.records),
        Route("/history/name", history.save_name, methods=["POST"]),
        Route("/history/phrase", history.new_phrase, methods=["POST"]),
        Route("/history/recover", history.recover, methods=["POST"]),
        Route("/history/delete", history.delete, methods=["POST"]),
        Route("/study/{study}", studies.page),
        Route("/privacy", pages.privacy),
        Route("/language", pages.choose_language, methods=["POST"]),
        Route("/manifest.webmanifest", shell.manifest),
        Route("/service-worker.js", shell.service_worker),
        Route("/offline", shell.offline),
        Route("/api/games", api.games),
        Route("/api/sheet/{game}", api.sheet),
        Route("/api/rules/{game}", api.rules),
        Route("/api/lessons/{game}", partial(api.lessons, kind="lessons")),
        Route("/api/lessons/{game}/{lesson}", partial(api.lesson, kind="lessons"), methods=["POST"]),
        Route("/api/puzzles/{game}", partial(api.lessons, kind="puzzles")),
        Route("/api/puzzles/{game}/{lesson}", partial(api.lesson, kind="puzzles"), methods=["POST"]),
        Route("/api/study/{game}", studies.ask, methods=["POST"]),
        Route("/api/study/{game}/analysis", studies.analyse, methods=["POST"]),
        Route("/api/study/{game}/review", studies.review, methods=["POST"]),
        Route("/api/studies", studies.collection, methods=["GET", "POST"]),
        Route("/api/studies/{study}", studies.stored, methods=["GET", "POST", "DELETE"]),
        Route("/api/visitor", api.visitor),
        Route("/api/rooms", by_method(api.rooms, api.create_room), methods=["GET", "POST"]),
        Route("/api/rooms/{room}", api.room),
        Route("/api/rooms/{room}/seats/{seat}", api.take_seat, methods=["POST"]),
        Route("/api/rooms/{room}/record", pages.record),
        Route("/api/openapi.json", api.description),
        Route("/api/health", api.health),
        Route("/health", api.health),
        Route("/ready", api.ready),
        Route("/metrics", api.metrics),
        Mount("/static/{version}", static),
        Mount("/words/{version}", words),
    ]


Handler = Callable[[Request], Awaitable[Response]]


def by_method(get: Handler, post: Handler) -> Handler:
    """One route for two methods, so that an answer to any other method names both."""

    async def handle(request: Request) -> Response:
        return await (post if request.method == "POST" else get)(request)

    return handle
