"""X4: positions and moves as text."""

import random

import pytest

import ludoteca
from tests.xiangqi.drawing import GAME, NOTATIONS, cell, draw, ends, fen, name, picture_of, play, turned

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


# Positions


@pytest.mark.parametrize(
    "text",
    [
        START,
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 5",
        "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 17 88",
        "4k4/9/4P4/9/9/9/9/4p4/9/4K4 w - - 0 120",
    ],
)
def test_x4_a_fen_comes_back_exactly(text):
    assert str(GAME.parse(text)) == text


def test_x4_h_e_and_r_are_read_for_n_b_and_w():
    text = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1"
    position = GAME.parse(text)
    assert str(position) == START
    assert position.key == GAME.start().key


def test_x4_the_fen_says_whose_turn_it_is():
    assert GAME.parse("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1").to_move == 0
    assert GAME.parse("3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1").to_move == 1


def test_x4_the_counters_follow_the_game():
    position = play(GAME.start(), "h3e3 h10g8 e3e7")
    assert str(position) == "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2"
    play(position, "i10i9 e7e6")
    assert str(position) == "rnbakab2/8r/1c4nc1/p1p3p1p/4C4/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 2 3"


LIES = {
    "two red generals": "4k4/9/9/9/9/9/9/9/R8/3K1K3 w - - 0 1",
    "two black generals": "3k1k3/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "no red general": "4k4/9/9/9/9/9/9/9/R8/9 w - - 0 1",
    "no black general": "9/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "ten points on a rank": "3k5/9/9/9/9/9/9/9/R9/4K4 w - - 0 1",
    "ten pieces on a rank": "rnbakabnrr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "eight points on a rank": "3k5/9/9/9/9/9/9/9/R7/4K4 w - - 0 1",
    "nine ranks": "3k5/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "eleven ranks": "3k5/9/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "an empty rank": "3k5/9/9/9//9/9/9/R8/4K4 w - - 0 1",
    "an unknown letter": "3k5/9/9/9/9/9/9/9/Q8/4K4 w - - 0 1",
    "a sign for a letter": "3k5/9/9/9/9/9/9/9/*8/4K4 w - - 0 1",
    "a red pawn behind its line": "3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1",
    "a black pawn behind its line": "3k5/9/p8/9/9/9/9/9/9/4K4 w - - 0 1",
    "a red guard outside its five points": "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1",
    "a red guard outside the palace": "3k5/9/9/9/9/9/9/9/R5A2/4K4 w - - 0 1",
    "a black guard outside its five points": "3ka4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1",
    "a red general outside the palace": "3k5/9/9/9/9/9/9/9/R8/2K6 w - - 0 1",
    "a black general outside the palace": "9/9/9/3k5/9/9/9/9/R8/4K4 w - - 0 1",
    "a red elephant across the river": "3k5/9/9/9/2B6/9/9/9/R8/4K4 w - - 0 1",
    "a black elephant across the river": "3k5/9/9/9/9/2b6/9/9/R8/4K4 w - - 0 1",
    "an elephant off its seven points": "3k5/9/9/9/9/9/9/9/RB7/4K4 w - - 0 1",
    "a third red cart": "3k5/9/9/9/9/9/9/9/RRR6/4K4 w - - 0 1",
    "a third black cart": "3k5/9/rrr6/9/9/9/9/9/9/4K4 w - - 0 1",
    "a third horse": "3k5/9/9/9/9/9/9/9/NNN6/4K4 w - - 0 1",
    "a third cannon": "3k5/9/9/9/9/9/9/9/CCC6/4K4 w - - 0 1",
    "a sixth pawn": "3k5/9/9/PPPPPP3/9/9/9/9/9/4K4 w - - 0 1",
    "black in check, red to move": "3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1",
    "red in check, black to move": "3k5/9/9/9/9/4r4/9/9/9/4K4 b - - 0 1",
    "facing generals, red to move": "4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
    "facing generals, black to move": "4k4/9/9/9/9/9/9/9/R8/4K4 b - - 0 1",
    "a bad side": "3k5/9/9/9/9/9/9/9/R8/4K4 x - - 0 1",
    "no side": "3k5/9/9/9/9/9/9/9/R8/4K4",
    "a quiet count in words": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - many 1",
    "a negative quiet count": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - -1 1",
    "a move number in words": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 first",
    "a negative move number": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 -3",
    "a broken count": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 1.5 1",
    "too many fields": "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 1",
    "nothing": "",
    "no fen at all": "the usual start",
}


