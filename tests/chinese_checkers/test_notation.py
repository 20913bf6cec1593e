"""C5: the texts of moves and positions."""

import pytest

import ludoteca
from tests.chinese_checkers.drawing import GAME, position

START = str(GAME.start())
THREE = str(GAME.start(players=3))


def test_c5_the_text_of_the_start():
    assert START == (
        "2/22/222/2222/....22222..../............/.........../........../........./........../.........../............/"
        "....11111..../1111/111/11/1 1 2 1"
    )


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_c5_texts_read_back(players):
    text = str(GAME.start(players=players))
    again = GAME.parse(text)
    assert str(again) == text
    assert again.options["players"] == players
    assert again.legal_moves() == GAME.start(players=players).legal_moves()


def test_c5_moves_are_first_and_last_hole():
    game = GAME.start(players=3)
    move = game.parse_move("d1e5")
    assert game.move_text(move) == "d1e5"
    game.push_text("d1e5")
    assert str(game) == THREE.replace("1111", ".111").replace(".............", "....1........").replace(
        " 1 3 1", " 2 3 1"
    )


def test_the_number_of_players_is_in_the_text():
    assert GAME.parse(THREE, players=3).seats == 3
    assert GAME.parse(THREE).seats == 3
    with pytest.raises(ludoteca.InvalidPosition, match="players 3, not 2"):
        GAME.parse(THREE, players=2)
    with pytest.raises(ludoteca.InvalidOption, match="players"):
        GAME.parse(THREE, players=5)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("", "four fields"),
        (START.replace(" 1 2 1", " 1 2"), "four fields"),
        (START + " 1", "four fields"),
        (START.replace(" 1 2 1", "  1 2 1"), "four fields"),
        (START.replace(" 1 2 1", "\t1 2 1"), "four fields"),
        (START.replace(" 1 2 1", " 3 2 1"), "seat to move is a number from 1 to 2"),
        (START.replace(" 1 2 1", " 0 2 1"), "seat to move"),
        (START.replace(" 1 2 1", " 1 5 1"), "2 or 3 or 4 or 6 can play"),
        (START.replace(" 1 2 1", " 1 two 1"), "can play"),
        (START.replace(" 1 2 1", " 1 2 0"), "round"),
        (START.replace(" 1 2 1", " 1 2 01"), "round"),
        (START.replace(" 1 2 1", " 1 2 -1"), "round"),
        (START.replace(" 1 2 1", " 1 2 ١"), "round"),
        (START.replace(" 1 2 1", " 1 2 1000000000"), "round"),
        (START.replace(" 1 2 1", " 1 3 1"), "Player 2 can never have a piece on q1"),
        (THREE.replace("333/22.", "33./22."), "with 3 players each has 10 pieces; Player 3 has 9"),
        (START.removeprefix("2/"), "17 rows, this has 16"),
        (START.replace("2/22/222", "22/2/222"), "row q has 1 holes, not 2"),
        (START.replace("....22222....", "....2222....."), "Player 2 has 14"),
        (START.replace("/........./", "/....1..../"), "Player 1 has 16"),
        (START.replace("....22222....", "....2222x...."), "'x' on m9"),
        (START.replace("....22222....", "....2222٢...."), "on m9"),
        (START.replace("....22222....", "....22223...."), "seat 3 on m9 does not play in a game of 2"),
        (START.replace("....22222....", "...222222...."), "Player 2 can never have a piece on m4"),
        (
            THREE.replace("1111", ".111").replace("222......333", "222......331"),
            "Player 1 can never have a piece on l12",
        ),
    ],
)
def test_wrong_positions_are_refused(wrong, words):
    with pytest.raises(ludoteca.InvalidPosition, match=words):
        GAME.parse(wrong)


def test_a_text_that_is_no_text_is_refused():
    with pytest.raises(ludoteca.InvalidPosition, match="a position is a text"):
        GAME.parse(None)


def test_numbers_that_are_no_moves_have_no_text():
    game = GAME.start()
    for number in (-1, 16385, 121 * 128, 127):
        with pytest.raises(ValueError, match="not a move"):
            game.move_text(number)
    with pytest.raises(ValueError, match="notation"):
        game.move_text(game.legal_moves()[0], "iccs")
    with pytest.raises(ValueError, match="not a move"):
        game.steps(127)


def test_options_of_a_parsed_position_are_kept_in_records():
    game = position({"i5": 1}, players=3, anti_blocking=True, round_limit=None)
    game.push_text("i5i6")
    record = ludoteca.Record.of(game)
    assert "option: players 3" in str(record)
    assert "option: anti_blocking True" in str(record)
    assert "option: round_limit off" in str(record)
    assert str(ludoteca.read_record(str(record)).replay()) == str(game)
