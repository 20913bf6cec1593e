"""The package as a whole: what it imports, what it exports, what it costs."""

import subprocess
import sys

import pytest

import ludoteca
from ludoteca.core.option import Choice, Limit, Switch


def test_rules_and_search_need_only_the_standard_library():
    program = """
import sys
before = set(sys.modules)
import ludoteca, ludoteca.cli, ludoteca.search.perft, ludoteca.search.playout
for name in ludoteca.games.FOLDERS:
    ludoteca.game(name).start().legal_moves()
loaded = {name.partition('.')[0] for name in set(sys.modules) - before}
# Cython shares its run-time types through modules of its own; they are part of the compiled core.
print(*(name for name in loaded if name not in sys.stdlib_module_names and not name.startswith("_cython_")))
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.split() in (["ludoteca"], ["ludoteca", "cython_runtime"], ["cython_runtime", "ludoteca"])


def test_games_are_listed_and_an_unknown_name_says_which_there_are():
    assert list(ludoteca.GAMES) == [ludoteca.game(name).name for name in ludoteca.GAMES]
    assert "xiangqi" in ludoteca.GAMES
    assert len(ludoteca.GAMES) == len(list(ludoteca.GAMES))
    with pytest.raises(ludoteca.UnknownGame, match="xiangqi"):
        ludoteca.game("chess")


def test_a_position_is_a_text():
    with pytest.raises(ludoteca.InvalidPosition, match="not int"):
        ludoteca.game("xiangqi").parse(7)  # type: ignore[arg-type]
    with pytest.raises(ludoteca.InvalidPosition, match="too long"):
        ludoteca.game("xiangqi").parse("9" * 1_000_000)


def test_an_error_of_a_move_carries_its_ruling():
    with pytest.raises(ludoteca.IllegalMove, match=r"^X1\.6: ") as refused:
        ludoteca.game("xiangqi").start().push_text("b1d2")
    assert refused.value.ruling.clause == "X1.6"
    assert isinstance(refused.value, ludoteca.LudotecaError)


def test_options_read_python_values_and_words():
    players = Choice("players", 2, "how many play", (2, 3, 4, 6))
    assert players.read(3) == players.read("3") == 3
    switch = Switch("swap", False, "a switch")
    assert [switch.read(given) for given in (True, "on", "Yes", "1", 1)] == [True] * 5
    assert [switch.read(given) for given in (False, "off", "0", 0, None)] == [False] * 5
    limit = Limit("round_limit", 500, "a limit")
    assert [limit.read(given) for given in (None, False, "off", 0)] == [None] * 4
    assert [limit.read(given) for given in (7, "7", True, "on")] == [7, 7, 500, 500]
    for option, given in ((players, 5), (players, True), (switch, 2), (limit, -1), (limit, "many"), (limit, 1.5)):
        with pytest.raises(ludoteca.InvalidOption, match=option.name):
            option.read(given)