@pytest.mark.parametrize("text", LIES.values(), ids=LIES.keys())
def test_x4_a_lying_fen_is_refused(text):
    with pytest.raises(ludoteca.InvalidPosition) as refusal:
        GAME.parse(text)
    assert str(refusal.value).strip()


# Moves


@pytest.mark.parametrize(
    ("coordinates", "iccs", "wxf", "chinese"),
    [
        ("h3e3", "H2-E2", "C2=5", "炮二平五"),
        ("h3h10", "H2-H9", "C2+7", "炮二进七"),
        ("h3h2", "H2-H1", "C2-1", "炮二退一"),
        ("h1g3", "H0-G2", "H2+3", "马二进三"),
        ("b1a3", "B0-A2", "H8+9", "马八进九"),
        ("c1e3", "C0-E2", "E7+5", "相七进五"),
        ("d1e2", "D0-E1", "A6+5", "仕六进五"),
        ("e1e2", "E0-E1", "K5+1", "帅五进一"),
        ("a1a3", "A0-A2", "R9+2", "车九进二"),
        ("g4g5", "G3-G4", "P3+1", "兵三进一"),
    ],
)
def test_x4_reds_moves_in_all_four_notations(coordinates, iccs, wxf, chinese):
    position = GAME.start()
    move = position.parse_move(coordinates)
    assert [position.move_text(move, notation) for notation in NOTATIONS] == [coordinates, iccs, wxf, chinese]
    assert {position.parse_move(text) for text in (coordinates, iccs, wxf, chinese)} == {move}
    assert position.move_text(move) == coordinates


@pytest.mark.parametrize(
    ("coordinates", "iccs", "wxf", "chinese"),
    [
        ("h8e8", "H7-E7", "C8=5", "炮8平5"),
        ("b8b1", "B7-B0", "C2+7", "炮2进7"),
        ("b8b9", "B7-B8", "C2-1", "炮2退1"),
        ("h10g8", "H9-G7", "H8+7", "马8进7"),
        ("c10e8", "C9-E7", "E3+5", "象3进5"),
        ("d10e9", "D9-E8", "A4+5", "士4进5"),
        ("e10e9", "E9-E8", "K5+1", "将5进1"),
        ("a10a8", "A9-A7", "R1+2", "车1进2"),
        ("g7g6", "G6-G5", "P7+1", "卒7进1"),
    ],
)
def test_x4_blacks_moves_in_all_four_notations(coordinates, iccs, wxf, chinese):
    position = play(GAME.start(), "a4a5")
    move = position.parse_move(coordinates)
    assert [position.move_text(move, notation) for notation in NOTATIONS] == [coordinates, iccs, wxf, chinese]
    assert {position.parse_move(text) for text in (coordinates, iccs, wxf, chinese)} == {move}


@pytest.mark.parametrize(
    ("text", "coordinates"),
    [
        ("馬二進三", "h1g3"),
        ("傌二進三", "h1g3"),
        ("車一進一", "i1i2"),
        ("俥一進一", "i1i2"),
        ("砲二平五", "h3e3"),
        ("炮二平五", "h3e3"),
        ("帥五進一", "e1e2"),
        ("仕四進五", "f1e2"),
        ("相三進五", "g1e3"),
        ("兵七進一", "c4c5"),
    ],
)
def test_x4_the_chinese_form_is_read_in_traditional_characters(text, coordinates):
    position = GAME.start()
    assert position.parse_move(text) == position.parse_move(coordinates)


