"""`python -m tests.integer_fuzz GAME`: calls all that Python can call of a game, each time with other integers.

No integer may crash the interpreter, and what is public answers it or raises ValueError or TypeError. What there is to
call is found by introspection: methods of a position and of its parts, of tactics, evaluators and searches, and the
functions and classes of all compiled modules. Each call is noted in a file first, for a crash leaves no other trace.
It is for the compiled core: uncompiled, nothing is hidden from Python, and the interpreter checks indices by itself.
The output tells how often how many functions were called, and which were not, because nothing was found to give them.
"""

import argparse
import ast
import faulthandler
import importlib
import inspect
import pkgutil
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, TextIO

import ludoteca
from ludoteca.games import FOLDERS
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.mcts import Mcts
from ludoteca.search.multiplayer import Multiplayer
from ludoteca.search.ordering import Ordering
from ludoteca.search.playout import Playout
from ludoteca.search.selective import Selective
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import after, variants

MAX_PLIES = 80
MAX_ILLEGAL = 3
COSTLY = {"depth": 2, "limit": 200, "megabytes": 2, "threads": 2, "lines": 3, "width": 32, "widest": 32, "nodes": 200}
"""Parameters by which a caller may ask for much work, and how much of it a test can wait for."""
SECONDS = 0.002
"""For every parameter that is a time."""
CALLS_OF_A_SCENE = 300
SECONDS_OF_A_SCENE = 120
"""Even on a slow machine; whoever takes longer hangs."""
REFUSALS = (ValueError, TypeError)
RECORDS = ("game", "look")
"""What they hold is called with legal moves alone, by a position and a server: it must not crash, and that is all."""
MAX_PATH = 5
TEXTS = {"style": "paranoid"}

Maker = Callable[[], Any]


class Call(NamedTuple):
    """Something to call: what to begin with, and the attributes that lead on from there."""

    root: str
    path: tuple[str, ...]
    is_public: bool
    parameters: tuple[inspect.Parameter, ...] = ()

    def __str__(self) -> str:
        return ".".join((self.root, *self.path))


# What there is to call


class Scene:
    """A position, what can be called there, and objects to give as arguments, by the names of their classes."""

    def __init__(self, position: ludoteca.Position, only: str) -> None:
        self.position = position
        self.before = seen(position)
        self.moves = position.legal_moves() or [0]
        self.makers = makers(position)
        self.objects: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.calls: list[Call] = []
        for root, make in list(self.makers.items()):
            if inspect.ismodule(found := make()):
                self._walk_module(found)
            else:
                self._walk(found, root, ())
        self.calls = [
            call for call in self.calls if re.search(only, str(call)) and any(map(is_number, call.parameters))
        ]

    def _walk(self, found: Any, root: str, path: tuple[str, ...]) -> None:
        """The methods of an object and of all objects that it shows, each class once."""
        for base in type(found).__mro__:
            self.objects.setdefault(base.__name__, (root, path))
        for name in public_names(found):
            attribute = getattr(found, name)
            if callable(attribute):
                is_public = not path and root not in RECORDS and not root.startswith("ludoteca.games.")
                self._add(Call(root, (*path, name), is_public), attribute)
            elif type(attribute).__module__.startswith("ludoteca.") and type(attribute).__name__ not in self.objects:
                if len(path) < MAX_PATH and not isinstance(attribute, ludoteca.Game):
                    self._walk(attribute, root, (*path, name))

    def _walk_module(self, module: ModuleType) -> None:
        for name in public_names(module):
            found = getattr(module, name)
            if callable(found) and getattr(found, "__module__", "") == module.__name__:
                self._add(Call(module.__name__, (name,), not module.__name__.startswith("ludoteca.games.")), found)
                if inspect.isclass(found) and name not in self.objects:
                    self._walk_class(found, f"{module.__name__}.{name}")

    def _walk_class(self, kind: Any, root: str) -> None:
        """An object of a class that no other object shows, if it needs none but those that were found so far."""
        kinds = [annotation(parameter) for parameter in parameters_of(kind)]
        if all(kind in self.objects for kind in kinds):
            self.makers[root] = lambda: kind(*map(self.object_of, kinds))
            self._walk(self.makers[root](), root, ())

    def object_of(self, kind: str) -> Any:
        root, path = self.objects[kind]
        return follow(self.makers[root](), path)

    def _add(self, call: Call, found: Any) -> None:
        self.calls.append(call._replace(parameters=parameters_of(found)))


