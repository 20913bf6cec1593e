"""Moves with variations, comments and arrows: a tree, and its text in a record.

1. h3e3 {The central cannon.} ( b3e3 ) h10g8 [arrow h8 e8]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ludoteca.core.message import Message
from ludoteca.core.ruling import InvalidRecord

COLOURS = ("green", "red", "blue", "yellow")
"""The first is the usual one."""
MAX_NESTING = 100
"""How deep variations may stand within variations."""
TOKEN = re.compile(r"\s*(?:(?P<comment>\{(?:[^\\}]|\\.)*\})|\[(?P<drawing>[^\]]*)\]|(?P<word>[^\s{\[]\S*))")
ESCAPES = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}
UNESCAPES = {escape: sign for sign, escape in ESCAPES.items()}


class Arrow(NamedTuple):
    """An arrow from a cell to another, or a circle around one cell. Cells by their names."""

    start: str
    end: str
    colour: str = COLOURS[0]


@dataclass
class Node:
    """A move and what may follow it; the first of `children` is the main line.

    The root of a tree has no move.
    """

    move: str = ""
    comment: str = ""
    arrows: list[Arrow] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)

    def line(self) -> Iterator["Node"]:
        """The main line from here on, without this node."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    def size(self) -> int:
        """How many moves follow, in all variations."""
        waiting, count = [self], 0
        while waiting:
            children = waiting.pop().children
            count += len(children)
            waiting += children
        return count

    @property
    def is_annotated(self) -> bool:
        return bool(self.comment or self.arrows)

    def has_only_moves(self) -> bool:
        """Whether there is nothing but one line of moves."""
        return (
            not self.is_annotated
            and len(self.children) < 2
            and not any(node.is_annotated or len(node.children) > 1 for node in self.line())
        )


def line_of(moves: tuple[str, ...]) -> Node:
    """A tree of one line."""
    root = node = Node()
    for move in moves:
        node.children.append(Node(move))
        node = node.children[0]
    return root


# Writing


def write_tree(root: Node, moves_in_a_line: int) -> list[str]:
    """The lines of a record. A move that has more to it than itself ends its line."""
    lines = [f"0. {' '.join(_notes(root))}"] if root.is_annotated else []
    waiting: list[str] = []
    parent = root
    for number, node in enumerate(root.line(), 1):
        words = [node.move, *_notes(node), *_variations(parent)]
        waiting.append(" ".join(words))
        if len(words) > 1 or len(waiting) == moves_in_a_line or not node.children:
            lines.append(f"{number - len(waiting) + 1}. {' '.join(waiting)}")
            waiting = []
        parent = node
    return lines


def _variations(parent: Node, depth: int = 0) -> Iterator[str]:
    """What may be played instead of the first child."""
    if depth == MAX_NESTING and len(parent.children) > 1:
        raise InvalidRecord(Message("variations stand at most {most} deep within each other", most=MAX_NESTING))
    for other in parent.children[1:]:
        yield "("
        before = Node(children=[other])
        for node in before.line():
            yield node.move
            yield from _notes(node)
            yield from _variations(before, depth + 1)
            before = node
        yield ")"


def _notes(node: Node) -> Iterator[str]:
    if node.comment:
        yield "{" + "".join(ESCAPES.get(sign, sign) for sign in node.comment) + "}"
    for start, end, colour in node.arrows:
        words = ("circle", start) if start == end else ("arrow", start, end)
        yield f"[{' '.join(words if colour == COLOURS[0] else (*words, colour))}]"


# Reading


class TreeReader:
    """Reads the lines of a record that have moves."""

    def __init__(self) -> None:
        self.root = Node()
        self.count = 0
        """Moves of the main line so far."""
        self._parents = [self.root]
        """The nodes before the last move of the line that is being read, and of those around it."""
        self._last = self.root
        self._around: list[Node] = []
        """The last moves of the lines around this one."""

    def read_line(self, text: str, number: int) -> None:
        """Read the moves of a line; `number` is that of the line, for complaints."""
        at, text = 0, text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                rest = repr(text[at:].lstrip()[:40])
                message = Message("line {line}: a comment or a drawing has no end: {text}", line=number, text=rest)
                raise InvalidRecord(message)
            at = found.end()
            if found["comment"]:
                self._add_comment(found["comment"], number)
            elif found["drawing"] is not None:
                self._last.arrows.append(_read_arrow(found["drawing"], number))
            else:
                self._add_word(found["word"], number)
        if self._around:
            raise InvalidRecord(Message("line {line}: a variation has no end", line=number))

    def _add_comment(self, comment: str, number: int) -> None:
        if self._last.comment:
            raise InvalidRecord(Message("line {line}: a move has one comment", line=number))
        self._last.comment = re.sub(r"\\.", lambda found: UNESCAPES.get(found[0], found[0]), comment[1:-1])

    def _add_word(self, word: str, number: int) -> None:
        if word == "(":
            if self._last is self._parents[-1]:
                message = Message("line {line}: a variation stands behind the move that it replaces", line=number)
                raise InvalidRecord(message)
            if len(self._around) == MAX_NESTING:
                message = Message(
                    "line {line}: variations stand at most {most} deep within each other", line=number, most=MAX_NESTING
                )
                raise InvalidRecord(message)
            self._around.append(self._last)
            self._last = self._parents[-1]
            self._parents.append(self._last)
        elif word == ")":
            if not self._around or self._last is self._parents[-1]:
                raise InvalidRecord(Message("line {line}: ) ends no variation", line=number))
            self._last = self._around.pop()
            self._parents.pop()
        else:
            node = Node(word)
            self._last.children.append(node)
            self._parents[-1], self._last = self._last, node
            self.count += not self._around


def _read_arrow(text: str, number: int) -> Arrow:
    match text.split():
        case ["arrow", start, end, *colour] if len(colour) < 2:
            pass
        case ["circle", start, *colour] if len(colour) < 2:
            end = start
        case _:
            message = Message(
                "line {line}: a drawing is [arrow CELL CELL] or [circle CELL], not [{text}]",
                line=number,
                text=text[:40],
            )
            raise InvalidRecord(message)
    arrow = Arrow(start, end, *colour)
    if arrow.colour not in COLOURS:
        known, given = ", ".join(COLOURS), repr(arrow.colour[:40])
        raise InvalidRecord(
            Message("line {line}: colours are {known}, not {given}", line=number, known=known, given=given)
        )
    return arrow