def test_x4_the_chinese_form_is_written_in_traditional_characters():
    """What is written is read back, with all the characters that there are in moves."""
    chance, written = random.Random(7), ""
    for _ in range(6):
        position = GAME.start()
        while not position.is_over() and len(position.moves_played()) < 150:
            move = chance.choice(position.legal_moves())
            text = position.move_text(move, "traditional chinese")
            assert position.parse_move(text) == move, str(position)
            written += text
            position.play(move)
    assert set("帥將馬車進後") <= set(written) and not set("帅将马车进后") & set(written)


def test_x4_the_edges_of_the_board_fit_the_notation():
    edges = GAME.look.sheet({}).edges
    assert set(edges) == set(GAME.notations[1:])
    assert edges["wxf"] == ("987654321", "123456789", "")
    assert edges["chinese"] == edges["traditional chinese"] == ("九八七六五四三二一", "123456789", "")
    assert edges["iccs"] == ("ABCDEFGHI", "", "0123456789")


@pytest.mark.parametrize(
    ("text", "coordinates"),
    [
        ("馬8進7", "h10g8"),
        ("馬８進７", "h10g8"),
        ("马８进７", "h10g8"),
        ("車9進1", "i10i9"),
        ("砲8平5", "h8e8"),
        ("將5進1", "e10e9"),
        ("卒3進1", "c7c6"),
    ],
)
def test_x4_the_chinese_form_is_read_for_black(text, coordinates):
    position = play(GAME.start(), "a4a5")
    assert position.parse_move(text) == position.parse_move(coordinates)


def test_x4_horses_retreat_by_file():
    position = play(GAME.start(), "h1g3 h10g8")
    retreat = position.parse_move("g3h1")
    assert position.move_text(retreat, "wxf") == "H3-2"
    assert position.move_text(retreat, "chinese") == "马三退二"


TANDEM_CARTS = """
    . . . . . k . . .
    . . . . . . . . .
    . . R . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . R . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
"""


@pytest.mark.parametrize(
    ("wxf", "chinese", "coordinates"),
    [
        ("R+=5", "前车平五", "c8e8"),
        ("R-=5", "后车平五", "c5e5"),
        ("R++1", "前车进一", "c8c9"),
        ("R-+1", "后车进一", "c5c6"),
        ("R+-1", "前车退一", "c8c7"),
        ("R--2", "后车退二", "c5c3"),
    ],
)
def test_x4_tandem_pieces_are_told_apart_as_front_and_rear(wxf, chinese, coordinates):
    position = draw(TANDEM_CARTS)
    move = position.parse_move(coordinates)
    assert position.move_text(move, "wxf") == wxf
    assert position.move_text(move, "chinese") == chinese
    assert position.parse_move(wxf) == move
    assert position.parse_move(chinese) == move


def test_x4_traditional_characters_are_read_for_tandem_pieces():
    position = draw(TANDEM_CARTS)
    assert position.parse_move("後車平五") == position.parse_move("c5e5")
    assert position.parse_move("前車進一") == position.parse_move("c8c9")


def test_x4_blacks_front_piece_is_the_lower_one():
    position = draw(turned(TANDEM_CARTS), "b")
    front = position.parse_move("g3e3")
    assert position.move_text(front, "wxf") == "R+=5"
    assert position.move_text(front, "chinese") == "前车平5"
    assert position.parse_move("R-=5") == position.parse_move("g6e6")