def parameters_of(found: Any) -> tuple[inspect.Parameter, ...]:
    if inspect.isclass(found) and not str(sys.modules[found.__module__].__file__).endswith(".py"):
        return parameters_of_compiled(found.__module__, found.__name__)
    return tuple(inspect.signature(found).parameters.values())


@cache
def parameters_of_compiled(module: str, kind: str) -> tuple[inspect.Parameter, ...]:
    """A compiled class does not tell what it is made of, so its source is read."""
    source = Path(str(sys.modules[module].__file__)).with_name(f"{module.rpartition('.')[2]}.py")
    for part in ast.parse(source.read_text()).body:
        for method in part.body if isinstance(part, ast.ClassDef) and part.name == kind else ():
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                arguments = method.args.args[1:]
                given = len(arguments) - len(method.args.defaults)
                return tuple(
                    inspect.Parameter(
                        argument.arg,
                        inspect.Parameter.POSITIONAL_OR_KEYWORD,
                        annotation=ast.unparse(argument.annotation) if argument.annotation else "",
                        default=inspect.Parameter.empty if place < given else None,
                    )
                    for place, argument in enumerate(arguments)
                )
    return ()


def makers(position: ludoteca.Position) -> dict[str, Maker]:
    """What a program begins with. What has a position is made afresh for each call, unless it is a search."""
    game, table = position.game, TranspositionTable(1)
    found: dict[str, Maker] = {
        "position": position.copy,
        "tactics": lambda: game.tactics_of(position.copy()),
        "unattached": game.tactics,
        "evaluator": game.evaluator,
        "features": lambda: game.features(position.options),
        "game": lambda: game,
        "look": lambda: game.look,
        "thinker": cache(lambda: Thinker(game.evaluator, 1)),
        "limits": lambda: Limits(SECONDS),
        "playout": Playout,
        "ordering": cache(Ordering),
        "table": lambda: table,
        "multiplayer": cache(lambda: Multiplayer(position.copy(), game.evaluator(), table)),
    }
    if not position.is_over():
        found["mcts"] = cache(lambda: sampled(position))
    if position.seats == 2:
        found["alphabeta"] = cache(lambda: AlphaBeta(position.copy(), game.evaluator(), table))
        found["selective"] = cache(lambda: Selective(position.copy(), game.evaluator(), table))
    for module in compiled_modules(game):
        found[module.__name__] = lambda module=module: module  # type: ignore[misc]
    return found


def sampled(position: ludoteca.Position) -> Mcts:
    search = Mcts(position.copy(), position.game.evaluator())
    search.set_limits(3)
    search.run()
    return search


def compiled_modules(game: ludoteca.Game) -> Iterator[ModuleType]:
    """Of the core, the searches and a game."""
    for package in ("ludoteca.core", "ludoteca.search", game.module):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            module = importlib.import_module(found.name)
            if not str(module.__file__).endswith(".py"):
                yield module


def public_names(found: Any) -> list[str]:
    return [name for name in dir(found) if not name.startswith("_")]


# What to call it with


def annotation(parameter: inspect.Parameter) -> str:
    text = parameter.annotation
    if isinstance(text, type):
        return text.__name__
    return str(text).strip("\"'")


def is_number(parameter: inspect.Parameter) -> bool:
    return re.search(r"\b(int|Value)\b", annotation(parameter)) is not None


