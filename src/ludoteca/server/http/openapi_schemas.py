"""What is sent and received over HTTP, as JSON schemas for the description of the routes."""

from typing import Any

from ludoteca.games import GAMES
from ludoteca.server.rooms.new_room import MAX_DAYS_PER_MOVE
from ludoteca.server.rooms.retention import DAY_SECONDS

STRING: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
INTEGER: dict[str, Any] = {"type": "integer"}
BOOLEAN: dict[str, Any] = {"type": "boolean"}


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def object_of(optional: tuple[str, ...] = (), **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def see(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


COLOUR = list_of(INTEGER)
OPTIONS = {"type": "object", "additionalProperties": {"type": ["boolean", "integer", "string", "null"]}}
CLOCK = object_of(
    ("is_per_move",),
    base={"type": "integer", "minimum": 1, "maximum": DAY_SECONDS * MAX_DAYS_PER_MOVE},
    increment={"type": "integer", "minimum": 0, "maximum": 600},
    is_per_move=BOOLEAN,
)
BRIEF_SEAT = object_of(("level",), seat=INTEGER, title=STRING, colour=COLOUR, kind=STRING, name=STRING, level=INTEGER)
ROOM_SEAT = object_of(("level", "is_here"), kind=STRING, name=STRING, level=INTEGER, is_here=BOOLEAN)
EXAMPLES = list_of(see("Example"))
CLAUSE = object_of(number=STRING, mark=STRING, text=STRING, diagram=STRING, examples=EXAMPLES)
CHAPTER = object_of(
    number=STRING,
    mark=STRING,
    title=STRING,
    text=STRING,
    diagram=STRING,
    examples=EXAMPLES,
    clauses=list_of(CLAUSE),
)
OPTION = object_of(
    ("values",),
    name=STRING,
    kind={"enum": ["choice", "switch", "limit"]},
    summary=STRING,
    default={"type": ["boolean", "integer", "string", "null"]},
    values=list_of({"type": ["integer", "string"]}),
)
TRANSLATION: dict[str, Any] = {"message_id": STRING, "values": {"type": "object"}}
"""The template of a text, and what was put into it, if anything was."""
CHOICE = object_of(move=STRING, cells=list_of(INTEGER))
PICK: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 0, "maximum": 4095}, {"type": "string", "maxLength": 40}]
}
TRIES = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 400}, "maxItems": 16}
PLAYED: dict[str, Any] = {
    "move": STRING,
    "seat": INTEGER,
    "steps": list_of({"type": "object"}),
    "view": {"type": "object"},
    "outcome": or_null(object_of(tuple(TRANSLATION), clause=STRING, reason=STRING, **TRANSLATION)),
}

