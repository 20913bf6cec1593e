"""The routes as OpenAPI 3.1, for programs that read such descriptions."""

from functools import cache
from typing import Any

from ludoteca import __version__
from ludoteca.games import GAMES

STRING: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
INTEGER: dict[str, Any] = {"type": "integer"}
BOOLEAN: dict[str, Any] = {"type": "boolean"}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _object(optional: tuple[str, ...] = (), **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _see(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


COLOUR = _list(INTEGER)
OPTIONS = {"type": "object", "additionalProperties": {"type": ["boolean", "integer", "string", "null"]}}
CLOCK = _object(
    base={"type": "integer", "minimum": 1, "maximum": 86400},
    increment={"type": "integer", "minimum": 0, "maximum": 600},
)
BRIEF_SEAT = _object(seat=INTEGER, title=STRING, colour=COLOUR, kind=STRING, name=STRING)
ROOM_SEAT = _object(("level", "is_here"), kind=STRING, name=STRING, level=INTEGER, is_here=BOOLEAN)
EXAMPLES = _list(_see("Example"))
CLAUSE = _object(number=STRING, mark=STRING, text=STRING, diagram=STRING, examples=EXAMPLES)
CHAPTER = _object(
    number=STRING,
    mark=STRING,
    title=STRING,
    text=STRING,
    diagram=STRING,
    examples=EXAMPLES,
    clauses=_list(CLAUSE),
)
OPTION = _object(
    ("values",),
    name=STRING,
    kind={"enum": ["choice", "switch", "limit"]},
    summary=STRING,
    default={"type": ["boolean", "integer", "string", "null"]},
    values=_list({"type": ["integer", "string"]}),
)
PICK: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 0, "maximum": 4095}, {"type": "string", "maxLength": 40}]
}
TRIES = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 400}, "maxItems": 16}
PLAYED: dict[str, Any] = {
    "move": STRING,
    "seat": INTEGER,
    "steps": _list({"type": "object"}),
    "view": {"type": "object"},
    "outcome": _or_null(_object(clause=STRING, reason=STRING)),
}

