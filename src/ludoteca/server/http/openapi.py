"""The routes as OpenAPI 3.1, for programs that read such descriptions."""

from functools import cache
from typing import Any

from msgspec.json import schema_components

from ludoteca import __version__
from ludoteca.games import GAMES
from ludoteca.server.http.openapi_schemas import BOOLEAN, INTEGER, NUMBER, SCHEMAS, STRING, list_of, object_of, see
from ludoteca.server.rooms.study import SavedStudy, Study
from ludoteca.server.rooms.study_queries import AnyStudyQuery, StudyAnalyse, StudyReview


def _json(schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _error(words: str) -> dict[str, Any]:
    return _json(see("Error"), words)


PAGE = {"description": "a page", "content": {"text/html": {"schema": STRING}}}
PICTURE = {"description": "a picture", "content": {"image/svg+xml": {"schema": STRING}}}
PNG = {"description": "a picture", "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
MANIFEST = {"description": "a manifest", "content": {"application/manifest+json": {"schema": {"type": "object"}}}}
SCRIPT = {"description": "a script", "content": {"text/javascript": {"schema": STRING}}}
RECORD = {"description": "a game record", "content": {"text/plain": {"schema": STRING}}}
TO_PAGE = {"description": "to the page that asked", "headers": {"Location": {"schema": STRING}}}
TO_ROOM = {"description": "to the room", "headers": {"Location": {"schema": STRING}}}
TO_HISTORY = {"description": "to one's games", "headers": {"Location": {"schema": STRING}}}
FILTERS = tuple(
    {"name": name, "in": "query", "schema": STRING} for name in ("game", "result", "against", "state", "page")
)
GAME = {"name": "game", "in": "path", "required": True, "schema": {"enum": list(GAMES)}}
ROOM = {
    "name": "room",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"},
}
CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
}
MOVE_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
}
SEAT_BELOW = {"name": "seat", "in": "query", "schema": {"type": "string", "pattern": "^[0-9]$"}}
FACE = {"name": "face", "in": "query", "schema": STRING}
SHOWN = (ROOM, MOVE_NUMBER, SEAT_BELOW, FACE)
DESCRIBED = (GAME, {"name": "position", "in": "query", "schema": STRING}, SEAT_BELOW, FACE)
LESSON = {
    "name": "lesson",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
}
SEAT = {"name": "seat", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0, "maximum": 63}}
READY = {
    "description": "ready or not",
    "content": {"application/json": {"schema": object_of(("reason",), status=STRING, reason=STRING)}},
}
FIGURES = {
    "description": "to this machine alone, unless it was told otherwise",
    "content": {"text/plain": {"schema": STRING}},
}
STUDY = {**ROOM, "name": "study"}
SHARED_ERRORS = {"408": "too slow", "413": "too large", "429": "too fast", "503": "too busy"}


def _route(
    summary: str,
    answers: dict[str, Any],
    errors: str = "",
    parameters: tuple[dict[str, Any], ...] = (),
    body: dict[str, Any] | None = None,
    is_page: bool = False,
) -> dict[str, Any]:
    words = {"400": "cannot be read", "403": "not allowed", "404": "there is none", "409": "taken or over"}
    words |= {"415": "another kind of content", "422": "read, but wrong"}
    failures = {status: words[status] for status in errors.split()} | SHARED_ERRORS
    shown = {status: PAGE if is_page else _error(payload) for status, payload in failures.items()}
    payload: dict[str, Any] = {"summary": summary, "responses": answers | shown}
    if parameters:
        payload["parameters"] = list(parameters)
    if body:
        payload["requestBody"] = {"required": True, "content": body}
    return payload


STUDY_STRUCTS = (Study, SavedStudy, AnyStudyQuery, StudyAnalyse, StudyReview)
STUDY_BODIES, STUDY_SCHEMAS = schema_components(STUDY_STRUCTS, ref_template="#/components/schemas/{name}")


