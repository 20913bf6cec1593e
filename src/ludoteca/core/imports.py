"""A game from whatever a user pastes: our record, a position text, or the files and lines of other programs."""

import re

from ludoteca.core.game import Game
from ludoteca.core.message import Message
from ludoteca.core.movetext import MOST_MOVES, Player, Token, shown, tokens_of
from ludoteca.core.position import Position
from ludoteca.core.record import FIRST_LINE, OWN_HEADERS, Record, read_record, result_text, split_records
from ludoteca.core.ruling import InvalidRecord, LudotecaError

LONGEST_TEXT = 300_000
"""Characters; a longer text is not looked at."""
HEADER = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
ORDER = re.compile(r"(?:position )?(?:startpos|fen (?P<start>.+?))(?: moves\b(?P<moves>.*))?", re.IGNORECASE)
"""A position and moves as UCI and UCCI write them."""
ABOUT_THE_FILE = {"game", "variant", "format", "fen", "setup"}
"""Headers that tell how to read the file, and nothing of the game."""
ENCODINGS = ("utf-8-sig", "gb18030")
CHESS_MOVE = re.compile(
    r"(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?[!?]{0,2}"
)
RESULT = re.compile(r"1-0|0-1|1/2-1/2|\*")
ENOUGH_RANKS = 4
"""A first line with so many slashes is meant to be a position."""


def read_game_text(game: Game, text: str) -> Record:
    """The game that a text tells, as a record of ours, or InvalidRecord with one sentence that says where and why not.

    The text is a record of ours; a position, perhaps with moves on the next lines; `position … moves …` as UCI and UCCI
    write it; moves alone; or a file like PGN with headers, comments in braces, variations in parentheses and glyphs.
    Moves may be in any notation of the game, and as other programs write them (`Game.dialect`).

    Examples:
        >>> from ludoteca.core.imports import read_game_text
        >>> read_game_text(ludoteca.game("xiangqi"), "1. C2=5 H8+7 2. H2+3").moves
        ('h3e3', 'h10g8', 'h1g3')
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidRecord(Message("a game to import is a text of at most {most} characters", most=LONGEST_TEXT))
    text = re.sub(r"\r\n?|\u2028|\u2029", "\n", text.lstrip("\ufeff"))
    if not text.strip():
        raise InvalidRecord(Message("there is nothing to import: the text is empty"))
    if text.lstrip().startswith(FIRST_LINE.rpartition(" ")[0]):
        return _read_own(game, text.strip())
    text = game.dialect.text(text)
    order = _last_order(text)
    if order:
        start = _read_position(game, order["start"] or "")
        return _read_moves(game, start, tokens_of(order["moves"] or ""), {})
    headers, at = _read_headers(text)
    line = text.count("\n", 0, at) + 1
    start = _read_position(game, headers.get("fen", ""))
    is_told = bool(headers)
    if not headers:
        first, _, rest = text.strip().partition("\n")
        if first.count("/") >= ENOUGH_RANKS or _is_position(game, first):
            start = _read_position(game, first)
            blank = text[: len(text) - len(text.lstrip())].count("\n")
            text, at, line, is_told = rest, 0, blank + 2, True
    record = _read_moves(game, start, tokens_of(text[at:], line), headers)
    if not (is_told or record.moves):
        raise InvalidRecord(f"the text has neither a move nor a position: {shown(text)}")
    return record


def decode_game_text(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or GB 18030, in which Chinese programs write."""
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ENCODINGS
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InvalidRecord(Message("the file is not text in UTF-8, UTF-16 or GB 18030"))


def _read_own(game: Game, text: str) -> Record:
    def find_game(name: str) -> Game:
        if name != game.name:
            raise InvalidRecord(Message("the record is of {found}, not of {game}", found=name[:40], game=game.name))
        return game

    records = split_records(text)
    if len(records) > 1:
        line = records[0].count("\n") + 1
        raise InvalidRecord(Message("line {line}: a second game begins; only one can be read at a time", line=line))
    words = re.sub(r"\{(?:[^\\}]|\\.)*\}", " ", text).split()
    if len(words) > 2 * MOST_MOVES:
        raise InvalidRecord(Message("more than {most} moves are not read", most=MOST_MOVES))
    record = read_record(text, find_game)
    record.replay()
    return record


def _last_order(text: str) -> re.Match[str] | None:
    """The last position that a program was sent; what else was said to it, or by it, does not matter."""
    orders = [ORDER.fullmatch(" ".join(line.split())) for line in text.splitlines()]
    return next((order for order in reversed(orders) if order), None)


def _read_headers(text: str) -> tuple[dict[str, str], int]:
    """Headers by their names in small letters, and where the moves begin."""
    headers: dict[str, str] = {}
    at = 0
    while match := HEADER.match(text, at):
        headers[match[1].lower()] = " ".join(re.sub(r"\\(.)", r"\1", match[2]).split())
        at = match.end()
    return headers, at


def _is_position(game: Game, text: str) -> bool:
    try:
        game.parse(text)
    except LudotecaError:
        return False
    return True


def _read_position(game: Game, text: str) -> Position:
    if not text:
        return game.start()
    try:
        return game.parse(game.dialect.position(text))
    except LudotecaError as error:
        message = Message("the position {text}: {error}", text=shown(text), error=error.message)
        raise InvalidRecord(message) from error


def _read_moves(game: Game, start: Position, tokens: list[Token], headers: dict[str, str]) -> Record:
    """Read the moves in the notation that the headers name, and else in the first in which all are legal."""
    named = headers.get("format", "").lower()
    notations = sorted(game.dialect.moves, key=lambda notation: notation != named)
    best: tuple[int, InvalidRecord] | None = None
    for notation in notations:
        player = Player(start.copy(), game.dialect, notation)
        try:
            player.play(tokens)
        except InvalidRecord as fault:
            if best is None or player.count > best[0]:
                best = player.count, fault
        else:
            return _as_record(start, player, headers)
    assert best
    if _is_chess(tokens):
        title = Message(game.title)
        raise InvalidRecord(Message("this looks like a game of Western chess, which is not {game}", game=title))
    raise best[1]


def _is_chess(tokens: list[Token]) -> bool:
    """Whether most words are moves as chess players write them."""
    words = [re.sub(r"^\d+\.+", "", token.text) for token in tokens if token.kind == "word"]
    moves = [word for word in words if word and not RESULT.fullmatch(word)]
    return sum(bool(CHESS_MOVE.fullmatch(move)) for move in moves) > max(1, len(moves) // 2)


def _as_record(start: Position, player: Player, headers: dict[str, str]) -> Record:
    game, root = start.game, player.root
    stated = headers.pop("result", "")
    kept = {
        f"stated-{name}" if name in OWN_HEADERS else name: value
        for name, value in headers.items()
        if value and name not in ABOUT_THE_FILE
    }
    if stated := player.result or stated.replace("*", ""):
        kept["stated-result"] = stated
    usual = str(game.start(**start.options))
    record = Record(
        game,
        game.rules_version,
        dict(start.options),
        "" if str(start) == usual else str(start),
        tuple(node.move for node in root.line()),
        result_text(player.position.outcome()),
        {name: value for name, value in kept.items() if name.replace("_", "").replace("-", "").isalnum()},
        None if root.has_only_moves() else root,
    )
    str(record)  # Raises if its variations stand too deep within each other to be written.
    return record