def test_x4_two_pawns_on_one_file_are_front_and_rear():
    position = draw(picture_of({"f10": "k", "e1": "K", "c8": "P", "c6": "P"}))
    assert position.move_text(position.parse_move("c8d8"), "wxf") == "P+=6"
    assert position.move_text(position.parse_move("c6d6"), "wxf") == "P-=6"
    assert position.parse_move("P-+1") == position.parse_move("c6c7")
    assert position.parse_move("前兵平六") == position.parse_move("c8d8")
    assert position.parse_move("后兵平六") == position.parse_move("c6d6")


@pytest.mark.parametrize(
    ("wxf", "coordinates"),
    [("17=6", "c9d9"), ("27=6", "c7d7"), ("37=6", "c6d6"), ("17=8", "c9b9"), ("27+1", "c7c8")],
)
def test_x4_three_pawns_on_a_file_are_counted_from_the_front(wxf, coordinates):
    position = draw(picture_of({"f10": "k", "e1": "K", "c9": "P", "c7": "P", "c6": "P"}))
    move = position.parse_move(coordinates)
    assert position.move_text(move, "wxf") == wxf
    assert position.parse_move(wxf) == move


@pytest.mark.parametrize(
    ("chinese", "coordinates"),
    [("前兵平六", "c9d9"), ("中兵平六", "c7d7"), ("后兵进一", "c5c6"), ("後兵進一", "c5c6")],
)
def test_x4_three_pawns_on_a_file_are_front_middle_and_rear_in_chinese(chinese, coordinates):
    position = draw(picture_of({"f10": "k", "e1": "K", "c9": "P", "c7": "P", "c5": "P"}))
    assert position.parse_move(chinese) == position.parse_move(coordinates)


@pytest.mark.parametrize(
    ("wxf", "coordinates"),
    [("17=6", "c9d9"), ("27=6", "c7d7"), ("13=2", "g8h8"), ("23=2", "g6h6"), ("P1+1", "i4i5")],
)
def test_x4_pawns_on_two_crowded_files_name_their_file(wxf, coordinates):
    pieces = {"f10": "k", "e1": "K", "c9": "P", "c7": "P", "g8": "P", "g6": "P", "i4": "P"}
    position = draw(picture_of(pieces))
    move = position.parse_move(coordinates)
    assert position.move_text(move, "wxf") == wxf
    assert position.parse_move(wxf) == move


def test_x4_blacks_pawns_are_counted_from_their_own_front():
    position = draw(picture_of({"f10": "k", "e1": "K", "g2": "p", "g4": "p", "g5": "p"}), "b")
    move = position.parse_move("g4f4")
    assert position.move_text(move, "wxf") == "27=6"
    assert position.parse_move("17=6") == position.parse_move("g2f2")


@pytest.mark.parametrize("seed", range(4))
def test_x4_every_move_comes_back_in_every_notation_over_random_games(seed):
    chance = random.Random(seed)
    position = GAME.start()
    for ply in range(120):
        moves = position.legal_moves()
        if not moves:
            break
        if ply % 6 == 0:
            _check_round_trip(position)
        position.play(chance.choice(moves))


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("seed", range(10))
def test_x4_every_move_comes_back_in_every_notation_over_crowded_files(side, seed):
    _check_round_trip(_crowded(random.Random(seed), side))


def test_x4_a_position_text_comes_back_over_random_games():
    chance = random.Random(7)
    position = GAME.start()
    for _ in range(80):
        again = GAME.parse(str(position))
        assert str(again) == str(position)
        assert again.key == position.key
        assert again.legal_moves() == position.legal_moves()
        position.play(chance.choice(position.legal_moves()))


def test_x4_the_points_are_numbered_from_a1():
    assert [name(cell(point)) for point in ("a1", "i1", "a2", "i10")] == ["a1", "i1", "a2", "i10"]
    position = GAME.start()
    for move in position.legal_moves():
        origin, target = ends(position.move_text(move))
        step = position.steps(move)[0]
        assert (step.cells[0], step.cells[-1]) == (cell(origin), cell(target))


