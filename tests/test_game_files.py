"""Files with several games, and what their headers call them."""

import pytest

import ludoteca
from ludoteca.core.game_files import split_games, title_of
from ludoteca.core.imports import read_game_text

TWO = """[Event "Final {1}"]
[Red "Hu Ronghua"]
[Black "Yang Guanlin"]
[Date "1960.??.??"]

1. C2.5 {A comment
[Event "that is none"]
over lines} H8+7 1-0

[Event "Second"]
[Red "?"]

1. C8.5 *
"""


def test_games_are_split_where_headers_begin_anew():
    first, second = split_games(TWO)
    assert first.text + second.text == TWO
    assert (first.title, second.title) == ("Hu Ronghua - Yang Guanlin, 1960", "Second")
    assert read_game_text(ludoteca.game("xiangqi"), second.text).moves == ("b3e3",)


def test_records_of_ours_are_split_by_their_first_lines():
    records = [
        str(ludoteca.Record.of(ludoteca.game(name).start(), **{"seat-1": "Red: Ada", "seat-2": "Black: Bo"}))
        for name in ("xiangqi", "exile")
    ]
    found = split_games("\n".join(records))
    assert [(each.text, each.game, each.title) for each in found] == [
        (records[0], "xiangqi", "Ada - Bo"),
        (records[1], "exile", "Ada - Bo"),
    ]
    with pytest.raises(ludoteca.InvalidRecord, match="a second game begins"):
        read_game_text(ludoteca.game("xiangqi"), "\n".join(records))


@pytest.mark.parametrize("text", ["", "ludoteca record 12", "1. C2.5", "h3e3", "[a", '[Event "x"]'])
def test_any_other_text_is_one_game(text):
    assert [each.text for each in split_games(text)] == [text]


@pytest.mark.parametrize(
    ("headers", "title"),
    [
        ({}, ""),
        ({"white": "A", "black": "B", "date": "2020.01.02"}, "A - B, 2020-01-02"),
        ({"event": "Open", "date": "????.??.??"}, "Open"),
        ({"title": "Mine", "red": "A"}, "Mine"),
        ({"event": "x" * 100}, "x" * 80),
    ],
)
def test_titles(headers, title):
    assert title_of(headers) == title


@pytest.mark.parametrize("text", ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0", '[White "A"]\n1.d4 d5 2.c4 dxc4?!'])
def test_chess_is_told_apart_in_one_sentence(text):
    with pytest.raises(ludoteca.InvalidRecord, match="looks like a game of Western chess, which is not Xiangqi"):
        read_game_text(ludoteca.game("xiangqi"), text)


def test_a_wrong_move_of_this_game_is_not_taken_for_chess():
    with pytest.raises(ludoteca.InvalidRecord, match="hobbled"):
        read_game_text(ludoteca.game("xiangqi"), "1. C2.5 H8+6")
