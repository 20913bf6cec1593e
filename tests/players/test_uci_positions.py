"""`ludoteca uci`: positions and the moves that lead to them, for every game."""

import pytest

import ludoteca
from tests.players.board import START, XIANGQI, fen_of, legal_texts


def test_positions_are_told_by_moves(board):
    board.send("position startpos moves h3e3 h10g8")
    expected = XIANGQI.start()
    expected.push_text("h3e3")
    expected.push_text("h10g8")
    assert fen_of(board) == str(expected)
    board.send(f"position fen {START} moves h3e3 h10g8")
    assert fen_of(board) == str(expected)
    board.send("position startpos")
    assert fen_of(board) == START


@pytest.mark.parametrize("text", [START, START[:-6], START[:-8], START.split()[0], START.replace(" w ", " r ")])
def test_fens_are_read_as_programs_write_them(board, text):
    board.send("position startpos moves a4a5", f"position fen {text}")
    assert fen_of(board) == START
    board.send("position startpos moves a4a5", f"position {text}")
    assert fen_of(board) == START


def test_an_illegal_move_and_those_behind_it_are_left_out(board):
    said = board.ask("position startpos moves h3e3 a1a9 h10g8", until="info")
    assert len(said) == 1
    assert said[0].startswith("info string move 2, 'a1a9', is not played: X")
    expected = XIANGQI.start()
    expected.push_text("h3e3")
    assert fen_of(board) == str(expected)
    assert board.best("go depth 1") in legal_texts(expected)


@pytest.mark.parametrize(
    "line",
    [
        *("position", "position fen", "position fen rubbish", "position nowhere", "position fen " + "9/" * 100_000),
        *("position moves h3e3", f"position fen {START.replace('K', '1')}", f"position fen {START} 1 2 3"),
        f"position fen {START.replace(' 0 1', ' -5 99999999999999999999')}",
    ],
)
def test_a_position_that_cannot_be_read_changes_nothing(board, line):
    board.send("position startpos moves a4a5")
    before = fen_of(board)
    assert board.ask(line, until="info")[-1].startswith("info string ")
    assert fen_of(board) == before


def test_a_game_that_our_rules_end_goes_on_if_the_other_program_plays_on(board):
    shuffle = ["a1a2", "a10a9", "a2a1", "a9a10"] * 6
    ended = XIANGQI.start()
    for text in shuffle:
        if not ended.is_over():
            ended.push_text(text)
    assert len(ended.moves_played()) < len(shuffle)
    board.send(f"position startpos moves {' '.join(shuffle)} h3e3")
    assert fen_of(board).split()[:2] == ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR", "b"]
    assert not any("not played" in line for line in board.said)
    assert board.best("go depth 1") in legal_texts(XIANGQI.parse(fen_of(board)))
    quiet = START.replace(" 0 1", " 500 260")
    assert board.best(f"position fen {quiet}", "go depth 1") in legal_texts()


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_every_game_is_a_variant(board, name):
    said = board.ask(f"setoption name UCI_Variant value {name}", until="info")
    assert said[0].startswith(f"info string variant {name} startpos ")
    start = said[0].partition(" startpos ")[2]
    position = ludoteca.game(name).parse(start)
    assert position.seats == 2
    moves = ""
    for _ in range(2):
        for line in (f"position startpos moves {moves}", f"position fen {start} moves {moves}"):
            text = board.best(line, "go nodes 50")
            assert text in legal_texts(position)
        position.push_text(text)
        moves += f" {text}"


def test_a_position_for_more_than_two_is_refused(board):
    four = str(ludoteca.game("exile").start())
    board.send("setoption name UCI_Variant value exile")
    assert "for 4 players" in board.ask(f"position fen {four}", until="info")[0]
