"""Game records: a plain text that tells a whole game and is read back exactly.

    ludoteca record 1
    game: xiangqi
    rules: 1
    red: Ada

    1. h3e3 h10g8
    2. h1g3

    result: -

Headers first, then the moves in the game's own notation, then the result: payoffs by seat and the clause, or `-`
while the game goes on. Moves may have variations, comments and arrows. `docs/records.md` has the whole format.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ludoteca.core.game import Game
from ludoteca.core.message import Message
from ludoteca.core.option import Value
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.ruling import InvalidRecord, LudotecaError
from ludoteca.core.variations import Node, TreeReader, line_of, write_tree

FIRST_LINE = "ludoteca record 1"
LONGEST_RECORD = 4_000_000
OWN_HEADERS = ("game", "rules", "option", "start", "result")
MOVES_IN_A_LINE = 10
GOING_ON = "-"
RESULT = re.compile(r"(?P<payoffs>(?:-?[0-9.]+ )*)(?P<clause>[A-Z]+[0-9]+(?:\.[0-9]+)*) \S.*")
LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass
class Record:
    """A game from its first position; `str(record)` is its text.

    Examples:
        >>> position = ludoteca.game("xiangqi").start()
        >>> move = position.push_text("h3e3")
        >>> print(ludoteca.Record.of(position, red="Ada"))
        ludoteca record 1
        game: xiangqi
        rules: 1
        red: Ada
        <BLANKLINE>
        1. h3e3
        <BLANKLINE>
        result: -
        <BLANKLINE>
    """

    game: Game
    """The game that was played."""
    rules_version: int
    """The version of the rules that the game was played by."""
    options: Mapping[str, Value]
    """What was chosen at the start."""
    start: str
    """The first position, or nothing for the usual start."""
    moves: tuple[str, ...]
    """The moves as texts."""
    result: str
    """What `result_text` says of the last position, or of how the players have ended the game there."""
    headers: dict[str, str] = field(default_factory=dict)
    """Names, dates, events: whatever else is known."""
    tree: Node | None = None
    """The moves with variations, comments and arrows, if there are any; `moves` is its main line."""

    @classmethod
    def of(cls, position: Position, **headers: str) -> "Record":
        """The record of a game as far as it has been played."""
        game, origin = position.game, position.origin_text
        replayed = _begin(game, origin, position.options)
        texts = []
        for move in position.moves_played():
            texts.append(replayed.move_text(move))
            replayed.play(move)
        usual = str(game.start(**position.options))
        start = "" if origin == usual else origin
        for name, value in headers.items():
            check_header(name, value)
        result = result_text(position.outcome())
        return cls(game, game.rules_version, dict(position.options), start, tuple(texts), result, dict(headers))

    def replay(self) -> Position:
        """The last position, with its history; every move is checked."""
        position, fault = self.replay_legal_part()
        if fault:
            raise fault
        return position

    def svg(self, seconds: float = 1.0, seat: int = 0, face: str = "") -> str:
        """The game as an SVG that replays it, a move in so many seconds; notebooks show it by themselves."""
        from ludoteca.core.animation import animate  # Seldom needed.

        position = self.replay()
        positions = [position.copy()]
        while position.moves_played():
            position.undo()
            positions.append(position.copy())
        return animate(reversed(positions), seconds, seat, face)

    def _repr_html_(self) -> str:
        return self.svg()

    def replay_legal_part(self) -> tuple[Position, InvalidRecord | None]:
        """The position as far as the present rules allow the moves, and what is wrong there or with the result."""
        try:
            position = _begin(self.game, self.start, self.options)
        except LudotecaError as error:
            raise self._fault(Message("the first position: {error}", error=error.message)) from error
        for number, text in enumerate(self.moves, 1):
            try:
                position.push_text(text)
            except LudotecaError as error:
                message = Message("move {number}, {text}: {error}", number=number, text=text, error=error.message)
                return position, self._fault(message)
        found = result_text(position.outcome())
        if found != self.result and not (found == GOING_ON and self._is_ended_by_players(position)):
            return position, self._fault(
                Message(
                    "the record's result is {told}, but its moves lead to {found}",
                    told=repr(self.result),
                    found=repr(found),
                )
            )
        return position, self._fault_of_tree()

    def _is_ended_by_players(self, position: Position) -> bool:
        """Whether the result is one that no rule of the game knows: given up, out of time, agreed."""
        told = RESULT.fullmatch(self.result)
        if not told or told["clause"] in self.game.rules:
            return False
        return len(told["payoffs"].split()) in (0, position.seats)

    def _fault_of_tree(self) -> InvalidRecord | None:
        if not self.tree:
            return None
        if self.moves != tuple(node.move for node in self.tree.line()):
            return self._fault(Message("the main line of the variations differs from the moves"))
        position = _begin(self.game, self.start, self.options)
        try:
            _check_variations(position, self.tree, set(self.game.look.sheet(self.options).geometry.names))
        except LudotecaError as error:
            return self._fault(error.message)
        return None

    def _fault(self, message: str) -> InvalidRecord:
        if self.is_of_present_rules:
            return InvalidRecord(message)
        return InvalidRecord(
            Message(
                "{message}; the record was played by version {version} of the rules, and the present ones are "
                "version {present}",
                message=message,
                version=self.rules_version,
                present=self.game.rules_version,
            )
        )

    @property
    def is_of_present_rules(self) -> bool:
        """Whether the rules have not been revised since."""
        return self.rules_version == self.game.rules_version

    def __str__(self) -> str:
        lines = [FIRST_LINE, f"game: {self.game.name}", f"rules: {self.rules_version}"]
        usual = self.game.choose({})
        lines += [
            f"option: {name} {'off' if value is None else value}"
            for name, value in self.options.items()
            if value != usual[name]
        ]
        if self.start:
            lines.append(f"start: {self.start}")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        lines.append("")
        written = write_tree(self.tree or line_of(self.moves), MOVES_IN_A_LINE)
        lines += [*written, ""] if written else []
        lines.append(f"result: {self.result}")
        return "\n".join(lines) + "\n"


def result_text(outcome: Outcome | None) -> str:
    """`1 -1 X2.4 Black is checkmated …`, or `-` while the game goes on; no payoffs if it ended without a result."""
    if outcome is None:
        return GOING_ON
    payoffs = (format(payoff, ".4g") for payoff in outcome.payoffs)
    return " ".join((*payoffs, outcome.clause, outcome.reason))


def split_records(text: str) -> list[str]:
    """The records in a text that has one after the other; what stands before the first is left out."""
    found: list[list[str]] = []
    for line in LINE_BREAK.split(text):
        if line.strip() == FIRST_LINE:
            found.append([])
        if found:
            found[-1].append(line)
    return ["\n".join(lines).rstrip() + "\n" for lines in found]


def read_record(text: str, find_game: Callable[[str], Game]) -> Record:
    """Read a record. If it was played by the present rules, its moves and its result are checked."""
    if not isinstance(text, str) or len(text) > LONGEST_RECORD:
        raise InvalidRecord(Message("a record is a text of at most {most} characters", most=LONGEST_RECORD))
    lines = LINE_BREAK.split(text)
    if lines[0].strip() != FIRST_LINE:
        raise InvalidRecord(Message("a record begins with the line {line}", line=repr(FIRST_LINE)))
    game: Game | None = None
    options: dict[str, Value] = {}
    headers: dict[str, str] = {}
    reader = TreeReader()
    rules_version, start, result = 0, "", ""
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if result:
            raise InvalidRecord(Message("line {line} comes after the result", line=number))
        if _is_move_line(line):
            _read_moves(line, reader, number)
            continue
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            message = Message(
                "line {line} is neither 'name: value' nor moves: {text}", line=number, text=repr(line[:40])
            )
            raise InvalidRecord(message)
        if name == "result":
            result = value
        elif reader.count:
            raise InvalidRecord(Message("line {line}: headers come before the moves", line=number))
        elif name in headers or {"game": game, "rules": rules_version, "start": start}.get(name):
            raise InvalidRecord(Message("line {line}: {name} is there twice", line=number, name=repr(name)))
        elif name == "game":
            game = find_game(value)
        elif name == "rules":
            rules_version = _read_version(value, number)
        elif name == "option":
            option, _, setting = value.partition(" ")
            options[option] = setting.strip()
        elif name == "start":
            start = value
        else:
            check_header(name, value)
            headers[name] = value
    if game is None:
        raise InvalidRecord(Message("the record names no game"))
    if not result:
        raise InvalidRecord(Message("the record has no result; it ends with 'result: -' while the game goes on"))
    # Records did not name a version before any game had a second one.
    root = reader.root
    moves = tuple(node.move for node in root.line())
    tree = None if root.has_only_moves() else root
    record = Record(game, rules_version or 1, game.choose(options), start, moves, result, headers, tree)
    _, fault = record.replay_legal_part()
    if fault and record.is_of_present_rules:
        raise fault
    return record


def _read_version(value: str, number: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10 and int(value)):
        given = repr(value[:40])
        message = Message(
            "line {line}: a version of the rules is a number from 1, not {given}", line=number, given=given
        )
        raise InvalidRecord(message)
    return int(value)


def _is_move_line(line: str) -> bool:
    number, dot, _ = line.partition(".")
    return bool(dot) and number.strip().isdigit()


def _read_moves(line: str, reader: TreeReader, number: int) -> None:
    count, _, moves = line.partition(".")
    first = count.strip()
    is_before_moves = first == "0" and not reader.root.children
    if first != str(reader.count + 1) and not is_before_moves:
        raise InvalidRecord(
            Message(
                "line {line} should begin with move {number}, not {given}",
                line=number,
                number=reader.count + 1,
                given=first[:10],
            )
        )
    reader.read_line(moves, number)
    if is_before_moves and reader.root.children:
        raise InvalidRecord(Message("line {line}: the first move is number 1", line=number))


def _check_variations(position: Position, node: Node, names: set[str]) -> None:
    """Check all that may follow in a position; afterwards it is as it was."""
    depth = 0
    _check_cells(node, names)
    while node.children:
        for other in node.children[1:]:
            _push(position, other, names)
            _check_variations(position, other, names)
            position.undo()
        node = node.children[0]
        _push(position, node, names)
        depth += 1
    for _ in range(depth):
        position.undo()


def _push(position: Position, node: Node, names: set[str]) -> None:
    _check_cells(node, names)
    try:
        position.push_text(node.move)
    except LudotecaError as error:
        number = len(position.moves_played()) + 1
        raise InvalidRecord(
            Message("a variation, move {number}, {text}: {error}", number=number, text=node.move, error=error.message)
        ) from error


def _check_cells(node: Node, names: set[str]) -> None:
    for name in (name for arrow in node.arrows for name in arrow[:2]):
        if name not in names:
            where = node.move or Message("the start")
            raise InvalidRecord(
                Message("an arrow at {where}: there is no cell {name}", where=where, name=repr(name[:40]))
            )


def _begin(game: Game, start: str, options: Mapping[str, Value]) -> Position:
    return game.parse(start, **options) if start else game.start(**options)


def check_header(name: str, value: str) -> None:
    """Raise InvalidRecord if these cannot be a free header."""
    if name in OWN_HEADERS or not name.replace("_", "").replace("-", "").isalnum():
        raise InvalidRecord(Message("{name} cannot be the name of a header", name=repr(name)))
    if not value.strip() or value != value.strip() or len(value.splitlines()) != 1:
        raise InvalidRecord(Message("the header {name} needs one line of words", name=repr(name)))