def _study_routes() -> dict[str, Any]:
    study, saved, question, analysis, game = ({"application/json": {"schema": schema}} for schema in STUDY_BODIES)
    stored = _json(object_of(id=STRING, revision=INTEGER), "stored")
    listed = list_of(object_of(id=STRING, game=STRING, game_title=STRING, title=STRING, touched=NUMBER))
    read = object_of(id=STRING, revision=INTEGER, is_own=BOOLEAN, study=see("Study"))
    answer = _json({"type": "object"}, "by the question")
    events = {"text/event-stream": {"schema": {"type": "object"}}, "application/json": {"schema": {"type": "object"}}}
    errors = "400 403 404 409 415 422"
    page = _route("a study by its id, or a new one by its game", {"200": PAGE}, "404 422", (STUDY,), is_page=True)
    thoughts = {"description": "ANALYSIS again and again, or that another question was asked", "content": events}
    reviews = {"description": "REVIEW again and again", "content": events}
    return {
        "/study/{study}": {"get": page},
        "/api/study/{game}": {
            "post": _route("a question about a position", {"200": answer}, errors, (GAME,), question)
        },
        "/api/study/{game}/analysis": {
            "post": _route("what the machine thinks of it", {"200": thoughts}, errors, (GAME,), analysis)
        },
        "/api/study/{game}/review": {
            "post": _route("what each move of a game was worth", {"200": reviews}, errors, (GAME,), game)
        },
        "/api/studies": {
            "get": _route("one's own studies", {"200": _json(listed, "the latest first")}),
            "post": _route("a new study", {"201": stored}, errors, (), study),
        },
        "/api/studies/{study}": {
            "get": _route("a study", {"200": _json(read, "as it was saved")}, "404", (STUDY,)),
            "post": _route("save it", {"200": stored}, errors, (STUDY,), saved),
            "delete": _route("delete it", {"204": {"description": "deleted"}}, "403 404", (STUDY,)),
        },
    }


def _form(**fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields}
    return {"application/x-www-form-urlencoded": {"schema": schema}}