SCHEMAS: dict[str, Any] = {
    "Error": _object(error=STRING, message=STRING),
    "Clock": CLOCK,
    "Game": _object(
        name=STRING,
        title=STRING,
        summary=STRING,
        rules_version=INTEGER,
        options=_list(OPTION),
        players=_list(INTEGER),
    ),
    "New": _object(
        ("options", "name", "clock", "public", "start", "seats_by_address"),
        game={"enum": list(GAMES)},
        seats=_list({"type": "string", "pattern": "^(me|open|machine:[1-8])$"}),
        options=OPTIONS,
        name={"type": "string", "maxLength": 24},
        clock=_or_null(_see("Clock")),
        public=BOOLEAN,
        start=STRING,
        seats_by_address=BOOLEAN,
    ),
    "Created": _object(id=STRING, invitations={"type": "object", "additionalProperties": STRING}),
    "Taking": _object(
        ("name", "code"),
        name={"type": "string", "maxLength": 24},
        code={"anyOf": [{"type": "string", "minLength": 1, "maxLength": 64}, {"type": "null"}]},
    ),
    "Taken": _object(id=STRING, seat=INTEGER),
    "Brief": _object(
        id=STRING,
        game=STRING,
        title=STRING,
        options=OPTIONS,
        number=INTEGER,
        is_over=BOOLEAN,
        result=STRING,
        public=BOOLEAN,
        clock=_or_null(_see("Clock")),
        created=NUMBER,
        your_turn=BOOLEAN,
        is_attended=BOOLEAN,
        seats=_list(BRIEF_SEAT),
    ),
    "Rooms": _object(open=_list(_see("Brief")), live=_list(_see("Brief")), own=_list(_see("Brief"))),
    "Outcome": _object(
        payoffs=_list(NUMBER),
        winner=_or_null(INTEGER),
        clause=STRING,
        reason=STRING,
        words=STRING,
        is_house=BOOLEAN,
    ),
    "Room": _object(
        id=STRING,
        game=STRING,
        options=OPTIONS,
        public=BOOLEAN,
        is_joinable=BOOLEAN,
        seq=INTEGER,
        seats=_list(ROOM_SEAT),
        number=INTEGER,
        to_move=INTEGER,
        moves=_list(STRING),
        movers=_list(INTEGER),
        start=STRING,
        clock=_or_null(_see("Clock")),
        clocks=_or_null(_object(left=_list(NUMBER), running=_or_null(INTEGER))),
        offers=_list(
            _object(("to",), what=STRING, seat=INTEGER, agreed=_list(INTEGER), asked=_list(INTEGER), to=INTEGER)
        ),
        outcome=_or_null(_see("Outcome")),
        rematch=_or_null(STRING),
        rules_version=INTEGER,
        notice=STRING,
        host=BOOLEAN,
    ),
    "Sheet": _object(
        game=STRING,
        title=STRING,
        summary=STRING,
        options=OPTIONS,
        style={"enum": ["squares", "points", "holes", "hexagons"]},
        names=_list(STRING),
        places=_list(_list(INTEGER)),
        period=_or_null(_list(INTEGER)),
        regions={"type": "object", "additionalProperties": _list(INTEGER)},
        lines=_list(_list(INTEGER)),
        labels=_list(_object(text=STRING, x=NUMBER, y=NUMBER)),
        glyphs={
            "type": "object",
            "additionalProperties": _object(
                text=STRING,
                name=STRING,
                seat=_or_null(INTEGER),
                faces={"type": "object", "additionalProperties": STRING},
                picture=STRING,
            ),
        },
        seats=_list(_object(title=STRING, colour=COLOUR, turn=INTEGER, shape=INTEGER)),
        legend=_list({"type": "object"}),
        scale=_list(NUMBER),
        corners=_list(INTEGER),
        zones=_list(_object(name=STRING, seat=INTEGER, cells=_list(INTEGER))),
        clauses={"type": "object", "additionalProperties": _object(clause=STRING, words=STRING)},
        start={"type": "object"},
        faces=_list(STRING),
        asks_for_face=BOOLEAN,
        notations=_list(STRING),
    ),
    "Chapter": CHAPTER,
    "Example": _object(
        ("options", "marks", "move", "steps", "attempt", "ruling", "origin", "reaches"),
        caption=STRING,
        view={"type": "object"},
        options={"type": "object"},
        marks=_list(INTEGER),
        move=STRING,
        steps=_list({"type": "object"}),
        attempt=_list(INTEGER),
        ruling=_object(clause=STRING, message=STRING, cells=_list(INTEGER)),
        origin=INTEGER,
        reaches=_list(INTEGER),
    ),
    "Lesson": _object(
        id=STRING,
        title=STRING,
        text=STRING,
        level=INTEGER,
        clauses=_list(_object(clause=STRING, words=STRING)),
        options={"type": "object"},
        seat=INTEGER,
        view={"type": "object"},
        steps=_list(
            _object(task=STRING, marks=_list(INTEGER), choices=_list(_object(move=STRING, cells=_list(INTEGER))))
        ),
    ),
    "LessonQuery": {
        "oneOf": [
            _object(("tries", "origin"), do={"const": "moves"}, tries=TRIES, origin=_or_null(PICK)),
            _object(("tries",), do={"const": "notes"}, tries=TRIES, cell={"type": "integer", "minimum": 0}),
            _object(
                ("tries", "picks", "move"),
                do={"const": "try"},
                tries=TRIES,
                picks={"type": "array", "items": PICK, "maxItems": 40},
                move={"type": "string", "maxLength": 400},
            ),
            _object(("tries",), do={"const": "show"}, tries=TRIES),
        ]
    },
    "LessonAnswer": {
        "oneOf": [
            _object(
                ("origin", "origins", "is_all"),
                total=INTEGER,
                moves=_list(_list({})),
                origin=PICK,
                origins=_list(_list({})),
                is_all=BOOLEAN,
            ),
            _object(notes=_list({"type": "object"})),
            _object(
                is_reached=BOOLEAN,
                words=STRING,
                ruling=_or_null({"type": "object"}),
                reply=_or_null(_object(**PLAYED)),
                **PLAYED,
            ),
        ]
    },
    "Rules": _object(introduction=_list(STRING), chapters=_list(_see("Chapter")), house=_see("Chapter")),
}


def _json(schema: dict[str, Any], words: str) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _error(words: str) -> dict[str, Any]:
    return _json(_see("Error"), words)


