"""English texts that can be told in other languages: each knows its template and what was put into it."""

from collections.abc import Mapping, Sequence
from typing import Any

Value = str | int | float | Sequence["Message"]
"""What stands for a name in a template; a sequence is a list of things, joined by "and" or the like."""

CONTEXT_END = "\4"
"""Between a context and a template, as in gettext's own files."""


class Message(str):
    """A text made from a template, for messages that are told in several languages.

    It is the English text wherever a text is asked for. Values that are Messages are translated with it, other texts
    stay as they are.

    Attributes:
        message_id: The template, as the catalogues of translations have it.
        values: What stands for the names in it.

    Examples:
        >>> message = Message("{piece} may not go to {point}", piece=Message("the cart"), point="e5")
        >>> print(message)
        the cart may not go to e5
        >>> message.message_id
        '{piece} may not go to {point}'
    """

    message_id: str
    values: Mapping[str, Value]

    def __new__(cls, message_id: str, /, **values: Value) -> "Message":
        template = message_id.rpartition(CONTEXT_END)[2]
        text = template.format(**{name: _english(value) for name, value in values.items()}) if values else template
        message = super().__new__(cls, text)
        message.message_id = message_id
        message.values = values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Value]]:
        return (self.message_id,), dict(self.values)


def in_context(context: str, word: str) -> Message:
    """A word that other languages translate by what it belongs to."""
    return Message(f"{context}{CONTEXT_END}{word}")


def translatable(text: str) -> str:
    """The same text: it only tells the catalogues of translations to have it."""
    return text


def _english(value: Value) -> str:
    return str(value) if isinstance(value, str | int | float) else " and ".join(value)


# Any text, translatable or not


def message_id_of(text: str) -> str:
    """The template of a Message; another text is its own."""
    return text.message_id if isinstance(text, Message) else text


def values_of(text: str) -> Mapping[str, Value]:
    """What was put into the template of a Message; nothing for another text."""
    return text.values if isinstance(text, Message) else {}


def as_data(values: Mapping[str, Value]) -> dict[str, Any]:
    """Values as JSON can have them; a Message is an object with `message_id` and `values`."""
    return {name: _value_as_data(value) for name, value in values.items()}


def _value_as_data(value: Value) -> Any:
    if isinstance(value, Message):
        return {"message_id": value.message_id, "values": as_data(value.values)}
    return value if isinstance(value, str | int | float) else [_value_as_data(each) for each in value]


def from_data(message_id: str, data: Mapping[str, Any]) -> Message:
    """The Message of a template and of values as `as_data` has them."""
    return Message(message_id, **{name: _value_from_data(value) for name, value in data.items()})


def _value_from_data(value: Any) -> Any:
    if isinstance(value, Mapping):
        return from_data(value["message_id"], value["values"])
    return [_value_from_data(each) for each in value] if isinstance(value, list) else value
