"""Why something is not done: a word for programs and a sentence for people."""

from ludoteca.core.ruling import Ruling


class Refusal(Exception):
    """An action or a query that is not carried out; `why` is one of the words of docs/protocol.md.

    The sentence is a `Message` where anything is put into it, so that it can be told in other languages.
    """

    def __init__(self, why: str, message: str, ruling: Ruling | None = None) -> None:
        super().__init__(message)
        self.why = why
        self.message = message
        self.ruling = ruling
