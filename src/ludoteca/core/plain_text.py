"""Attributes of a plain position as texts: as Python writes them, without spaces."""

import ast
import re

from ludoteca.core.ruling import InvalidPosition

LONGEST_SHOWN = 20
ESCAPED = re.compile(r"(?:[^\\]|\\[\\'nrtxuU])*")
"""A text with no escapes but those that `repr` writes."""


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


def read_field(field: str, name: str, model: object) -> object:
    """The value of an attribute, of the same kind as in the first position."""
    given, _, text = field.partition("=")
    try:
        # Python would only warn of other escapes.
        value = ast.literal_eval(text if ESCAPED.fullmatch(text) else "")
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise InvalidPosition(f"{name} cannot be read from {field[:LONGEST_SHOWN]!r}") from None
    if given != name or (model is not None and value is not None and type(value) is not type(model)):
        example = f"{name}={literal(name, model)}"
        raise InvalidPosition(f"{field[:LONGEST_SHOWN]!r} is not written like {example[:80]}")
    return value