@cache
def description() -> dict[str, Any]:
    new_body = {"application/json": {"schema": see("New")}}
    lesson_body = {"application/json": {"schema": see("LessonQuery")}}
    taking_body = {"application/json": {"schema": see("Taking")}}
    form = _form(name=STRING, base=STRING, increment=STRING, public=STRING, **{"seat.0": STRING, "seat.1": STRING})
    paths: dict[str, Any] = {
        "/": {"get": _route("the lobby", {"200": PAGE}, is_page=True)},
        "/new": {"get": _route("the lobby, to choose a game from", {"200": PAGE}, is_page=True)},
        "/new/{game}": {
            "get": _route("the form for a new game", {"200": PAGE}, "404", (GAME,), is_page=True),
            "post": _route("a new game", {"303": TO_ROOM}, "400 403 404 415 422", (GAME,), form, True),
        },
        "/room/{room}": {"get": _route("a live game", {"200": PAGE}, "404", (ROOM,), is_page=True)},
        "/room/{room}/sit": {
            "post": _route(
                "take an open seat",
                {"303": TO_ROOM},
                "400 403 404 409 415 422",
                (ROOM,),
                _form(seat=STRING, name=STRING),
                True,
            )
        },
        "/room/{room}/record": {"get": _route("the record", {"200": RECORD}, "404", (ROOM,), is_page=True)},
        "/join/{code}": {
            "get": _route("an invitation", {"200": PAGE}, "404", (CODE,), is_page=True),
            "post": _route("accept it", {"303": TO_ROOM}, "400 403 404 409 415 422", (CODE,), _form(name=STRING), True),
        },
        "/room/{room}/qr": {"get": _route("its address as a QR code", {"200": PICTURE}, "404", (ROOM,), is_page=True)},
        "/room/{room}/{number}.svg": {
            "get": _route("after so many moves", {"200": PICTURE}, "404 422", SHOWN, is_page=True)
        },
        "/room/{room}/{number}.png": {
            "get": _route("after so many moves", {"200": PNG}, "404 422", SHOWN, is_page=True)
        },
        "/embed/{room}": {"get": _route("a page to be framed", {"200": PAGE}, "404", (ROOM,), is_page=True)},
        "/embed/{room}/{number}": {
            "get": _route("the same, after so many moves", {"200": PAGE}, "404", (ROOM, MOVE_NUMBER), is_page=True)
        },
        "/picture/{game}.svg": {"get": _route("a position", {"200": PICTURE}, "404 422", DESCRIBED, is_page=True)},
        "/picture/{game}.png": {"get": _route("a position", {"200": PNG}, "404 422", DESCRIBED, is_page=True)},
        "/join/{code}/qr": {"get": _route("its address as a QR code", {"200": PICTURE}, "404", (CODE,), is_page=True)},
        "/manifest.webmanifest": {"get": _route("what is needed to install the site", {"200": MANIFEST}, is_page=True)},
        "/service-worker.js": {"get": _route("the script that keeps the shell", {"200": SCRIPT}, is_page=True)},
        "/offline": {"get": _route("what is shown without a network", {"200": PAGE}, is_page=True)},
        "/rules/{game}": {"get": _route("the rules", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/learn/{game}": {"get": _route("the lessons", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/puzzles/{game}": {"get": _route("the puzzles", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/history": {"get": _route("one's own games", {"200": PAGE}, parameters=FILTERS, is_page=True)},
        "/history/records": {
            "get": _route("their records in one file", {"200": RECORD}, parameters=FILTERS, is_page=True)
        },
        "/history/name": {
            "post": _route("save a name", {"303": TO_HISTORY}, "400 403 415 422", (), _form(name=STRING), True)
        },
        "/history/phrase": {"post": _route("a new recovery phrase", {"200": PAGE}, "403", is_page=True)},
        "/history/recover": {
            "post": _route(
                "be the visitor with this phrase",
                {"303": TO_HISTORY},
                "400 403 415 422",
                (),
                _form(phrase=STRING),
                True,
            )
        },
        "/history/delete": {
            "post": _route(
                "delete all that is the visitor's",
                {"200": PAGE},
                "400 403 415 422",
                (),
                _form(confirm=STRING),
                True,
            )
        },
        "/language": {
            "post": _route(
                "choose the language of the pages",
                {"303": TO_PAGE},
                "400 403 415 422",
                body=_form(language=STRING, path=STRING),
                is_page=True,
            )
        },
        "/privacy": {"get": _route("what this site stores", {"200": PAGE}, is_page=True)},
        "/api/games": {"get": _route("the games", {"200": _json(list_of(see("Game")), "all games")})},
        "/api/sheet/{game}": {
            "get": _route("what never changes", {"200": _json(see("Sheet"), "a sheet")}, "404 422", (GAME,))
        },
        "/api/rules/{game}": {"get": _route("the rules", {"200": _json(see("Rules"), "clauses")}, "404", (GAME,))},
        "/api/lessons/{game}": {
            "get": _route("the lessons", {"200": _json(list_of(see("Lesson")), "in order")}, "404", (GAME,))
        },
        "/api/lessons/{game}/{lesson}": {
            "post": _route(
                "a try in a lesson, or a question about it",
                {"200": _json(see("LessonAnswer"), "what the rules say")},
                "400 403 404 409 415 422",
                (GAME, LESSON),
                lesson_body,
            )
        },
        "/api/puzzles/{game}": {
            "get": _route("the puzzles", {"200": _json(list_of(see("Lesson")), "the easiest first")}, "404", (GAME,))
        },
        "/api/puzzles/{game}/{lesson}": {
            "post": _route(
                "a try in a puzzle, or a question about it",
                {"200": _json(see("LessonAnswer"), "what the rules say")},
                "400 403 404 409 415 422",
                (GAME, LESSON),
                lesson_body,
            )
        },
        "/api/visitor": {"get": _route("be a visitor", {"204": {"description": "the cookie is set"}})},
        "/api/rooms": {
            "get": _route("lists of rooms", {"200": _json(see("Rooms"), "open, live and own rooms")}),
            "post": _route("a new room", {"201": _json(see("Created"), "made")}, "400 403 409 415 422", (), new_body),
        },
        "/api/rooms/{room}": {"get": _route("a room", {"200": _json(see("Room"), "its state")}, "404", (ROOM,))},
        "/api/rooms/{room}/seats/{seat}": {
            "post": _route(
                "take a seat",
                {"200": _json(see("Taken"), "taken")},
                "400 403 404 409 415 422",
                (ROOM, SEAT),
                taking_body,
            )
        },
        "/api/rooms/{room}/record": {"get": _route("the record", {"200": RECORD}, "404", (ROOM,))},
        "/health": {"get": _route("whether it is alive", {"200": _json(object_of(status=STRING), "it is")})},
        "/ready": {"get": _route("whether it can store", {"200": READY, "503": READY})},
        "/metrics": {"get": _route("figures for Prometheus", {"200": FIGURES}, "403")},
        "/api/health": {"get": _route("whether it is well", {"200": _json(object_of(status=STRING), "it is")})},
        **_study_routes(),
    }
    info = {"title": "Ludoteca", "version": __version__, "description": "The socket is described in docs/protocol.md."}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": {**SCHEMAS, **STUDY_SCHEMAS}}}
