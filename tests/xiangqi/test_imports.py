"""Games as other programs write them: FEN, UCI and UCCI lines, ICCS, WXF, Chinese, and files like PGN."""

import random

import pyffish
import pytest

import ludoteca
from ludoteca.core.imports import decode_game_text, read_game_text
from tests.xiangqi.drawing import GAME

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
OTHER_LETTERS = str.maketrans("NBnbw", "HEher")
ENDGAME = "3k5/9/9/9/9/9/9/9/R8/4K4"
OPENING = ("h3e3", "h10g8", "h1g3", "i10h10")


def read(text):
    return read_game_text(GAME, text)


# Positions


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (f"{ENDGAME} w - - 0 1", f"{ENDGAME} w - - 0 1"),
        (f"{ENDGAME} r", f"{ENDGAME} w - - 0 1"),
        (f"{ENDGAME} b", f"{ENDGAME} b - - 0 1"),
        (ENDGAME, f"{ENDGAME} w - - 0 1"),
        (f"{ENDGAME} W - - 3 0", f"{ENDGAME} w - - 3 1"),
        (f"{ENDGAME} red - - 12 40", f"{ENDGAME} w - - 12 40"),
        (f"  {ENDGAME} b 7 9\n\n", f"{ENDGAME} b - - 7 9"),
        ("3g5/9/9/9/4S4/9/9/9/R8/4G4 w", "3k5/9/9/9/4P4/9/9/9/R8/4K4 w - - 0 1"),
        ("3k5/9/9/9/9/9/9/E3E4/H8/4K4 w", "3k5/9/9/9/9/9/9/B3B4/N8/4K4 w - - 0 1"),
        (f"position fen {ENDGAME} w - - 0 1", f"{ENDGAME} w - - 0 1"),
        (f"fen {ENDGAME} r", f"{ENDGAME} w - - 0 1"),
        ("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 0", ""),
        (START, ""),
        ("position startpos", ""),
    ],
)
def test_x4_positions_of_other_programs(text, start):
    record = read(text)
    assert (record.start, record.moves, record.result) == (start, (), "-")


def test_x4_a_position_may_have_moves_on_the_lines_below():
    record = read(f"{ENDGAME} w - - 0 1\n1. R9+8 K4+1\n")
    assert record.start == f"{ENDGAME} w - - 0 1"
    assert record.moves == ("a2a10", "d10d9")


# Moves


@pytest.mark.parametrize(
    "text",
    [
        "h3e3 h10g8 h1g3 i10h10",
        "h3-e3 h10-g8 h1-g3 i10-h10",
        "H3E3 H10G8 H1G3 I10H10",
        "h2e2 h9g7 h0g2 i9h9",
        "h2-e2\nh9-g7\nh0-g2\ni9-h9",
        "H2-E2 H9-G7 H0-G2 I9-H9",
        "H2E2 H9G7 H0G2 I9H9",
        "C2.5 H8+7 H2+3 R9.8",
        "c2=5 h8+7 h2+3 r9=8",
        "C2=5 n8+7 N2+3 R9=8",
        "Ｃ2＝5 H8＋7 H2＋3 R9．8".replace("Ｃ", "C"),
        "炮二平五 马8进7 马二进三 车9平8",
        "炮二平五 馬８進７ 馬二進三 車９平８",
        "砲二平五　傌8進7　傌二進三　俥9平8",
        "炮二平五，马８进７；马二进三，车９平８。",
        "炮二平五马8进7马二进三车9平8",
        "包二平五 马8上7 马二上三 车9平8",
        "炮2平5 马8进7 马2进3 车9平8",
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8",
        "1.炮二平五 马8进7 2.马二进三 车9平8",
        "1、炮二平五 马8进7\n2、马二进三 车9平8",
        "１．炮二平五 马8进7\n２．马二进三 车9平8",
        "1 炮二平五 马8进7\n2 马二进三 车9平8",
        "1. C2.5 H8+7 2. H2+3 R9.8 *",
        "1.C2.5 1...H8+7 2.H2+3 2... R9.8",
        "1. C2.5 … H8+7",
        "position startpos moves h2e2 h9g7 h0g2 i9h9",
        "position startpos moves h3e3 h10g8 h1g3 i10h10",
        f"position fen {START} moves h2e2 h9g7 h0g2 i9h9",
        f"fen {START.translate(OTHER_LETTERS)} moves h2e2 h9g7 h0g2 i9h9",
        "ucci\nposition startpos moves h2e2\ngo depth 3\nposition startpos moves h2e2 h9g7 h0g2 i9h9\ngo time 100",
    ],
)
def test_x4_an_opening_in_many_hands(text):
    record = read(text)
    assert record.moves == OPENING[: len(record.moves)]
    assert len(record.moves) == 4 or "…" in text
    assert record.start == ""


