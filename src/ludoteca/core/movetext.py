"""Moves as other programs write them, like PGN: numbers, comments, variations, glyphs; played into a tree of moves."""

import re
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.dialect import Dialect
from ludoteca.core.message import Message, Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove, InvalidRecord
from ludoteca.core.variations import MAX_NESTING, Arrow, Node

MOST_MOVES = 5_000
"""More are not read: each is played by the rules."""
LONGEST_MOVE = 400
LONGEST_SHOWN = 40

TOKEN = re.compile(
    r"\{(?P<comment>[^}]*)\}|;(?P<remark>[^\n]*)|(?P<escaped>(?<![^\n])%[^\n]*)"
    r'|\[\s*\w+\s+"(?P<header>(?:[^"\\\n]|\\.)*)"\s*\]|\[(?P<note>[^\]\n]*)\]'
    r"|(?P<open>[(（])|(?P<close>[)）])|(?P<word>[^\s{}()\[\]（）;]+)"
)
NUMBER = re.compile(r"\d{1,4}[.．、:：…]+(?=\D|\d\d|$)|[.…]+")
GLYPH = re.compile(r"(.+?)([!?]{1,2})")
CHECK_MARK = re.compile(r"(.+?)[+#]{1,2}")
RULE = re.compile(r"[=_*-]{2,}")
"""A line drawn across the page."""
RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "*": "*"}
GLYPHS = dict(enumerate(("!", "?", "!!", "??", "!?", "?!"), 1)) | {10: "=", 13: "∞"}
GLYPHS |= dict(enumerate(("⩲", "⩱", "±", "∓", "+−", "−+"), 14))
"""The numeric annotation glyphs of PGN as people write them."""
DRAWINGS = re.compile(r"\[%(?:cal|csl) ([^\[\]]*)\]")
DRAWING_COLOURS = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
COMMAND = re.compile(r"\[%\w{1,20} [^\[\]]*\]")


class Token(NamedTuple):
    """A piece of a text: its kind is the name of a group of TOKEN."""

    kind: str
    text: str
    line: int


def tokens_of(text: str, first_line: int = 1) -> list[Token]:
    """The pieces of a text in their order, without the spaces between them."""
    found, at, line = [], 0, first_line
    while at < len(text):
        if text[at].isspace():
            line += text[at] == "\n"
            at += 1
            continue
        match = TOKEN.match(text, at)
        if not match:
            message = Message(
                "line {line}: a comment has no end or no beginning: {text}", line=line, text=shown(text[at:])
            )
            raise InvalidRecord(message)
        kind = match.lastgroup or ""
        if kind == "header":
            message = Message("line {line}: a second game begins; only one can be read at a time", line=line)
            raise InvalidRecord(message)
        if kind != "escaped":
            found.append(Token(kind, match[kind], line))
        line += match[0].count("\n")
        at = match.end()
    return found


def shown(text: str) -> str:
    """The beginning of a text, in quotes."""
    text = " ".join(text[: 2 * LONGEST_SHOWN].split())
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")


