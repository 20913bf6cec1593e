"""The games. A folder and a line here is a new game."""

from collections.abc import Iterator, Mapping

from ludoteca.core.game import Game, load
from ludoteca.core.ruling import UnknownGame

FOLDERS = {
    "xiangqi": "ludoteca.games.xiangqi",
    "chinese-checkers": "ludoteca.games.chinese_checkers",
    "exile": "ludoteca.games.exile",
    "tomb-chess": "ludoteca.games.tomb_chess",
}


class Registry(Mapping[str, Game]):
    """Name to game. A game is loaded when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in FOLDERS:
            raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(FOLDERS)}")
        return load(FOLDERS[name])

    def __contains__(self, name: object) -> bool:
        return name in FOLDERS

    def __iter__(self) -> Iterator[str]:
        return iter(FOLDERS)

    def __len__(self) -> int:
        return len(FOLDERS)

    def __repr__(self) -> str:
        return f"<games: {', '.join(FOLDERS)}>"


GAMES = Registry()
