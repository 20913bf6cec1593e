"""One frozen record a game: all that outer layers hold."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import TYPE_CHECKING

from ludoteca.core.clause_roles import ClauseRoles
from ludoteca.core.dialect import Dialect
from ludoteca.core.encoding import Encoding
from ludoteca.core.evaluator import Evaluator, EvaluatorOfOptions, NoEvaluator
from ludoteca.core.features import Features
from ludoteca.core.look import Look, OwnPosition, Step
from ludoteca.core.message import Message
from ludoteca.core.option import Option, Value
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.rules import Rules
from ludoteca.core.ruling import InvalidOption, InvalidPosition, LudotecaError, Ruling
from ludoteca.core.tactics import Tactics

if TYPE_CHECKING:
    from ludoteca.core.examples import Example
    from ludoteca.core.lessons import Lesson
    from ludoteca.core.network import Network
    from ludoteca.core.record import Record

LONGEST_TEXT = 100_000
"""No position text of any game comes near this; a longer one is not looked at."""


@dataclass(frozen=True)
class Game:
    """All that there is to know about a game. Players need `start`, `parse` and `rules`.

    Examples:
        >>> game = ludoteca.game("chinese-checkers")
        >>> game.start(players=3).seats
        3
        >>> game.rules["C2.2"]
        'A step takes a piece to a neighbouring hole that is empty.'
    """

    name: str
    """As it is called at the command line: small letters and hyphens."""
    title: str
    """As people call it."""
    summary: str
    """The game in a sentence."""
    begin: Callable[[Mapping[str, Value]], OwnPosition]
    """The first position with these options; players call `start`."""
    read_position: Callable[[str, Mapping[str, Value]], OwnPosition]
    """The position that a text describes, or InvalidPosition; players call `parse`."""
    write_position: Callable[[OwnPosition], str]
    """The text of a position; players call `str(position)`."""
    read_move: Callable[[OwnPosition, str], int | Ruling]
    """The legal move that a text means, or the ruling that forbids it."""
    write_move: Callable[[OwnPosition, int, str], str]
    """The text of a legal move in one of the `notations`."""
    outcome: Callable[[OwnPosition], Outcome | None]
    """None while the game goes on, else how it ended."""
    steps: Callable[[OwnPosition, int], tuple[Step, ...]]
    """What happens in a move, in order."""
    look: Look
    """What a page or a terminal draws."""
    module: str
    """The module, or the path of the file, that holds this record as GAME.

    Beside it are rules.md and, if there are any, examples.toml, the lessons and the puzzles.
    """
    rules_version: int = 1
    """Goes up by one when the rules are revised so that a move becomes legal or illegal, or a result another."""
    evaluator: Callable[[], Evaluator] = NoEvaluator
    """Makes what tells a search how good a position looks: the one given here or, where the game has a network for the
    options of a position, that."""
    tactics: Callable[[], Tactics] = Tactics
    """Makes what answers a search beyond the rules."""
    searches: Mapping[int, str] = field(default_factory=dict)
    """The search that plays best, by the number of seats, where it is not the usual one."""
    pace: int = 1_000_000
    """About how many nodes a second its search visits; the levels of the machine go by it."""
    options: tuple[Option, ...] = ()
    """What can be chosen at the start."""
    notations: tuple[str, ...] = ("",)
    """The names of the ways to write moves; the empty one is the game's own."""
    options_in_text: Callable[[str], Mapping[str, Value]] = lambda text: {}
    """The options that a position text shows by itself; of a text that cannot be read, none."""
    dialect: Dialect = field(default_factory=Dialect)
    """How other programs write positions and moves, for what is imported."""
    exports: "Mapping[str, Callable[[Record], str]]" = field(default_factory=dict)
    """By the name of a format of other programs, what writes a record in it."""
    edit: Callable[[OwnPosition, Mapping[int, str], int], str] | None = None
    """The text of a position that has these units, by cell, and this seat to move, and is else as far as can be like
    the given one; whether it is a position, `parse` tells. None if only the text itself can be edited."""
    encoding: Callable[[Mapping[str, Value]], Encoding] = lambda options: Encoding()
    """Makes what shows a position with these options to a network; without it, there are legal moves alone."""
    features: Callable[[Mapping[str, Value]], Features] | None = None
    """Makes what a learned evaluation sees of a position with these options; None if the game cannot have one."""
    planner: Callable[[OwnPosition, float], int | None] = lambda position, seconds: None
    """A move that the game itself can plan better than any search, within so many seconds; None if it has no plan."""

    clause_roles: ClauseRoles = field(default_factory=ClauseRoles)
    """What each clause does; a game that says nothing has none that are counted."""
    clauses_off: Callable[[Mapping[str, Value]], tuple[str, ...]] = lambda options: ()
    """The clauses that have nothing to rule in a game with these options, so that nobody wonders why they never do."""

    hand_evaluator: Callable[[], Evaluator] = field(init=False)
    """The evaluator that was given, whether there are networks or not."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand_evaluator", self.evaluator)
        if self.features and self._has_networks():
            object.__setattr__(self, "evaluator", self._evaluator_of_options)

    @property
    def usage_clauses(self) -> tuple[str, ...]:
        """The clauses that can take part in a move, for a `Usage` to count."""
        return self.clause_roles.moves

    @property
    def nodes_a_second(self) -> int:
        """How many positions a search of this game sees in a second, about; by it the levels of the machine think."""
        return self.pace

    @property
    def has_evaluator(self) -> bool:
        """Whether a search can tell how good a position looks."""
        return self.evaluator is not NoEvaluator

    def search_for(self, seats: int, evaluator: Callable[[], Evaluator] | None = None) -> str:
        """The search that serves a game of so many seats: alphabeta, selective, paranoid, brs, maxn or mcts.

        It is for the game's own evaluator, unless another one is given.
        """
        if (evaluator or self.evaluator) is NoEvaluator:
            return "mcts"
        return self.searches.get(seats, "alphabeta" if seats == 2 else "paranoid")

    def tactics_of(self, position: Position) -> Tactics:
        """The game's tactics, attached to a position."""
        tactics = self.tactics()
        tactics.attach(position)
        return tactics

    # Networks

    def network(self, options: Mapping[str, Value]) -> "Network | None":
        """The network for games with these options; None if there is no file of it, LudotecaError if it is bad."""
        if not self.features:
            return None
        features = self.features(self.choose(options))
        path = self.network_path(features)
        if path not in self._networks:
            from ludoteca.core.network import Network  # Seldom needed, as the modules that read files.

            self._networks[path] = Network.load(path, features, self.name) if os.path.exists(path) else None
        return self._networks[path]

    def network_path(self, features: Features) -> str:
        """Where the file of such a network belongs: network.bin in a package, hex.network.bin beside hex.py."""
        return self._network_prefix() + (f"-{features.variant}" if features.variant else "") + ".bin"

    @cached_property
    def _networks(self) -> "dict[str, Network | None]":
        return {}

    def _network_prefix(self) -> str:
        folder, file = os.path.split(str(module_named(self.module).__file__))
        stem = os.path.splitext(file)[0]
        return os.path.join(folder, "network" if stem == "__init__" else f"{stem}.network")

    def _has_networks(self) -> bool:
        """Whether there is a file of a network for any options."""
        # The record is made while its module is imported; one that is made elsewhere has no files.
        if not getattr(sys.modules.get(self.module), "__file__", None):
            return False
        folder, prefix = os.path.split(self._network_prefix())
        return any(file.startswith(prefix) and file.endswith(".bin") for file in os.listdir(folder or "."))

    def _evaluator_of_options(self) -> Evaluator:
        return EvaluatorOfOptions(self._choose_evaluator)

    def _choose_evaluator(self, options: Mapping[str, Value]) -> Evaluator:
        from ludoteca.core.network import NetworkEvaluator  # As above.

        network = self.network(options)
        if network is None or not self.features:
            return self.hand_evaluator()
        return NetworkEvaluator(network, self.features(options))

    @cached_property
    def rules(self) -> Rules:
        """The numbered clauses: `rules["X1.6"]` is the text of one."""
        return Rules.beside(str(module_named(self.module).__file__))

    @cached_property
    def examples(self) -> "tuple[Example, ...]":
        """Examples of the clauses, to be drawn."""
        from ludoteca.core.examples import examples_beside  # Seldom needed: it reads TOML.

        return examples_beside(str(module_named(self.module).__file__))

    @cached_property
    def lessons(self) -> "tuple[Lesson, ...]":
        """Lessons that teach the game, in their order."""
        from ludoteca.core.lessons import lessons_beside  # As the examples.

        return lessons_beside(str(module_named(self.module).__file__))

    @cached_property
    def puzzles(self) -> "tuple[Lesson, ...]":
        """Puzzles, those first that the lowest levels of the machine solve."""
        from ludoteca.core.lessons import lessons_beside  # As the examples.

        found = lessons_beside(str(module_named(self.module).__file__), "puzzles")
        return tuple(sorted(found, key=lambda puzzle: puzzle.level))

    def start(self, **options: Value) -> Position:
        """The first position of a game with these options, or InvalidOption."""
        chosen = self.choose(options)
        return self._own(self.begin(chosen), chosen)

    def parse(self, text: str, **options: Value) -> Position:
        """The position that a text describes, with a history that begins there, or InvalidPosition."""
        if not isinstance(text, str):
            raise InvalidPosition(f"a position is a text, not {type(text).__name__}")
        if len(text) > LONGEST_TEXT:
            raise InvalidPosition(Message("a position text of {count} characters is too long", count=len(text)))
        chosen = self.choose(options)
        for name, value in self.options_in_text(text.strip()).items():
            if name in options and chosen[name] != value:
                message = Message(
                    "the text is of a game with {option} {value}, not {chosen}",
                    option=name,
                    value=str(value),
                    chosen=str(chosen[name]),
                )
                raise InvalidPosition(message)
            chosen[name] = value
        return self._own(self.read_position(text.strip(), chosen), chosen)

    def choose(self, wanted: Mapping[str, Value]) -> dict[str, Value]:
        """Every option of the game: as wanted, or its default."""
        known = {option.name: option for option in self.options}
        for name in wanted:
            if name not in known:
                there_are = ", ".join(known) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; there are: {there_are}")
        return {name: option.read(wanted[name]) if name in wanted else option.default for name, option in known.items()}

    def _own(self, position: Position, options: dict[str, Value]) -> Position:
        position.game = self
        position.options = options
        return position

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return load, (self.module,)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def load(module: str) -> Game:
    """The game that a module holds, or the file with a path that ends in .py."""
    game = getattr(module_named(module), "GAME", None)
    if not isinstance(game, Game):
        raise LudotecaError("it has no GAME; its last line is GAME = plain_game(MyPosition)")
    return game


def module_named(name: str) -> ModuleType:
    """The module with a name or, if it ends in .py, of the file with this path."""
    loaded = sys.modules.get(name)
    if loaded:
        return loaded
    if not name.endswith(".py"):
        return import_module(name)
    spec = spec_from_file_location(name, name)
    assert spec and spec.loader
    module = module_from_spec(spec)
    # Under its path, so that other processes and pickles find it again.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
