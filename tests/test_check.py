"""`ludoteca check` and `check_game`: games that keep the contract pass, and each broken one is told its own fault."""

import json
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.cli import main
from ludoteca.core.game import Game, load
from ludoteca.testing import CHECKS, GAME_CHECKS, check_game, checking, find_faults
from tests.play import EXAMPLES, IS_COMPILED

PAGE = Path(__file__).parents[1] / "docs" / "games.md"
SOURCE = '''"""# Hop

Two men go along a strip; whoever comes to the other end first wins.

## A1 The game

**A1.1** A turn is one or two steps by one's own man, or one if it is tired. North begins.

**A1.2** After a `rest` a man is tired, and after another no longer.

**A1.3** After 30 moves the game is drawn.
"""

from ludoteca import EMPTY, Glyph, Outcome, PlainPosition, boards, plain_game


class Hop(PlainPosition):
    board = boards.squares(6, 2)
    pieces = "NS"
    seat_names = ("North", "South")
    words = ("rest", "b1")
    trace = []

    def set_up(self):
        self.cells = [EMPTY] * 12
        self.cells[0], self.cells[6] = "N", "S"
        self.tired = [0, 0]
        self.count = 0

    def moves(self):
        origin = self.cells.index(self.pieces[self.to_move])
        for target in (origin + 1, origin + 2)[: 2 - self.tired[self.to_move]]:
            if target // 6 == origin // 6:
                yield origin, target
        yield "rest"

    def apply(self, move):
        self.count += 1
        if move == "rest":
            self.tired[self.to_move] = 1 - self.tired[self.to_move]
        elif isinstance(move, tuple):
            origin, target = move
            self.cells[target], self.cells[origin] = self.cells[origin], EMPTY

    def identity(self):
        return self.cells, self.tired

    def result(self):
        for seat, goal in ((0, 5), (1, 11)):
            if self.cells[goal] != EMPTY:
                return self.win(seat, "A1.1", "a man is there")
        return self.draw("A1.3", "30 moves") if self.count >= 30 else None

    def refusal(self, move):
        return self.refuse("A1.1", "that is not one or two steps")


GAME = plain_game(Hop)
'''
IDENTITY = "return self.cells, self.tired"
REFUSAL = 'return self.refuse("A1.1", "that is not one or two steps")'
WIN = 'return self.win(seat, "A1.1", "a man is there")'
REST = '        yield "rest"\n'
BEGIN = "        self.count += 1\n"
END = "\n\nGAME ="


@pytest.fixture
def made(tmp_path):
    """The game in a file, with some of its source replaced."""

    def made(*changes: tuple[str, str]) -> Game:
        source = SOURCE
        for old, new in changes:
            assert old in source
            source = source.replace(old, new)
        file = tmp_path / "hop.py"
        file.write_text(source)
        return load(str(file))

    return made


def test_the_game_that_is_broken_below_keeps_the_contract(made):
    report = check_game(made(), games=3)
    assert report.ended == 3
    assert report.positions > 6
    assert "hop: no faults in 3 random games" in str(report)
    assert "moves a second in random games" in str(report)


