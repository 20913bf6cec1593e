"""How other programs write a game, told once by the game for everything that is imported."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Dialect:
    """What others write differently. A game without one is read in its own notation."""

    text: Callable[[str], str] = lambda text: text
    """A file of a format that only this game has, in the form of PGN; any other text stays as it is."""
    position: Callable[[str], str] = lambda text: text
    """The text of a position as others write it, in the game's own notation; what is not known stays as it is."""
    words: Callable[[str], Sequence[str]] = lambda word: (word,)
    """The moves in a word of a text, for those who leave no space between them."""
    moves: Mapping[str, Callable[[str], str]] = field(default_factory=lambda: {"": lambda word: word})
    """By the name of a notation, what turns its move texts into texts that the game reads.

    A text is of the first notation in which all of its moves are legal.
    """
    cell: Callable[[str], str] = lambda text: text
    """One cell as others write it in the arrows of comments, by its own name."""
    results: Mapping[str, str] = field(default_factory=dict)
    """Words for results, and the results as they are written everywhere: 1-0, 0-1, 1/2-1/2."""