def test_x4_a_drawn_board_is_a_fen():
    picture = """
        r n b a k a b n r
        . . . . . . . . .
        . c . . . . . c .
        p . p . p . p . p
        . . . . . . . . .
        . . . . . . . . .
        P . P . P . P . P
        . C . . . . . C .
        . . . . . . . . .
        R N B A K A B N R
    """
    assert fen(picture) == START


def _check_round_trip(position):
    moves = position.legal_moves()
    for notation in NOTATIONS:
        texts = [position.move_text(move, notation) for move in moves]
        assert len(set(texts)) == len(moves), f"{notation} says two moves with one text in {position}"
        for move, text in zip(moves, texts, strict=True):
            assert position.parse_move(text) == move, f"{text} in {position}"


def _crowded(chance, side):
    """A position whose pieces crowd the outer files, where they check nobody."""
    files = chance.sample("abcghi", 2)
    ranks = range(6, 9) if side == "w" else range(3, 6)
    points = [f"{file}{rank}" for file in files for rank in ranks]
    letters = "pppp" + "".join(chance.sample("prrccnn", 2))
    letters = letters.upper() if side == "w" else letters
    pieces = dict(zip(points, chance.sample(letters, 6), strict=True))
    return draw(picture_of({"e10": "k", "d1": "K", **pieces}), side)


def test_x4_capitals_are_iccs_and_small_letters_coordinates_with_or_without_a_hyphen():
    position = GAME.start()
    assert {position.parse_move(text) for text in ("h3e3", "h3-e3", "H2-E2", "H2E2")} == {position.parse_move("h3e3")}
    assert position.explain("H3-E3").message == "there is no piece on h4"
    assert position.explain("H2-e2").clause == "X4"


def test_x4_chinese_tells_crowded_pawns_as_players_do():
    one_file = GAME.parse("4k4/9/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1")
    assert said_in_chinese(one_file, "c8c9", "c7d7", "c6b6") == ["前兵进一", "中兵平六", "后兵平八"]
    two_files = GAME.parse("4k4/9/2P3P2/2P3P2/9/9/9/9/9/3K5 w - - 0 1")
    assert said_in_chinese(two_files, "c8c9", "c7d7", "g7h7") == ["前七进一", "后七平六", "后三平二"]
    four = GAME.parse("4k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1")
    assert said_in_chinese(four, "c9c10", "c8d8", "c6d6") == ["一兵进一", "二兵平六", "四兵平六"]


def said_in_chinese(position, *texts):
    told = [position.move_text(position.parse_move(text), "chinese") for text in texts]
    assert [position.move_text(position.parse_move(text)) for text in told] == list(texts)
    return told


KNOWN_LINE = """
炮二平五 C2=5 h3e3  马8进7 H8+7 h10g8  马二进三 H2+3 h1g3   车9平8 R9=8 i10h10  车一平二 R1=2 i1h1  马2进3 H2+3 b10c8
兵七进一 P7+1 c4c5   卒7进1 P7+1 g7g6    车二进六 R2+6 h1h7   炮8平9 C8=9 h8i8     车二平三 R2=3 h7g7   炮9退1 C9-1 i8i9
马八进七 H8+7 b1c3   士4进5 A4+5 d10e9   炮八平九 C8=9 b3a3   炮9平7 C9=7 i9g9     车三平四 R3=4 g7f7   马7进8 H7+8 g8h6
"""
"""The central cannon against screen horses, as books print it."""


def test_x4_a_known_line_is_written_as_books_do():
    position = GAME.start()
    words = KNOWN_LINE.split()
    for chinese, wxf, coordinates in zip(words[::3], words[1::3], words[2::3], strict=True):
        move = position.parse_move(chinese)
        texts = {notation: position.move_text(move, notation) for notation in ("chinese", "wxf", "coordinates")}
        assert texts == {"chinese": chinese, "wxf": wxf, "coordinates": coordinates}
        position.play(move)