def test_x4_pieces_in_tandem():
    start = "3k5/9/2R6/9/9/2R6/9/9/9/4K4 w - - 0 1"
    for text in ("+R=5", "R+=5", "R+.5", "+R.5", "前车平五", "前車平５", "前俥平五"):
        assert read(f"{start}\n1. {text}").moves == ("c8e8",), text
    for text in ("-R=5", "R-.5", "后车平五", "後車平五"):
        assert read(f"{start}\n1. {text}").moves == ("c5e5",), text


def test_x4_pawns_in_tandem():
    three = "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1"
    for text in ("27=6", "27.6", "1.27.6", "1. 27.6", "中兵平六"):
        assert read(f"{three}\n{text}").moves == ("c7d7",), text
    four = "4k4/9/2P6/2P6/2P6/2P6/9/9/9/3K5 w - - 0 1"
    for text in ("二兵平六", "２兵平六", "2兵平6", "27=6"):
        assert read(f"{four}\n{text}").moves == ("c7d7",), text


# Files


PGN = """\
[Game "Chinese Chess"]
[Event "Ten thousand \\"rivers\\""]
[Date "2026.11.17"]
[Red "胡"]
[Black ""]
[Result "1-0"]
[Format "WXF"]

% A line for the program that wrote this.
{Before the
first move.}
1. C2.5! {The centre.} ({Or} 1. C8.5 $6 H2+3 (1... C2.5 {Same} {side}) 2. H8+7) H8+7 ; a remark
2. H2+3 $14 {[%cal Gh1g3,Rg3e4][%csl Yg3]} R9.8 $140 1-0
"""


def test_x4_a_file_with_everything():
    record = read(PGN)
    assert record.headers == {
        "event": 'Ten thousand "rivers"',
        "date": "2026.11.17",
        "red": "胡",
        "stated-result": "1-0",
    }
    assert str(record).partition("\n\n")[2] == (
        "0. {Before the first move.}\n"
        "1. h3e3 {! The centre.} ( b3e3 {Or ?!} b10c8 ( b8e8 {Same side} ) b1c3 )\n"
        "2. h10g8 {a remark}\n"
        "3. h1g3 {⩲} [arrow h1 g3] [arrow g3 e4 red] [circle g3 yellow]\n"
        "4. i10h10 {$140}\n"
        "\n"
        "result: -\n"
    )
    assert str(ludoteca.read_record(str(record))) == str(record)
    assert str(read(str(record))) == str(record)


def test_x4_a_file_as_cchess_writes_it():
    record = read(
        '[Game "Chinese Chess"]\n[Date "2026-11-17"]\n[Red ""]\n[Black ""]\n'
        f'[FEN "{ENDGAME} w - - 0 1"]\n'
        " 1. 车九进四\n     将４进１\n 2. 车九平六\n   *\n  =========\n"
    )
    assert record.start == f"{ENDGAME} w - - 0 1"
    assert record.moves == ("a2a6", "d10d9", "a6d6")
    assert record.headers == {"date": "2026-11-17"}


def test_x4_the_format_that_a_file_names_is_tried_first():
    # The cart on i3 can move as h3h5 says, and so can the one on h4 if ranks count from 0.
    start = '[FEN "3k5/9/9/9/9/9/8R/7R1/9/4K4 w - - 0 1"]'
    assert read(f'{start}\n[Format "ICCS"]\n1. i3i5').moves == ("i4i6",)
    assert read(f"{start}\n1. h3h5").moves == ("h3h5",)
    for named in ("ICCS", "Chinese", "nonsense"):
        assert read(f'[Format "{named}"]\n1. C2.5 H8+7').moves == OPENING[:2]


def test_x4_results_in_words():
    assert read("炮二平五 马8进7 红胜").headers == {"stated-result": "1-0"}
    assert read("炮二平五 马8进7 和棋").headers == {"stated-result": "1/2-1/2"}


def test_x4_files_in_other_encodings():
    text = "1. 炮二平五 馬8進7"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030"):
        assert decode_game_text(text.encode(encoding)) == text
    with pytest.raises(ludoteca.InvalidRecord, match="not text"):
        decode_game_text(b"\x81\xff\xff")


def test_x4_a_wxf_file():
    record = read(
        "FORMAT\tWXF\nGAME\t1\nRED\tHu;;;\nBLACK Liu\nDATE 2026-11-17\nRESULT 1-0\n\n"
        "START{\n 1. C2.5 H8+7\n 2. H2+3 R9.8\n}END\n"
    )
    assert record.moves == OPENING
    assert record.headers == {"red": "Hu;;;", "black": "Liu", "date": "2026-11-17", "stated-result": "1-0"}
    with pytest.raises(ludoteca.InvalidRecord, match=r"^line 3, move 2, 'H8\+6': X1\.6"):
        read("FORMAT WXF\nSTART{\n1. C2.5 H8+6\n}END\n")