NO_STEP = ("yield origin, target", "continue")
MISTAKES = {
    "no title": ([('"""# Hop\n\n', '"""')], "rules", "no title: its first line should be like `# Chess`, not 'Two men"),
    "clauses that are not bold": (
        [("**A1.1**", "A1.1"), ("**A1.2**", "A1.2")],
        "rules",
        "the numbers of the clauses A1.1, A1.2 are not bold: write them like **A1.1**",
    ),
    "seats without a piece": (
        [('("North", "South")', '("North", "South", "East")')],
        "pieces",
        "pieces = 'NS' has 2 letters, but seat_names has 3 names: one letter for each seat",
    ),
    "over at the start": (
        [("for seat, goal in ((0, 5), (1, 11))", "for seat, goal in ((0, 0), (1, 6))")],
        "outcome",
        "the game is over before the first move, by A1.1: a man is there. There result() must give None",
    ),
    "cells as rows": (
        [("self.cells = [EMPTY] * 12", "self.cells = [[EMPTY] * 6] * 2"), ("self.cells[0], self.cells[6] =", "_ =")],
        "exceptions",
        "Hop.set_up() sets cells to a list of lists: it must be one list with a piece or EMPTY",
    ),
    "moves without yield": ([("yield origin, target", "pass"), (REST, "")], "exceptions", "moves() gives None"),
    "a list as a move": ([("yield origin, target", "yield [origin, target]")], "exceptions", "is a tuple, (0, 1)"),
    "beyond the edge": (
        [("yield origin, target", "yield -1, target")],
        "exceptions",
        "step() gives it beyond the edge",
    ),
    "a word that is not listed": ([('words = ("rest", "b1")', "words = ()")], "exceptions", "must be in words"),
    "a piece that is not listed": (
        [("= self.cells[origin], EMPTY", '= "Q", EMPTY')],
        "exceptions",
        "apply() puts 'Q' into cells, but the pieces are 'N', 'S' when",
    ),
    "dice": (
        [(BEGIN, "        from random import random\n        self.count += 1 + int(9 * random())\n")],
        "replay",
        "do moves() or apply() use random, or keep something outside the attributes?",
    ),
    "the name of the winner": (
        [(WIN, WIN.replace("seat,", "self.seat_names[seat],"))],
        "exceptions",
        "self.win() takes the number of a seat, from 0 to 1, not ",
    ),
    "a clause that is missing": ([(WIN, WIN.replace("A1.1", "A9.9"))], "rules", "names the clause A9.9"),
    "no end": (
        [('return self.draw("A1.3", "30 moves") if self.count >= 30 else None', "return None"), NO_STEP],
        "end",
        "no random game came to its end, not even in 5000 moves",
    ),
    "print": ([(BEGIN, BEGIN + '        print("x")\n')], "output", "prints 'x': it is called thousands of times"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_beginners_mistake_is_told_in_one_sentence(made, mistake, capsys, monkeypatch):
    changes, check, message = MISTAKES[mistake]
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    assert main(["check", made(*changes).module, "--games", "3", "--json"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["check"] == check
    assert message in fault["message"]


def test_a_game_that_is_meant_to_be_endless_passes(made, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    path = made(*MISTAKES["no end"][0]).module
    assert main(["check", path, "--games", "1", "--endless"]) == 0


@pytest.mark.parametrize("command", ["legal", "apply"])
def test_other_commands_tell_a_mistake_in_one_line_too(made, command, capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    path = made(("        self.count = 0", "        self.count = 1 // 0")).module
    assert main([command, path]) == 2
    said = capsys.readouterr()
    line = 1 + SOURCE[: SOURCE.index("self.count = 0")].count("\n")
    assert said.err.startswith(f"ludoteca: hop: set_up() in line {line} raises ZeroDivisionError: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "check", "message"),
    [
        (END, "\n    def take_back(self, move):\n        self.count -= 1\n" + END, "undo", "is taken back, text is"),
        (REST, REST + REST, "moves", "the move rest is 2 times among the legal moves"),
        (REST, REST + '        yield "b1"\n        yield 1\n', "move texts", "two legal moves are both written 'b1'"),
        (
            "        origin =",
            "        if self.count > 2:\n            return\n        origin =",
            "exceptions",
            "moves() finds none, but result() says that the game goes on when",
        ),
        (BEGIN, BEGIN + "        1 // (self.count - 2)\n", "exceptions", "is played"),
        (
            REST,
            "        self.trace.append(1)\n        if len(self.trace) % 2:\n            yield 'rest'\n",
            "replay",
            "the same moves are played again",
        ),
        (
            BEGIN,
            BEGIN + "        self.trace.append(move)\n",
            "state",
            "a move changes trace of the class Hop: set it in",
        ),
        (
            REFUSAL,
            'return self.refuse("A9" + ".9", "no")',
            "refusals",
            "the clause 'A9.9', which the rules do not have",
        ),
        (REFUSAL, 'return self.refuse("A9.9", "no")', "rules", "names the clause A9.9, which the rules do not have"),
        (
            'pieces = "NS"',
            'pieces = tuple(Glyph(each, "man", None, {}, "knave") for each in "NS")',
            "pieces",
            "has the picture 'knave'; there are",
        ),
        (
            'pieces = "NS"',
            'pieces = tuple(Glyph(each, "man", None, {}, "plain") for each in "NS")',
            "pieces",
            "the pieces 'N' and 'S' look alike: both are plain and have the same seat",
        ),
        (
            'pieces = "NS"',
            'pieces = "NS"\n    seat_colours = ((9, 9, 9), (250, 250, 250))',
            "pieces",
            "of South is too light",
        ),
        (
            END,
            "\n    def evaluate(self, seat):\n        return 'much'\n" + END,
            "exceptions",
            "evaluate() gives 'much'",
        ),
        (REFUSAL, 'return self.refuse("A1.1", "")', "refusals", "is refused by A1.1 without a message"),
        (REFUSAL, 'return self.refuse("A1.1", "no", 99)', "refusals", "cells that the board does not have: (99,)"),
        (REFUSAL, 'return "A1.1: no"', "refusals", "is answered with 'A1.1: no', not with a Ruling"),
        (IDENTITY, "return len(self.cells)", "keys", "have the same key, but the boards differ"),
        (IDENTITY, "return self.cells", "keys", "have the same key, but the legal moves differ"),
        (IDENTITY, "return id(self)", "replay", "when the same moves are played again, key is"),
        (IDENTITY, "return self.moves_played()", "position texts", "has another key"),
        (
            WIN,
            'return Outcome((1.0,), seat, "A1.1", "there")',
            "exceptions",
            "Hop.result() gives 1 payoffs for 2 seats",
        ),
        (WIN, 'return Outcome((1.0, 1.0), seat, "A1.1", "there")', "outcome", "(1.0, 1.0) do not add up to 0"),
        (WIN, 'return Outcome((-1.0, 1.0), 0, "A1.1", "x")', "outcome", "the winner is seat 0, but the payoffs"),
        (
            WIN,
            'return self.win(seat, "A7", "there")',
            "outcome",
            "ends by the clause 'A7', which the rules do not have",
        ),
        (WIN, 'return self.win(seat, "A1.1", "")', "outcome", "needs one line as its reason"),
        (WIN, "return True", "exceptions", "Hop.result() gives True"),
        ("for seat, goal", "self.count += 1\n        for seat, goal", "position texts", "reads back as"),
        ("**A1.3** After", "**A1.3** (see A4.1) After", "rules", "refers to A4.1, which it does not have"),
        ("North begins.", "North begins.\n\n**A1.9** ", "rules", "the clause A1.9 has no text"),
        (END, "\n    def evaluate(self, seat):\n        return 2 * 10**9\n" + END, "machine", "means a proven win"),
        (END, "\n    def evaluate(self, seat):\n        return self.worth\n" + END, "exceptions", "evaluate() in line"),
        ("plain_game(Hop)", 'plain_game(Hop, "Hop Game")', "rules", "the name of the game is 'Hop Game'"),
    ],
)
def test_a_broken_game_is_told_its_fault(made, old, new, check, message):
    report = find_faults(made((old, new)), games=3)
    found = [fault for fault in report.faults if message in fault.message]
    assert [fault.check for fault in found] == [check], str(report)
    told = str(found[0])
    assert told.startswith(f"{check}: ")
    assert f"See docs/games.md, Check a game: {check}." in told
    if check not in GAME_CHECKS:
        assert "\n  position: " in told
        assert "\n  moves: " in told


def test_the_move_and_the_line_of_an_exception_are_told(made):
    report = find_faults(made((BEGIN, BEGIN + "        1 // (self.count - 2)\n")), games=3)
    message = report.faults[0].message
    line = 1 + SOURCE[: SOURCE.index(BEGIN)].count("\n") + 1
    assert message.startswith(f"apply() in line {line} raises ZeroDivisionError: integer")
    assert message.endswith(" is played")
    assert len(report.faults[0].moves) == 1


def test_a_game_that_cannot_be_pickled_is_told_so(made):
    game = made()
    twin = ludoteca.plain_game(sys.modules[game.module].Hop, "twin")
    fault = find_faults(twin, games=1).faults[0]
    assert (fault.check, fault.message) == ("pickling", "pickled and read back, twin is hop: a module has one GAME")
    del sys.modules[game.module].GAME
    fault = find_faults(game, games=1).faults[0]
    assert fault.check == "pickling"
    assert "cannot be pickled and read back: LudotecaError: it has no GAME" in fault.message


def test_a_game_that_is_absurdly_slow_is_told_so(made, monkeypatch):
    monkeypatch.setattr(checking, "LEAST_PACE", 1e12)
    (fault,) = find_faults(made(), games=1).faults
    assert fault.check == "speed"
    assert "moves a second" in fault.message


def test_a_game_whose_random_games_are_long_is_advised_to_evaluate(made, monkeypatch):
    monkeypatch.setattr(checking, "LONG_PLAYOUT", 0.0)
    report = find_faults(made(), games=3, seconds=0)
    assert not report.faults
    assert "write evaluate() (docs/games.md, Advice for the machine)" in str(report)
    assert "only 1 of 3 games were played in this time" in str(report)


def test_a_game_that_evaluates_is_not_advised_to(made, monkeypatch):
    monkeypatch.setattr(checking, "LONG_PLAYOUT", 0.0)
    evaluated = made((END, "\n    def evaluate(self, seat):\n        return 0.6\n" + END))
    assert check_game(evaluated, games=1).advice == []


def test_an_option_that_takes_anything_is_told_so(made):
    careless = """
from ludoteca.core.option import Choice

class Careless(Choice):
    def read(self, given):
        return self.default


GAME ="""
    game = made(("\nGAME =", careless), ("(Hop)", "(Hop, options=(Careless('size', 3, 'how large', (3, 4)),))"))
    assert "the option size='no such value' is not refused" in find_faults(game, games=1).faults[0].message


def test_check_game_raises_all_that_is_found(made):
    with pytest.raises(AssertionError, match=r"hop breaks the contract of games\nundo: .*\n.*position: S") as raised:
        check_game(made((END, "\n    def take_back(self, move):\n        self.count -= 1\n" + END)), games=1)
    assert "\nhop: " in str(raised.value)


@pytest.mark.parametrize("name", [*ludoteca.games.FOLDERS, *EXAMPLES])
def test_our_games_and_the_examples_keep_the_contract(name):
    check_game(ludoteca.game(name), games=1, plies=60 if IS_COMPILED else 10, seconds=2)


def test_the_command_tells_faults_and_exits_with_1(made, capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    path = made((WIN, 'return self.win(seat, "A7", "there")')).module
    assert main(["check", path, "--games", "3"]) == 1
    assert "'A7', which the rules do not have" in capsys.readouterr().out
    assert main(["check", path, "--games", "3", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [fault["check"] for fault in told["faults"]] == ["outcome"]


def test_the_command_passes_a_good_game(made, capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    assert main(["check", made().module, "--games", "1"]) == 0
    assert capsys.readouterr().out.startswith("hop: no faults in 1 random game with")
    assert main(["check", "no-such-game"]) == 2


def test_the_guide_has_a_row_for_each_check():
    section = PAGE.read_text().split("## Check a game")[1].split("\n## ")[0]
    rows = {
        cells[1].strip(): cells[2].strip() for cells in (line.split("|") for line in section.splitlines()) if cells[1:]
    }
    told = {name: check.__doc__.partition("\n")[0] for name, check in {**GAME_CHECKS, **CHECKS}.items()}
    told |= {"exceptions": checking.NO_EXCEPTION, "speed": checking.FAST_ENOUGH}
    told |= {"output": checking.NO_OUTPUT, "end": checking.COMES_TO_AN_END}
    assert {name: rows.get(name) for name in told} == told