PAGE = {"description": "a page", "content": {"text/html": {"schema": STRING}}}
PICTURE = {"description": "a picture", "content": {"image/svg+xml": {"schema": STRING}}}
RECORD = {"description": "a game record", "content": {"text/plain": {"schema": STRING}}}
TO_ROOM = {"description": "to the room", "headers": {"Location": {"schema": STRING}}}
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
LESSON = {
    "name": "lesson",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
}
SEAT = {"name": "seat", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0, "maximum": 63}}
READY = {
    "description": "ready or not",
    "content": {"application/json": {"schema": _object(("reason",), status=STRING, reason=STRING)}},
}
FIGURES = {
    "description": "to this machine alone, unless it was told otherwise",
    "content": {"text/plain": {"schema": STRING}},
}
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


def _form(**fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields}
    return {"application/x-www-form-urlencoded": {"schema": schema}}


@cache
def description() -> dict[str, Any]:
    new_body = {"application/json": {"schema": _see("New")}}
    lesson_body = {"application/json": {"schema": _see("LessonQuery")}}
    taking_body = {"application/json": {"schema": _see("Taking")}}
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
        "/join/{code}/qr": {"get": _route("its address as a QR code", {"200": PICTURE}, "404", (CODE,), is_page=True)},
        "/rules/{game}": {"get": _route("the rules", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/learn/{game}": {"get": _route("the lessons", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/puzzles/{game}": {"get": _route("the puzzles", {"200": PAGE}, "404", (GAME,), is_page=True)},
        "/privacy": {"get": _route("what this site stores", {"200": PAGE}, is_page=True)},
        "/api/games": {"get": _route("the games", {"200": _json(_list(_see("Game")), "all games")})},
        "/api/sheet/{game}": {
            "get": _route("what never changes", {"200": _json(_see("Sheet"), "a sheet")}, "404 422", (GAME,))
        },
        "/api/rules/{game}": {"get": _route("the rules", {"200": _json(_see("Rules"), "clauses")}, "404", (GAME,))},
        "/api/lessons/{game}": {
            "get": _route("the lessons", {"200": _json(_list(_see("Lesson")), "in order")}, "404", (GAME,))
        },
        "/api/lessons/{game}/{lesson}": {
            "post": _route(
                "a try in a lesson, or a question about it",
                {"200": _json(_see("LessonAnswer"), "what the rules say")},
                "400 403 404 409 415 422",
                (GAME, LESSON),
                lesson_body,
            )
        },
        "/api/puzzles/{game}": {
            "get": _route("the puzzles", {"200": _json(_list(_see("Lesson")), "the easiest first")}, "404", (GAME,))
        },
        "/api/puzzles/{game}/{lesson}": {
            "post": _route(
                "a try in a puzzle, or a question about it",
                {"200": _json(_see("LessonAnswer"), "what the rules say")},
                "400 403 404 409 415 422",
                (GAME, LESSON),
                lesson_body,
            )
        },
        "/api/visitor": {"get": _route("be a visitor", {"204": {"description": "the cookie is set"}})},
        "/api/rooms": {
            "get": _route("lists of rooms", {"200": _json(_see("Rooms"), "open, live and own rooms")}),
            "post": _route("a new room", {"201": _json(_see("Created"), "made")}, "400 403 409 415 422", (), new_body),
        },
        "/api/rooms/{room}": {"get": _route("a room", {"200": _json(_see("Room"), "its state")}, "404", (ROOM,))},
        "/api/rooms/{room}/seats/{seat}": {
            "post": _route(
                "take a seat",
                {"200": _json(_see("Taken"), "taken")},
                "400 403 404 409 415 422",
                (ROOM, SEAT),
                taking_body,
            )
        },
        "/api/rooms/{room}/record": {"get": _route("the record", {"200": RECORD}, "404", (ROOM,))},
        "/health": {"get": _route("whether it is alive", {"200": _json(_object(status=STRING), "it is")})},
        "/ready": {"get": _route("whether it can store", {"200": READY, "503": READY})},
        "/metrics": {"get": _route("figures for Prometheus", {"200": FIGURES}, "403")},
        "/api/health": {"get": _route("whether it is well", {"200": _json(_object(status=STRING), "it is")})},
    }
    info = {"title": "Ludoteca", "version": __version__, "description": "The socket is described in docs/protocol.md."}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": SCHEMAS}}