SCHEMAS: dict[str, Any] = {
    "Error": object_of(tuple(TRANSLATION), error=STRING, message=STRING, **TRANSLATION),
    "Clock": CLOCK,
    "Game": object_of(
        name=STRING,
        title=STRING,
        summary=STRING,
        rules_version=INTEGER,
        options=list_of(OPTION),
        players=list_of(INTEGER),
    ),
    "New": object_of(
        ("options", "name", "clock", "public", "start", "seats_by_address", "varied"),
        game={"enum": list(GAMES)},
        seats=list_of({"type": "string", "pattern": "^(me|open|machine:[1-8])$"}),
        options=OPTIONS,
        name={"type": "string", "maxLength": 24},
        clock=or_null(see("Clock")),
        public=BOOLEAN,
        start=STRING,
        seats_by_address=BOOLEAN,
        varied=BOOLEAN,
    ),
    "Created": object_of(id=STRING, invitations={"type": "object", "additionalProperties": STRING}),
    "Taking": object_of(
        ("name", "code"),
        name={"type": "string", "maxLength": 24},
        code={"anyOf": [{"type": "string", "minLength": 1, "maxLength": 64}, {"type": "null"}]},
    ),
    "Taken": object_of(id=STRING, seat=INTEGER),
    "Brief": object_of(
        id=STRING,
        game=STRING,
        title=STRING,
        options=OPTIONS,
        number=INTEGER,
        is_over=BOOLEAN,
        result=STRING,
        clause=STRING,
        reason=STRING,
        reason_id=STRING,
        reason_values={"type": "object"},
        is_house=BOOLEAN,
        winner=or_null(INTEGER),
        public=BOOLEAN,
        clock=or_null(see("Clock")),
        created=NUMBER,
        to_move=or_null(INTEGER),
        deadline=or_null(NUMBER),
        your_turn=BOOLEAN,
        is_attended=BOOLEAN,
        seats=list_of(BRIEF_SEAT),
    ),
    "Rooms": object_of(open=list_of(see("Brief")), live=list_of(see("Brief")), own=list_of(see("Brief"))),
    "Outcome": object_of(
        tuple(TRANSLATION),
        payoffs=list_of(NUMBER),
        winner=or_null(INTEGER),
        clause=STRING,
        reason=STRING,
        words=STRING,
        is_house=BOOLEAN,
        **TRANSLATION,
    ),
    "Room": object_of(
        ("notice_id", "notice_values"),
        id=STRING,
        game=STRING,
        options=OPTIONS,
        public=BOOLEAN,
        is_joinable=BOOLEAN,
        seq=INTEGER,
        seats=list_of(ROOM_SEAT),
        number=INTEGER,
        to_move=INTEGER,
        moves=list_of(STRING),
        movers=list_of(INTEGER),
        start=STRING,
        clock=or_null(see("Clock")),
        clocks=or_null(object_of(left=list_of(NUMBER), running=or_null(INTEGER))),
        offers=list_of(
            object_of(("to",), what=STRING, seat=INTEGER, agreed=list_of(INTEGER), asked=list_of(INTEGER), to=INTEGER)
        ),
        outcome=or_null(see("Outcome")),
        rematch=or_null(STRING),
        rules_version=INTEGER,
        notice=STRING,
        notice_id=STRING,
        notice_values={"type": "object"},
        host=BOOLEAN,
    ),
    "Sheet": object_of(
        game=STRING,
        title=STRING,
        summary=STRING,
        options=OPTIONS,
        style={"enum": ["squares", "points", "holes", "hexagons"]},
        names=list_of(STRING),
        places=list_of(list_of(INTEGER)),
        period=or_null(list_of(INTEGER)),
        regions={"type": "object", "additionalProperties": list_of(INTEGER)},
        lines=list_of(list_of(INTEGER)),
        labels=list_of(object_of(text=STRING, x=NUMBER, y=NUMBER)),
        edges={"type": "object", "additionalProperties": object_of(below=STRING, above=STRING, left=STRING)},
        glyphs={
            "type": "object",
            "additionalProperties": object_of(
                text=STRING,
                name=STRING,
                seat=or_null(INTEGER),
                faces={"type": "object", "additionalProperties": STRING},
                picture=STRING,
            ),
        },
        seats=list_of(object_of(title=STRING, colour=COLOUR, turn=INTEGER, shape=INTEGER)),
        legend=list_of({"type": "object"}),
        scale=list_of(NUMBER),
        corners=list_of(INTEGER),
        zones=list_of(object_of(name=STRING, seat=INTEGER, cells=list_of(INTEGER))),
        clauses={"type": "object", "additionalProperties": object_of(clause=STRING, words=STRING)},
        blocks=list_of(STRING),
        signs=list_of(object_of(sign=STRING, example=STRING, words=STRING, clause=STRING)),
        start={"type": "object"},
        faces=list_of(STRING),
        asks_for_face=BOOLEAN,
        notations=list_of(STRING),
    ),
    "Chapter": CHAPTER,
    "Example": object_of(
        ("options", "marks", "move", "steps", "attempt", "ruling", "origin", "reaches"),
        caption=STRING,
        view={"type": "object"},
        options={"type": "object"},
        marks=list_of(INTEGER),
        move=STRING,
        steps=list_of({"type": "object"}),
        attempt=list_of(INTEGER),
        ruling=object_of(clause=STRING, message=STRING, cells=list_of(INTEGER)),
        origin=INTEGER,
        reaches=list_of(INTEGER),
    ),
    "Lesson": object_of(
        id=STRING,
        title=STRING,
        text=STRING,
        level=INTEGER,
        clauses=list_of(object_of(clause=STRING, words=STRING)),
        signs=list_of(STRING),
        options={"type": "object"},
        seat=INTEGER,
        view={"type": "object"},
        steps=list_of(
            object_of(
                task=STRING, marks=list_of(INTEGER), choices=list_of(object_of(move=STRING, cells=list_of(INTEGER)))
            )
        ),
    ),
    "LessonQuery": {
        "oneOf": [
            object_of(("tries", "origin"), do={"const": "moves"}, tries=TRIES, origin=or_null(PICK)),
            object_of(("tries",), do={"const": "notes"}, tries=TRIES, cell={"type": "integer", "minimum": 0}),
            object_of(
                ("tries", "picks", "move"),
                do={"const": "try"},
                tries=TRIES,
                picks={"type": "array", "items": PICK, "maxItems": 40},
                move={"type": "string", "maxLength": 400},
            ),
            object_of(("tries",), do={"const": "show"}, tries=TRIES),
        ]
    },
    "LessonAnswer": {
        "oneOf": [
            object_of(
                ("origin", "origins", "is_all"),
                total=INTEGER,
                moves=list_of(list_of({})),
                origin=PICK,
                origins=list_of(list_of({})),
                is_all=BOOLEAN,
            ),
            object_of(notes=list_of({"type": "object"})),
            object_of(
                is_reached=BOOLEAN,
                words=STRING,
                ruling=or_null({"type": "object"}),
                reply=or_null(object_of(**PLAYED)),
                **PLAYED,
            ),
        ]
    },
    "Rules": object_of(introduction=list_of(STRING), chapters=list_of(see("Chapter")), house=see("Chapter")),
}