def test_x4_tags_of_chinese_sites():
    tags = "[DhtmlXQ][DhtmlXQ_red]胡[/DhtmlXQ_red][DhtmlXQ_movelist]{}[/DhtmlXQ_movelist]{}[/DhtmlXQ]"
    record = read(tags.format("7747706279678070", ""))
    assert record.moves == OPENING
    assert record.headers == {"red": "胡"}
    places = ["99"] * 32
    places[0], places[4], places[20] = "08", "49", "30"
    record = read(tags.format("0805", f"[DhtmlXQ_binit]{''.join(places)}[/DhtmlXQ_binit]"))
    assert (record.start, record.moves) == (f"{ENDGAME} w - - 0 1", ("a2a5",))
    with pytest.raises(ludoteca.InvalidRecord, match="move 2, 'H2E2': X"):
        read(tags.format("77477747", ""))


@pytest.mark.parametrize("seed", range(4))
def test_x4_random_games_come_back_from_every_notation(seed):
    chance = random.Random(seed)
    position = GAME.start()
    lines: dict[str, list[str]] = {name: [] for name in ("coordinates", "iccs", "wxf", "chinese", "ucci", "pyffish")}
    while not position.is_over() and len(lines["iccs"]) < 120:
        move = chance.choice(position.legal_moves())
        for notation in ("coordinates", "iccs", "wxf", "chinese"):
            lines[notation].append(position.move_text(move, notation))
        lines["ucci"].append(lines["iccs"][-1].replace("-", "").lower())
        san = pyffish.get_san("xiangqi", str(position), lines["coordinates"][-1], False, pyffish.NOTATION_XIANGQI_WXF)
        lines["pyffish"].append(san)
        position.play(move)
    for notation, texts in lines.items():
        pairs = [f"{number // 2 + 1}. {' '.join(texts[number : number + 2])}" for number in range(0, len(texts), 2)]
        for text in (" ".join(texts), "\n".join(texts), "\n".join(pairs)):
            assert read(text).replay().moves_played() == position.moves_played(), notation


# What cannot be read


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("h3e3 h10h8", "line 1, move 2, 'h10h8': X1.1: the cannon on h8 is your own"),
        ("h2e2\nh9g7\nh9g7", "line 3, move 3, 'h9g7': X"),
        ("1. C2.5 H8+7\n2. H2+4", "line 2, move 3, 'H2\\+4': X1.6: "),
        ("1. 炮二平五 馬８進６", "line 1, move 2, '馬８進６': X1.6: "),
        ("1. C2.5 (C8.5 H8+6) H8+7", "line 1, move 2 of a variation, 'H8\\+6': X1.6: "),
        ("hello", "line 1, move 1, 'hello': X4: 'hello' is not a move"),
        ("{Only words.} *", "the text has neither a move nor a position: '{Only words.} \\*'"),
        ("C2.5 {no end", "line 1: a comment has no end or no beginning: '{no end'"),
        ("C2.5 } H8+7", "line 1: a comment has no end or no beginning: '} H8\\+7'"),
        ("C2.5 (C8.5", "line 1: a variation has no end"),
        ("C2.5 ) H8+7", "line 1: \\) ends no variation"),
        ("( C2.5 )", "line 1: a variation stands behind the move that it replaces"),
        ("C2.5 " + "( C8.5 " * 101, "line 1: variations stand at most 100 deep"),
        ("", "there is nothing to import"),
        (" \n\t", "there is nothing to import"),
        ("x" * 300_001, "at most 300000 characters"),
        (f'[FEN "{ENDGAME} w"]\n1. C2.5', "line 2, move 1, 'C2.5': X4: no red cannon stands on file 2"),
        (f"\n\n{ENDGAME} w\n\n1. C2.5", "line 5, move 1, 'C2.5': X4: no red cannon stands on file 2"),
        ('[FEN "9/9 w"]\n1. C2.5', "the position '9/9 w': a board has 10 ranks, this has 2"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the position '4k4/9/9/9/9/9/9/9/9/4K4 w': Black is in check"),
        (f"position fen {ENDGAME} x moves a1a2", "the side to move is w or b, not 'x'"),
        ('[Event "1"]\n1. C2.5 1-0\n[Event "2"]\n1. C8.5', "line 3: a second game begins"),
        ("ludoteca record 1\ngame: exile\n\nresult: -", "the record is of exile, not of xiangqi"),
        ("ludoteca record 1\ngame: xiangqi\n\n1. h3h4 h3h4\n\nresult: -", "move 2, h3h4: X"),
        ("ludoteca record 7\ngame: xiangqi", "a record begins with the line"),
    ],
)
def test_x4_a_bad_import_is_told_in_one_sentence(text, complaint):
    with pytest.raises(ludoteca.InvalidRecord, match=f"^.*{complaint}") as fault:
        read(text)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 300