class Player:
    """Plays the pieces of a text in one notation, and keeps what it has played as a tree."""

    def __init__(self, position: Position, dialect: Dialect, notation: str) -> None:
        self.position = position
        """The first position; after `play`, the last one of the main line."""
        self.root = Node()
        self.result = ""
        """As the text states it: 1-0, 0-1, 1/2-1/2, or nothing."""
        self.count = 0
        """Moves played, in all variations."""
        self._dialect = dialect
        self._rewrite: Callable[[str], str] = dialect.moves[notation]
        self._cells = set(position.game.look.sheet(position.options).geometry.names)
        self._path: list[tuple[Node, int]] = []
        """The nodes from the root to the present position, each with its move."""
        self._around: list[tuple[int, tuple[Node, int]]] = []
        """For each variation that is open, how long the path was before it, and what it replaces."""
        self._waiting: list[str] = []
        """Comments that stand before the move that they are about."""
        self._comments: dict[int, tuple[Node, list[str]]] = {}
        """What is said of each node that something is said of, by the node's id."""

    def play(self, tokens: list[Token]) -> None:
        """Play everything, or raise InvalidRecord at the first piece that cannot be read."""
        for kind, text, line in tokens:
            if kind == "open":
                self._open_variation(line)
            elif kind == "close":
                self._close_variation(line)
            elif kind == "word":
                self._read_word(text, line)
            else:
                self._comment(text)
        if self._around:
            raise InvalidRecord(Message("line {line}: a variation has no end", line=tokens[-1].line))
        for node, comments in self._comments.values():
            node.comment = " ".join(comments)

    # Variations

    def _open_variation(self, line: int) -> None:
        base = self._around[-1][0] if self._around else 0
        if len(self._path) == base:
            message = Message("line {line}: a variation stands behind the move that it replaces", line=line)
            raise InvalidRecord(message)
        if len(self._around) == MAX_NESTING:
            message = Message(
                "line {line}: variations stand at most {most} deep within each other", line=line, most=MAX_NESTING
            )
            raise InvalidRecord(message)
        replaced = self._path.pop()
        self.position.undo()
        self._around.append((len(self._path), replaced))

    def _close_variation(self, line: int) -> None:
        if not self._around:
            raise InvalidRecord(Message("line {line}: ) ends no variation", line=line))
        length, replaced = self._around.pop()
        while len(self._path) > length:
            self._path.pop()
            self.position.undo()
        self._path.append(replaced)
        self.position.play(replaced[1])
        self._take_waiting(replaced[0])

    # Comments

    def _comment(self, text: str) -> None:
        node = self._path[-1][0] if self._path else self.root
        for drawing in DRAWINGS.finditer(text):
            for sign in drawing[1].split(","):
                arrow = self._arrow(sign.strip())
                if arrow and arrow not in node.arrows:
                    node.arrows.append(arrow)
        words = " ".join(COMMAND.sub(" ", text).split())
        if words:
            self._say(words)

    def _say(self, words: str) -> None:
        """Add to the comment on the last move; before the first one of a variation it waits for that."""
        base = self._around[-1][0] if self._around else 0
        node = self._path[-1][0] if self._path else self.root
        if self._around and len(self._path) == base:
            self._waiting.append(words)
        else:
            self._comments.setdefault(id(node), (node, []))[1].append(words)

    def _take_waiting(self, node: Node) -> None:
        if self._waiting:
            self._comments.setdefault(id(node), (node, []))[1].extend(self._waiting)
            self._waiting.clear()

    def _arrow(self, sign: str) -> Arrow | None:
        """Gh3e3, or a circle Rh3, as python-chess writes it; None if its cells are not of this board."""
        colour, cells = DRAWING_COLOURS.get(sign[:1]), sign[1:]
        if not colour:
            return None
        # The whole text first: a circle has one cell.
        for middle in range(len(cells), 0, -1):
            start, end = self._dialect.cell(cells[:middle]), self._dialect.cell(cells[middle:] or cells)
            if {start, end} <= self._cells:
                return Arrow(start, end, colour)
        return None

    # Moves

    def _read_word(self, word: str, line: int) -> None:
        if re.fullmatch(r"\$\d{1,3}", word):
            self._say(GLYPHS.get(int(word[1:]), word))
            return
        number = NUMBER.match(word)
        if number and self._move(word) is None:
            word = word[number.end() :]
        for text in self._dialect.words(word) if word else ():
            self._read_move(text, line)

    def _read_move(self, text: str, line: int) -> None:
        move = self._move(text)
        result = RESULTS.get(text) or self._dialect.results.get(text)
        if move is None and result:
            self.result = "" if result == "*" else result
            return
        if move is None and RULE.fullmatch(text):
            return
        glyph = ""
        if move is None and (match := GLYPH.fullmatch(text)):
            text, glyph = match.groups()
            move = self._move(text)
        if move is None and (match := CHECK_MARK.fullmatch(text)):
            move = self._move(match[1])
        if move is None:
            raise self._fault(text, line)
        self._push(move, line)
        if glyph:
            self._say(glyph)

    def _move(self, text: str) -> int | None:
        if len(text) > LONGEST_MOVE:
            return None
        try:
            return self.position.parse_move(self._rewrite(text))
        except IllegalMove:
            return None

    def _fault(self, text: str, line: int) -> InvalidRecord:
        ruling = self.position.explain(self._rewrite(text[:LONGEST_MOVE]))
        values: dict[str, Value] = {"line": line, "number": len(self._path) + 1, "text": shown(text)}
        error = IllegalMove(ruling).message if ruling else ""
        if self._around:
            message = Message("line {line}, move {number} of a variation, {text}: {error}", **values, error=error)
        else:
            message = Message("line {line}, move {number}, {text}: {error}", **values, error=error)
        return InvalidRecord(message)

    def _push(self, move: int, line: int) -> None:
        self.count += 1
        if self.count > MOST_MOVES:
            raise InvalidRecord(Message("line {line}: more than {most} moves are not read", line=line, most=MOST_MOVES))
        parent = self._path[-1][0] if self._path else self.root
        text = self.position.move_text(move)
        node = next((child for child in parent.children if child.move == text), None)
        if node is None:
            node = Node(text)
            parent.children.append(node)
        self._take_waiting(node)
        self.position.play(move)
        self._path.append((node, move))
