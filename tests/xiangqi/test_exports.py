"""PGN as other programs read it: what is written is read back, variations, comments and drawings included."""

import random

import pytest

import ludoteca
from ludoteca.core.imports import read_game_text
from ludoteca.core.record import read_record
from ludoteca.core.variations import Arrow

XIANGQI = ludoteca.game("xiangqi")
RECORD = """ludoteca record 1
game: xiangqi
rules: 1
title: Two "cannons"
red: Ada
black: Bo
date: 1960.01.02
stated-result: 1-0

0. {Before all.}
1. h3e3 {The central cannon.} [arrow e3 e7 red] [circle e7] ( b3e3 {The other one.} h10g8 ( b10c8 h1g3 ) b1c3 )
2. h10g8
3. h1g3 ( b1c3 b10c8 a1b1 ) i10h10

result: -
"""


@pytest.mark.parametrize("name", list(XIANGQI.exports))
def test_x4_what_is_exported_is_imported_again(name):
    record = read_record(RECORD, ludoteca.game)
    text = XIANGQI.exports[name](record)
    again = read_game_text(XIANGQI, text)
    assert again.tree == record.tree
    for header in ("red", "black", "date", "stated-result"):
        assert again.headers[header] == record.headers[header]
    assert again.headers["event"] == record.headers["title"]


def test_x4_pgn_is_written_like_this():
    text = XIANGQI.exports["pgn-wxf"](read_record(RECORD, ludoteca.game))
    assert '[Red "Ada"]\n[Black "Bo"]\n[Date "1960.01.02"]\n[Result "1-0"]\n[Format "WXF"]\n' in text
    moves = " ".join(text.partition("\n\n")[2].split())
    assert moves.startswith(
        "{Before all.} 1. C2=5 {[%cal Re3e7] [%csl Ge7] The central cannon.} "
        "( 1. C8=5 {The other one.} 1... H8+7 ( 1... H2+3 2. H2+3 ) 2. H8+7 ) 1... H8+7 2. H2+3 ( 2. H8+7 H2+3"
    )


def test_x4_arrows_count_ranks_as_the_moves_of_the_file_do():
    """Capitals count ranks from 0 and small letters from 1, in moves and in drawings: files of before are read, too."""
    text = XIANGQI.exports["pgn"](read_record(RECORD, ludoteca.game))
    assert "1. H2-E2 {[%cal RE2E6] [%csl GE6]" in " ".join(text.split())
    for drawings in ("[%cal RE2E6,GA0I9] [%csl BA9]", "[%cal Re3e7,Ga1i10] [%csl Ba10]"):
        (node,) = read_game_text(XIANGQI, f"1. H2-E2 {{{drawings}}}").tree.children
        assert node.arrows == [Arrow("e3", "e7", "red"), Arrow("a1", "i10", "green"), Arrow("a10", "a10", "blue")]


@pytest.mark.parametrize("start", ["", "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1"])
def test_x4_random_games_are_read_back(start):
    for seed in range(4):
        chance = random.Random(seed)
        position = XIANGQI.parse(start) if start else XIANGQI.start()
        while not position.outcome() and len(position.moves_played()) < 60:
            position.play(chance.choice(position.legal_moves()))
        record = ludoteca.Record.of(position)
        for name, write in XIANGQI.exports.items():
            again = read_game_text(XIANGQI, write(record))
            assert (again.moves, again.start, again.result) == (record.moves, record.start, record.result), name


def test_x4_results_of_players_are_told():
    record = ludoteca.Record.of(XIANGQI.start(), **{"seat-1": "Red: Ada", "seat-2": "Black: Bo"})
    record.result = "-1 1 H1 Red has resigned"
    text = XIANGQI.exports["pgn"](record)
    assert '[Red "Ada"]' in text and '[Result "0-1"]' in text and text.endswith("\n0-1\n")