class Numbers:
    """Integers of all sizes: few bits and many, legal moves of this and other positions, moves with a bit changed."""

    def __init__(self, random: Random) -> None:
        self.random = random
        positions = [after(variant, plies, plies) for variant in variants() for plies in (0, 12)]
        self.moves = [move for position in positions for move in position.legal_moves()[:200]]

    def one(self, scene: Scene) -> int:
        random = self.random
        kind = random.randrange(8)
        if kind == 0:
            return random.choice((True, False, -1, -2, 2))
        if kind <= 2:
            return random.randrange(300)
        if kind == 3:
            return random.choice((1, -1)) * (1 << random.randrange(80)) + random.randrange(-1, 2)
        if kind == 4:
            return random.choice((1, 1, -1)) * random.getrandbits(random.randrange(1, 80))
        return self.near_move(scene.moves if kind <= 6 else self.moves)

    def near_move(self, moves: list[int]) -> int:
        move = self.random.choice(moves)
        return move ^ 1 << self.random.randrange(66) if self.random.random() < 0.6 else move

    def affordable(self, scene: Scene, most: int) -> int:
        """A number that asks for little, or one that nobody can mean."""
        number = self.one(scene)
        return number if number < 0 or number >= 1 << 31 else number % (most + 1)

    def illegal_moves(self, position: ludoteca.Position) -> None:
        """Play some numbers that `play` takes, although few of them are legal."""
        for _ in range(self.random.randrange(MAX_ILLEGAL)):
            moves = position.legal_moves() or [0]
            wanted = [self.near_move(moves) for _ in range(50)]
            accepted = [move for move in wanted if position.accepts(move)]
            if accepted:
                position.play(accepted[0])

    def arguments(self, call: Call, scene: Scene) -> dict[str, Any] | None:
        """An argument for each parameter, or None if there is nothing of a class that is asked for."""
        found: dict[str, Any] = {}
        for parameter in call.parameters:
            kind = annotation(parameter)
            if is_number(parameter):
                found[parameter.name] = self._number(parameter.name, kind, scene)
            elif kind in ("Position", "OwnPosition", type(scene.position).__name__):
                found[parameter.name] = scene.position
            elif kind == "bool":
                found[parameter.name] = self.random.random() < 0.5
            elif kind.startswith("float"):
                found[parameter.name] = SECONDS
            elif kind in scene.objects:
                found[parameter.name] = scene.object_of(kind)
            elif parameter.default is inspect.Parameter.empty and kind == "str":
                found[parameter.name] = TEXTS.get(parameter.name, "")
            elif parameter.default is inspect.Parameter.empty:
                return None
        return found

    def _number(self, name: str, kind: str, scene: Scene) -> Any:
        if re.search(r"\b(list|tuple|Collection|Iterable|Sequence)\b", kind):
            return [self.one(scene) for _ in range(self.random.randrange(4))]
        if re.search(r"\b(dict|Mapping)\b", kind):
            return {self.one(scene): self.one(scene)}
        return self.affordable(scene, COSTLY[name]) if name in COSTLY else self.one(scene)


def follow(found: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        found = getattr(found, name)
    return found


# The run


def fuzz(name: str, seconds: float, seed: int, log: TextIO, only: str = "") -> str:
    """Call things at random for some time; a fault ends it."""
    random = Random(seed)
    numbers = Numbers(random)
    called: Counter[str] = Counter()
    left_out: set[str] = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        variant = random.choice([variant for variant in variants() if variant[0] == name])
        position = after(variant, random.getrandbits(32), random.randrange(MAX_PLIES))
        numbers.illegal_moves(position)
        scene = Scene(position, only)
        faulthandler.dump_traceback_later(SECONDS_OF_A_SCENE, exit=True)
        for call in random.choices(scene.calls, k=CALLS_OF_A_SCENE) if scene.calls else ():
            arguments = numbers.arguments(call, scene)
            if arguments is None:
                left_out.add(str(call))
            else:
                make_call(call, arguments, scene, log)
                called[str(call)] += 1
        faulthandler.cancel_dump_traceback_later()
    return f"{called.total()} calls of {len(called)} functions; not called: {' '.join(sorted(left_out)) or 'none'}"


def make_call(call: Call, arguments: dict[str, Any], scene: Scene, log: TextIO) -> None:
    given = {name: "it" if value is scene.position else value for name, value in arguments.items()}
    note = f"{call}({', '.join(f'{name}={value!r}' for name, value in given.items())}) in {scene.before[0]}"
    log.seek(0)
    log.truncate()
    log.write(note)
    log.flush()
    root = scene.makers[call.root]()
    try:
        follow(root, call.path)(**arguments)
    except REFUSALS:
        pass
    except Exception as error:
        if call.is_public:
            raise AssertionError(f"{note} raises {error!r}") from error
    if call.is_public and (call.root == "position" or scene.position in arguments.values()):
        position = root if call.root == "position" else scene.position
        while len(position.moves_played()) > scene.before[-1]:
            position.undo()
        assert seen(position) == scene.before, f"{note} changes the position"


def seen(position: ludoteca.Position) -> tuple[str, int, int]:
    return str(position), position.key, len(position.moves_played())


def main() -> None:
    parser = argparse.ArgumentParser(description="Call all that Python can call of a game with any integers.")
    parser.add_argument("game", nargs="*", help="all games if none is named")
    parser.add_argument("--seconds", type=float, default=60, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where the last call is noted")
    parser.add_argument("--only", default="", help="a pattern for the names of what is called")
    chosen = parser.parse_args()
    faulthandler.enable()
    with chosen.log.open("w") if chosen.log else tempfile.TemporaryFile("w") as log:
        for name in chosen.game or FOLDERS:
            print(f"{name}: {fuzz(name, chosen.seconds, chosen.seed, log, chosen.only)}", flush=True)


if __name__ == "__main__":
    main()
