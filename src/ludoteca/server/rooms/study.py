"""A study as it is stored and sent: a tree of moves from a first position, with comments and drawings."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ludoteca.core.game import Game
from ludoteca.core.game_files import LONGEST_TITLE, title_of
from ludoteca.core.message import Message
from ludoteca.core.position import Position
from ludoteca.core.record import Record, check_header, result_text
from ludoteca.core.ruling import LudotecaError
from ludoteca.core.variations import COLOURS, Arrow, Node, line_of
from ludoteca.games import GAMES
from ludoteca.server.rooms.actions import Count, MoveText, Word
from ludoteca.server.rooms.refusal import Refusal

MAX_NODES = 2000
MAX_STUDY_BYTES = 256 * 1024
MAX_ARROWS = 64
MAX_START = 8000

Options = dict[str, bool | int | str | None]
CellName = Annotated[str, Meta(min_length=1, max_length=20)]
Drawing = tuple[CellName, CellName, Annotated[str, Meta(max_length=10)]]
MAX_HEADERS = 40

Title = Annotated[str, Meta(max_length=LONGEST_TITLE)]
HeaderName = Annotated[str, Meta(min_length=1, max_length=40)]
Headers = Annotated[dict[HeaderName, Annotated[str, Meta(max_length=400)]], Meta(max_length=MAX_HEADERS)]
StartText = Annotated[str, Meta(max_length=MAX_START)]
Line = Annotated[tuple[MoveText, ...], Meta(max_length=MAX_NODES)]


class StudyNode(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """NODE of docs/protocol.md."""

    parent: Annotated[int, Meta(ge=0, le=MAX_NODES)] = 0
    move: Annotated[str, Meta(max_length=400)] = ""
    comment: Annotated[str, Meta(max_length=4000)] = ""
    arrows: Annotated[tuple[Drawing, ...], Meta(max_length=MAX_ARROWS)] = ()


Nodes = Annotated[tuple[StudyNode, ...], Meta(min_length=1, max_length=MAX_NODES + 1)]


class Study(Struct, frozen=True, forbid_unknown_fields=True):
    """STUDY of docs/protocol.md: the first node is the root, and each other comes after its parent."""

    game: Annotated[str, Meta(max_length=60)]
    nodes: Nodes
    options: Options = {}
    start: StartText = ""
    title: Title = ""
    headers: Headers = {}
    """Who played, when and where, of a game that was imported; as in records."""
    notation: Word = ""
    """In which its author reads the moves."""


class SavedStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """A study that follows a revision."""

    revision: Count
    study: Study


def checked_study(study: Study) -> Study:
    """The study, with all options named; or a Refusal. Whether its moves are legal is told where they are shown."""
    position = first_position(find_game(study.game), study.options, study.start)
    if study.notation not in ("", *position.game.notations):
        raise no_notation(position.game, study.notation)
    if study.nodes[0].move or study.nodes[0].parent:
        raise Refusal("unreadable", "the first node is the position before all moves")
    for number, node in enumerate(study.nodes[1:], 1):
        if node.parent >= number or not node.move:
            message = Message("node {number} needs a move, and a parent that comes before it", number=number)
            raise Refusal("unreadable", message)
    names = set(position.game.look.sheet(position.options).geometry.names)
    for start, end, colour in (arrow for node in study.nodes for arrow in node.arrows):
        if not {start, end} <= names or colour not in COLOURS:
            message = Message(
                "there is no arrow from {start} to {end} in {colour}", start=start, end=end, colour=colour
            )
            raise Refusal("unreadable", message)
    try:
        for name, value in study.headers.items():
            check_header(name, value)
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error
    if len(encode_study(study)) > MAX_STUDY_BYTES:
        raise Refusal("too-large", Message("a study has at most {most} KB", most=MAX_STUDY_BYTES // 1024))
    return msgspec.structs.replace(study, options=dict(position.options))


def no_notation(game: Game, notation: str) -> Refusal:
    message = Message("{game} has no notation {notation}", game=Message(game.title), notation=repr(notation))
    return Refusal("unreadable", message)


def encode_study(study: Study) -> bytes:
    return msgspec.json.encode(study)


def find_game(name: str) -> Game:
    if name not in GAMES:
        raise Refusal("not-found", "there is no such game")
    return GAMES[name]


def first_position(game: Game, options: Options, start: str) -> Position:
    try:
        return game.parse(start, **options) if start else game.start(**options)
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error


# Trees and records


def written_record(record: Record, name: str) -> str:
    """A record as a text, in the format of other programs that has this name, if any; or a Refusal."""
    if not name:
        return str(record)
    if name not in record.game.exports:
        title = Message(record.game.title)
        raise Refusal("unreadable", Message("{game} is not written as {format}", game=title, format=repr(name[:40])))
    return record.game.exports[name](record)


def study_of(record: Record) -> Study:
    """The study of a record, with its headers, or a Refusal if it is too large."""
    root = record.tree or line_of(record.moves)
    count = root.size()
    if count > MAX_NODES:
        message = Message("a study has at most {most} moves, this record has {count}", most=MAX_NODES, count=count)
        raise Refusal("too-large", message)
    nodes: list[StudyNode] = []
    waiting = [(0, root)]
    while waiting:
        parent, node = waiting.pop()
        arrows = tuple((arrow.start, arrow.end, arrow.colour) for arrow in node.arrows)
        nodes.append(StudyNode(parent, node.move, node.comment, arrows))
        number = len(nodes) - 1
        waiting += ((number, child) for child in reversed(node.children))
    named = [(name, value) for name, value in record.headers.items() if name != "title" and len(name) <= 40]
    headers = {name: value[:400].strip() for name, value in named[:MAX_HEADERS]}
    title = title_of(record.headers)
    return checked_study(Study(record.game.name, tuple(nodes), dict(record.options), record.start, title, headers))


def record_of(study: Study) -> Record:
    """The record of a study, with every move checked; or a Refusal."""
    game = find_game(study.game)
    trees: list[Node] = []
    for number, node in enumerate(study.nodes):
        trees.append(Node(node.move, node.comment, [Arrow(*arrow) for arrow in node.arrows]))
        if number:
            trees[node.parent].children.append(trees[number])
    root = trees[0]
    headers = {"title": " ".join(study.title.split()), **study.headers} if study.title.strip() else dict(study.headers)
    try:
        moves = tuple(node.move for node in root.line())
        position = first_position(game, study.options, study.start)
        for move in moves:
            position.push_text(move)
        tree = None if root.has_only_moves() else root
        result = result_text(position.outcome())
        record = Record(game, game.rules_version, dict(position.options), study.start, moves, result, headers, tree)
        record.replay()
        str(record)
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error
    return record
