"""What is imported, in every game."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.imports import LONGEST_TEXT, read_game_text
from ludoteca.core.movetext import MOST_MOVES
from ludoteca.core.record import read_record
from tests.play import IS_COMPILED

every_game = pytest.mark.parametrize("game", ludoteca.GAMES.values(), ids=list(ludoteca.GAMES))

MOVES = ["h3e3", "h2e2", "H2-E2", "C2.5", "H8+7", "炮二平五", "马8进7", "馬８進７", "前车平五", "e2-e3", "12345", "@"]
SIGNS = [
    "1.",
    "1...",
    "…",
    "(",
    ")",
    "{",
    "}",
    "{a}",
    "[",
    "]",
    "$1",
    "$999",
    "!",
    "?",
    "1-0",
    "*",
    "红胜",
    ";",
    "%",
    "\n",
]
WORDS = ['[Event "x"]', '[FEN "x"]', "position", "startpos", "fen", "moves", "9/9", "ludoteca record 1", "result: -"]


@every_game
def test_a_record_a_position_and_moves_are_read(game):
    chance = random.Random(5)
    position = game.start()
    for _ in range(12 if IS_COMPILED else 3):
        if position.is_over():
            break
        position.play(chance.choice(position.legal_moves()))
    record = ludoteca.Record.of(position, event="A test")
    assert str(read_game_text(game, f"\ufeff\n{record}")) == str(record)
    assert str(read_game_text(game, str(position)).replay()) == str(position)
    assert read_game_text(game, " ".join(record.moves)).moves == record.moves
    numbered = "\n".join(f"{number}. {text} {{said {number}}}" for number, text in enumerate(record.moves, 1))
    assert [node.comment for node in read_game_text(game, numbered).tree.line()][:2] == ["said 1", "said 2"]


@every_game
@settings(max_examples=60, deadline=None)
@given(
    text=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(MOVES + SIGNS + WORDS), max_size=30).map(" ".join))
)
def test_any_text_gives_a_game_or_one_sentence(game, text):
    try:
        record = read_game_text(game, text)
    except ludoteca.InvalidRecord as fault:
        complaint = str(fault)
    else:
        complaint = "none"
        assert str(read_record(str(record), lambda name: game)) == str(record)
    assert len(complaint.splitlines()) == 1


@pytest.mark.parametrize(
    "piece", ["(", "h3e3 (", "{", "[", ";", "1.", "$1 ", "h3e3 h10g8 ", "炮二平五", "\n", "% \n", "/", "[a"]
)
def test_a_huge_text_is_answered_soon(piece):
    began = time.perf_counter()
    with pytest.raises(ludoteca.InvalidRecord):
        read_game_text(ludoteca.game("xiangqi"), "h3e3 " + piece * (LONGEST_TEXT // len(piece) - 5) + " x")
    assert time.perf_counter() - began < 30


@pytest.mark.parametrize(
    "text",
    [
        "fen " + " " * 250_000 + "x",
        "position fen" + "\t a" * 90_000,
        "START{" * 45_000,
        "START{" + "} " * 140_000,
        "h3e3 {" + "[%cal " * 45_000 + "}(",
        "[a " * 90_000,
        '[a "' + "\\" * 250_000,
        "x" * 290_000,
        "1." * 140_000,
        "!" * 290_000,
        "炮二平五" * 70_000,
        "[DhtmlXQ_movelist]" * 15_000,
        "[DhtmlXQ_movelist]" + "7747" * 70_000 + "[/DhtmlXQ_movelist]",
        "9/" * 140_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_text_made_to_take_long_is_answered_soon(text):
    began = time.perf_counter()
    with pytest.raises(ludoteca.InvalidRecord):
        read_game_text(ludoteca.game("xiangqi"), text)
    assert time.perf_counter() - began < 30


def test_more_moves_than_can_be_played_soon_are_refused():
    shuffle = "h3e3 (h3h4) " + "(h3h5) " * MOST_MOVES
    with pytest.raises(ludoteca.InvalidRecord, match="more than 5000 moves"):
        read_game_text(ludoteca.game("xiangqi"), shuffle)
    own = "ludoteca record 1\ngame: xiangqi\n\n1. h3e3 " + "( h3h4 ) " * MOST_MOVES + "\n\nresult: -\n"
    with pytest.raises(ludoteca.InvalidRecord, match="more than 5000 moves"):
        read_game_text(ludoteca.game("xiangqi"), own)


def test_a_variation_that_is_there_already_goes_on_where_it_differs():
    record = read_game_text(ludoteca.game("xiangqi"), "h3e3 h10g8 (b10c8 h1g3) (b10c8 b1c3)")
    assert str(record).split("\n\n")[1] == "1. h3e3 h10g8 ( b10c8 h1g3 ( b1c3 ) )"


def test_a_comment_alone_in_brackets_is_about_the_move_before():
    record = read_game_text(ludoteca.game("xiangqi"), "h3e3 ({Or not.}) h10g8")
    assert [node.comment for node in record.tree.line()] == ["Or not.", ""]
