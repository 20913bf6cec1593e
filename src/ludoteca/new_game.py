"""A package for a new game: a small one that works, for its designer to change."""

import keyword
import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from string import Template

from ludoteca import GAMES, __version__
from ludoteca.core.ruling import LudotecaError

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 40


def write_package(name: str, parent: Path) -> Path:
    """Write the package into a new folder with the game's name; anything wrong is a LudotecaError, and nothing lost."""
    _refuse_bad_name(name)
    module = _module_of(name)
    title = name.replace("-", " ").capitalize()
    words = {
        "name": name,
        "module": module,
        "title": title,
        "class_name": "".join(word.capitalize() for word in name.split("-")),
        "underline": "=" * len(title),
        "version": __version__,
    }
    folder = parent / name
    try:
        folder.mkdir()
    except FileExistsError:
        raise LudotecaError(f"{folder} is there already, and nothing was changed") from None
    except OSError as error:
        raise LudotecaError(f"{folder} cannot be made: {error.strerror}") from error
    try:
        for file, template in FILES.items():
            text = Template(template).substitute(words)
            (folder / Template(file).substitute(words)).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        shutil.rmtree(folder)
        raise LudotecaError(f"{folder} cannot be written: {error.strerror}") from error
    return folder


def _module_of(name: str) -> str:
    return name.replace("-", "_")


def _refuse_bad_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise LudotecaError(
            f"a game's name begins with a letter and is made of small letters, digits and single hyphens, such as "
            f"four-in-a-row, with at most {LONGEST_NAME} characters, not {name[: LONGEST_NAME + 1]!r}"
        )
    if name in GAMES:
        raise LudotecaError(f"there is a game {name} already")
    module = _module_of(name)
    if keyword.iskeyword(module) or find_spec(module):
        raise LudotecaError(f"{module} means something else in Python: take another name")


MODULE = '''\
"""# $title

Two rows of men race across a board of six by six squares. (This is the game of Breakthrough: change it into yours.)

## A1 The game

**A1.1** Each player has twelve men, on the two rows nearest to them. Red begins.

**A1.2** In turn, each player moves one man by one square: straight forward to an empty square, or diagonally forward to
a square that is empty or has an enemy, who is captured.

**A1.3** A player whose man reaches the farthest row wins, and so does one who has captured all enemies.
"""

from ludoteca import EMPTY, Glyph, PlainPosition, boards, plain_game

SIZE = 6
RED, BLUE = "RB"


class $class_name(PlainPosition):
    board = boards.squares(SIZE, SIZE)
    pieces = (Glyph(RED, "man", 0, {}, "plain"), Glyph(BLUE, "man", 1, {}, "plain"))
    seat_names = ("Red", "Blue")

    def set_up(self):
        self.cells = [RED] * 2 * SIZE + [EMPTY] * (SIZE - 4) * SIZE + [BLUE] * 2 * SIZE

    def moves(self):
        man = (RED, BLUE)[self.to_move]
        forward = (1, -1)[self.to_move]
        for origin in self.board:
            if self.cells[origin] != man:
                continue
            for sideways in (-1, 0, 1):
                target = self.board.step(origin, (sideways, forward))
                # Off the board the number is below 0.
                if target >= 0 and (self.cells[target] == EMPTY or (sideways and self.cells[target] != man)):
                    yield origin, target

    def apply(self, move):
        origin, target = move
        self.cells[target] = self.cells[origin]
        self.cells[origin] = EMPTY

    def result(self):
        if RED in self.cells[-SIZE:] or BLUE not in self.cells:
            return self.win(0, "A1.3", "Red has broken through")
        if BLUE in self.cells[:SIZE] or RED not in self.cells:
            return self.win(1, "A1.3", "Blue has broken through")
        return None

    def refusal(self, move):
        origin, target = move
        if self.cells[origin] == (RED, BLUE)[self.to_move]:
            names = self.board.names
            return self.refuse("A1.2", f"the man on {names[origin]} cannot go to {names[target]}", origin, target)
        return None


GAME = plain_game($class_name, "$name")
'''

TEST = '''\
"""The game keeps the contract of all games, and its own rules."""

from $module import GAME

from ludoteca.testing import check_game


def test_the_contract():
    check_game(GAME)


def test_a1_2_a_man_captures_diagonally_only():
    position = GAME.parse("....../....../.BB.../.R..../....../...... 1")
    assert [position.move_text(move) for move in position.legal_moves()] == ["b3-a4", "b3-c4"]
    assert position.explain("b3-b4").clause == "A1.2"


def test_a1_3_the_farthest_row_wins():
    position = GAME.parse("....../R...../....../....../..B.../...... 1")
    position.push_text("a5-a6")
    assert position.outcome().winner == 0
'''

PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "$name"
version = "0.1.0"
description = "$title, a board game for Ludoteca"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["ludoteca>=$version"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."ludoteca.games"]
$name = "$module:GAME"

[tool.setuptools]
py-modules = ["$module"]
"""

README = """\
$title
$underline

A board game for Ludoteca. The rules are at the top of `$module.py`.

| command | |
| --- | --- |
| `pip install -e .` | from now on the game is in every list, under the name $name |
| `ludoteca play $name` | in the browser, against the machine; with `--terminal`, here |
| `ludoteca check $name` | does it keep the contract of games? |
| `python -m pytest` | the same, and the tests of its own rules (`pip install pytest`) |

Without installing anything: `ludoteca play ./$module.py`, and `check`, `legal`, `explain`, `match` alike.

To publish it, choose a licence, then `python -m build` and `twine upload dist/*`. Whoever installs it has the game.
"""

FILES = {"pyproject.toml": PROJECT, "README.md": README, "${module}.py": MODULE, "test_${module}.py": TEST}
