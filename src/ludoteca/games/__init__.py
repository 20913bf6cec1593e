"""The games: those of this package, those that other packages announce, and files.

A package announces a game by an entry point of the group `ludoteca.games`. A file is given by its path, or in the
environment, so that the processes that a server or a match starts find it too.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ludoteca.core.game import Game, load
from ludoteca.core.ruling import LudotecaError, UnknownGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FOLDERS = {
    "xiangqi": "ludoteca.games.xiangqi",
    "chinese-checkers": "ludoteca.games.chinese_checkers",
    "exile": "ludoteca.games.exile",
    "tomb-chess": "ludoteca.games.tomb_chess",
}
GROUP = "ludoteca.games"
FILES_VARIABLE = "LUDOTECA_GAMES"
"""In the environment: the paths of files that hold games."""


class Registry(Mapping[str, Game]):
    """Name to game. A game is loaded when it is first asked for, and others are looked up when one is not ours.

    A path is not a name: names come from visitors and records, and must not make anything run.
    """

    def __getitem__(self, name: str) -> Game:
        if name in FOLDERS:
            return load(FOLDERS[name])
        if name in (files := _files_by_name(_file_list())):
            return load(files[name])
        if name in self._announced:
            return _load_announced(self._announced[name])
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(self)}")

    def add_file(self, path: str) -> Game:
        """The game in a file, known by its own name from now on, to processes that are started, too."""
        path = os.path.realpath(path)
        game = _load_file(path)
        listed = list(filter(None, _file_list().split(os.pathsep)))
        if path not in listed:
            os.environ[FILES_VARIABLE] = os.pathsep.join([*listed, path])
        return game

    def __contains__(self, name: object) -> bool:
        return name in FOLDERS or name in set(self)

    def __iter__(self) -> Iterator[str]:
        """All names; of a game that cannot be loaded, the log tells why, once."""
        yield from FOLDERS
        files = _files_by_name(_file_list())
        yield from files
        yield from (name for name in self._working if name not in files)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    @cached_property
    def _announced(self) -> "dict[str, EntryPoint]":
        """The entry points of other packages."""
        from importlib.metadata import entry_points  # Slow to import, and seldom needed.

        found: dict[str, EntryPoint] = {}
        for point in entry_points(group=GROUP):
            if point.name in FOLDERS or point.name in found:
                _warn(f"the game {point.name} of {point.value} is left out: the name is taken")
            else:
                found[point.name] = point
        return found

    @cached_property
    def _working(self) -> tuple[str, ...]:
        """The announced games that can be loaded."""
        names = []
        for name, point in self._announced.items():
            try:
                _load_announced(point)
            except UnknownGame as error:
                _warn(str(error))
            else:
                names.append(name)
        return tuple(names)


GAMES = Registry()
"""All games by their names: those of this package, of installed packages, and files that were added.

`GAMES.add_file("mygame.py")` adds the game in a file.
"""


@lru_cache
def _load_announced(point: "EntryPoint") -> Game:
    try:
        game: Game = point.load()
        if game.name != point.name:
            raise ValueError(f"its name is {game.name!r}")
    except Exception as error:
        raise UnknownGame(f"the game {point.name} of {point.value} cannot be loaded: {_in_a_line(error)}") from error
    return game


def _warn(message: str) -> None:
    import logging  # Slow to import, and seldom needed.

    logging.getLogger("ludoteca").warning("%s", message)


# Files


def _file_list() -> str:
    return os.environ.get(FILES_VARIABLE, "")


@lru_cache
def _files_by_name(listed: str) -> dict[str, str]:
    """The paths of the files that can be loaded; of another, the log tells why."""
    found = {}
    for path in filter(None, listed.split(os.pathsep)):
        try:
            found[_load_file(path).name] = path
        except UnknownGame as error:
            _warn(str(error))
    return found


def _load_file(path: str) -> Game:
    if not os.path.isfile(path):
        raise UnknownGame(f"there is no file {path}")
    try:
        game = load(path)
    except Exception as error:
        raise UnknownGame(f"{path} cannot be loaded: {_in_a_line(error, path)}") from error
    if game.name in FOLDERS:
        raise UnknownGame(f"{path} holds a game named {game.name}, and that name is taken")
    return game


def _in_a_line(error: Exception, path: str = "") -> str:
    """An exception as one line, with the line of the file where it came from."""
    number = error.lineno if isinstance(error, SyntaxError) else None
    frame = error.__traceback__
    while frame:
        if frame.tb_frame.f_code.co_filename == path:
            number = frame.tb_lineno
        frame = frame.tb_next
    place = f" (line {number})" if number else ""
    if isinstance(error, LudotecaError):
        return str(error)
    words = error.msg if isinstance(error, SyntaxError) else error
    return " ".join(f"{type(error).__name__}: {words}{place}".split())
