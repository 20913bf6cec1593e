"""The game at the terminal, as people see and type it."""

import pytest

import ludoteca
from ludoteca import terminal
from ludoteca.cli import main
from ludoteca.core.text_board import draw
from ludoteca.terminal import TerminalGame
from tests.test_records import OLD_RECORD, SENTENCE

XIANGQI = ludoteca.game("xiangqi")


class Session:
    """A table with lines to type, and all that it says."""

    def __init__(self, *lines: str, position: ludoteca.Position | None = None) -> None:
        self.typed = list(lines)
        self.said: list[str] = []
        first = position or XIANGQI.start()
        self.table = TerminalGame(first.game, first, self.ask, self.said.append)
        self.table.run()

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def test_the_board_is_drawn_as_a_board():
    position = XIANGQI.start()
    assert draw(XIANGQI.look.sheet({}), XIANGQI.look.view(position)) == BOARD.splitlines()


BOARD = """\

 10  r───n───b───a───k───a───b───n───r
     │   │   │   │ ╲ │ ╱ │   │   │   │
  9  ├───┼───┼───┼───┼───┼───┼───┼───┤
     │   │   │   │ ╱ │ ╲ │   │   │   │
  8  ├───c───┼───┼───┼───┼───┼───c───┤
     │   │   │   │   │   │   │   │   │
  7  p───┼───p───┼───p───┼───p───┼───p
     │   │   │   │   │   │   │   │   │
  6  ├───┴───┴───┴───┴───┴───┴───┴───┤
     │     楚河            漢界      │
  5  ├───┬───┬───┬───┬───┬───┬───┬───┤
     │   │   │   │   │   │   │   │   │
  4  P───┼───P───┼───P───┼───P───┼───P
     │   │   │   │   │   │   │   │   │
  3  ├───C───┼───┼───┼───┼───┼───C───┤
     │   │   │   │ ╲ │ ╱ │   │   │   │
  2  ├───┼───┼───┼───┼───┼───┼───┼───┤
     │   │   │   │ ╱ │ ╲ │   │   │   │
  1  R───N───B───A───K───A───B───N───R
     a   b   c   d   e   f   g   h   i"""


def test_a_blocked_horse_is_told_x1_6():
    session = Session("b1d2", "why b1d2")
    assert "X1.6: the horse on b1 is hobbled by the elephant on c1" in session.text
    assert "X1.6 says: A horse goes one point straight" in session.text


def test_moves_are_taken_in_any_notation_and_undone():
    session = Session("h3e3", "H9-G7", "H2+3", "炮2平5", "undo", "undo")
    assert str(session.table.position) == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"
    assert [line for line in session.said if line.endswith("> ")] == [
        *["Red> ", "Black> ", "Red> ", "Black> "],
        *["Red> ", "Black> ", "Red> "],
    ]
    assert "There is no move to undo." in Session("undo").text


def test_a_game_is_saved_and_loaded(tmp_path):
    kept = tmp_path / "a game.txt"
    Session("h3e3", "h10g8", f"save {kept}")
    session = Session(f"load {kept}")
    assert session.table.position.moves_played() == Session("h3e3", "h10g8").table.position.moves_played()
    session.table.answer("undo")
    assert str(session.table.position) == str(Session("h3e3").table.position)


def test_a_game_of_older_rules_is_loaded_as_far_as_it_goes(tmp_path):
    old = tmp_path / "old.txt"
    old.write_text(OLD_RECORD)
    session = Session(f"load {old}", position=ludoteca.game("tomb-chess").start())
    assert len(session.table.position.moves_played()) == 2
    assert f"This is as far as the game can be replayed: {SENTENCE}." in session.text


def test_files_that_cannot_be_used_lose_nothing(tmp_path):
    (tmp_path / "bad").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "other").write_text("ludoteca record 1\ngame: chess\n\nresult: -\n")
    session = Session("h3e3", f"load {tmp_path}/none", f"load {tmp_path}/bad", f"load {tmp_path}/other", "load")
    for words in ("No such file", "not a text", "a game of chess", "Load what?"):
        assert words in session.text
    assert len(session.table.position.moves_played()) == 1
    assert "Is a directory" in Session(f"save {tmp_path}").text
    assert "Save where?" in Session("save").text


def test_commands_answer():
    session = Session(
        "help", "moves", "notation wxf", "moves", "rules X1.6", "rules Q9", "rules", "board", "flip", "face"
    )
    for words in ("take the last move back", "h3h10", "C2=5", "X1.6: A horse", "no clause Q9", "傌"):
        assert words in session.text
    assert "there is no 'morse'" in Session("notation morse").text
    assert "is legal" in Session("why h3e3").text
    assert "Why what?" in Session("why").text
    assert Session("h3e3", "new").table.position.moves_played() == []
    assert Session("quit", "h3e3").table.position.moves_played() == []


def test_unreadable_lines_are_answered_and_lose_nothing():
    session = Session("castle", "h3e3x", "\x00", "e1e1", "h3 e3")
    assert session.text.count("X4: ") == 4
    assert "X1.1: " in session.text
    assert session.table.position.moves_played() == []


def test_check_and_the_end_are_told():
    check = XIANGQI.parse("4k4/9/9/9/9/9/9/4R4/9/3K5 b - - 0 1")
    assert "Check!" in Session(position=check).text
    mate = XIANGQI.parse("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1")
    session = Session("b8b10", "b10b9", position=mate)
    assert "Red wins by X2.4: Black is checkmated by the cart on b10." in session.text
    assert "over> " in session.said
    assert "X2.4: the game is over" in session.text


def test_the_machine_takes_any_seat(monkeypatch, capsys):
    lines = iter(["h3e3", "undo", "hint", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert main(["play", "xiangqi", "--terminal", "--machine", "2=engine:1"]) == 0
    out = capsys.readouterr().out
    assert "Black (engine:1) played" in out
    assert "The machine would play" in out


def test_machines_alone_play_to_the_end(monkeypatch, capsys):
    lines = iter(["quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    mate = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"
    assert (
        main(["play", "xiangqi", "--terminal", "--machine", "1=greedy", "--machine", "2=random", "--position", mate])
        == 0
    )
    assert "Red wins by X2.4" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["engine", "x=engine", "3=engine", "0=engine", "1=genius"])
def test_a_machine_that_cannot_sit_is_refused(word, capsys):
    assert main(["play", "xiangqi", "--terminal", "--machine", word]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_colour_is_for_terminals_only(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\x1b[" in Session().text
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in Session().text


def test_play_reads_standard_input(monkeypatch, capsys):
    lines = iter(["h3e3", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    terminal.play(XIANGQI, {})
    assert "Xiangqi." in capsys.readouterr().out


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_every_game_can_be_played_at_the_terminal(name, monkeypatch, capsys):
    game = ludoteca.game(name)
    position = game.start()
    lines = iter(["help", "moves", position.move_text(position.legal_moves()[0]), "why nothing", "undo", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    terminal.play(game, {})
    assert game.title in capsys.readouterr().out


def test_boards_of_points_have_all_their_coordinates():
    game = ludoteca.game("nine-mens-morris")
    lines = draw(game.look.sheet({}), game.look.view(game.start()))
    assert lines[-1].split() == list("abcdefg")
    assert [line[:3].strip() for line in lines if line[:3].strip()] == list("7654321")
