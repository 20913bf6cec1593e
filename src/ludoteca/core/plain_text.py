"""A plain position as text: its cells row by row, and other attributes as Python writes them, without spaces."""

import ast
import re
from collections.abc import Container, Sequence
from typing import Any

from ludoteca.core.boards import Board
from ludoteca.core.plain import EMPTY
from ludoteca.core.ruling import InvalidPosition

LONGEST_SHOWN = 20
COUNT = re.compile(r"0|-?[1-9][0-9]{0,17}")
"""A number as it is written; longer ones are mistakes."""
ESCAPED = re.compile(r"(?:[^\\]|\\[\\'nrtxuU])*")
"""A text with no escapes but those that `repr` writes."""


def write_cells(board: Board, cells: list[Any]) -> str:
    """The rows from the north: letters side by side, or numbers with commas between them."""
    if len(cells) != len(board):
        raise ValueError(f"cells has {len(cells)} items, but the board has {len(board)} cells")
    kinds = set(map(type, cells))
    if kinds == {str}:
        return "/".join(["".join([cells[cell] for cell in row]) for row in board.rows])
    if kinds == {int}:
        return "/".join([",".join([str(cells[cell]) for cell in row]) for row in board.rows])
    raise TypeError(f"cells holds {cells}: all must be pieces or EMPTY, or all must be numbers")


def read_cells(board: Board, text: str, pieces: Container[str] | None) -> list[Any]:
    """What `write_cells` has written; without pieces, numbers."""
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise InvalidPosition(f"a board has {len(board.rows)} rows, this has {len(rows)}")
    cells: list[Any] = [EMPTY] * len(board)
    for number, (row, given) in enumerate(zip(board.rows, rows, strict=True), 1):
        items = given.split(",") if pieces is None else list(given)
        if len(row) != len(items):
            raise InvalidPosition(f"row {number} has {len(row)} cells, not {len(items)}")
        for cell, item in zip(row, items, strict=True):
            if pieces is None:
                cells[cell] = _count(item, board.names[cell])
            elif item != EMPTY and item not in pieces:
                raise InvalidPosition(f"{item!r} on {board.names[cell]} is not a piece")
            else:
                cells[cell] = item
    return cells


def _count(text: str, name: str) -> int:
    if not COUNT.fullmatch(text):
        raise InvalidPosition(f"{text[:LONGEST_SHOWN]!r} on {name} is not a number")
    return int(text)


def literal(name: str, value: object) -> str:
    """An attribute as Python writes it, without spaces."""
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    if isinstance(value, str):
        return repr(value).replace(" ", "\\x20")
    if isinstance(value, tuple):
        return f"({','.join(literal(name, each) for each in value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{','.join(literal(name, each) for each in value)}]"
    if isinstance(value, set):
        return f"{{{','.join(sorted(literal(name, each) for each in value))}}}" if value else "set()"
    if isinstance(value, dict):
        pairs = sorted(f"{literal(name, key)}:{literal(name, each)}" for key, each in value.items())
        return f"{{{','.join(pairs)}}}"
    raise TypeError(
        f"the attribute {name} holds a {type(value).__name__}; a state is made of numbers, texts, None, lists, tuples, "
        "sets and dicts"
    )


def read_field(field: str, name: str, model: object, fixed_lengths: Container[int] = ()) -> object:
    """The value of an attribute, of the same kind as in the first position.

    A list that has one of the `fixed_lengths` there, an item for each seat or cell, has as many of the same kinds.
    """
    given, _, text = field.partition("=")
    try:
        # Python would only warn of other escapes.
        value = ast.literal_eval(text if ESCAPED.fullmatch(text) else "")
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise InvalidPosition(f"{name} cannot be read from {field[:LONGEST_SHOWN]!r}") from None
    if given != name or (model is not None and value is not None and type(value) is not type(model)):
        example = f"{name}={literal(name, model)}"
        raise InvalidPosition(f"{field[:LONGEST_SHOWN]!r} is not written like {example[:80]}")
    if isinstance(model, list | tuple) and isinstance(value, list | tuple) and len(model) in fixed_lengths:
        _refuse_other_items(name, value, model)
    return value


def _refuse_other_items(name: str, value: Sequence[object], model: Sequence[object]) -> None:
    example = f"{name}={literal(name, model)}"[:80]
    if len(value) != len(model):
        raise InvalidPosition(f"{name} has {len(model)} items, not {len(value)}, like {example}")
    for given, usual in zip(value, model, strict=True):
        if given is not None and usual is not None and type(given) is not type(usual):
            raise InvalidPosition(f"{given!r} in {name} is of another kind than in {example}")
