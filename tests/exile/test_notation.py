"""E8: texts of positions and of moves, what is refused and why; the drawn board."""

import pickle

import pytest

import ludoteca
from ludoteca.core.text_board import draw as draw_board
from tests.exile.drawing import GAME, cells, draw, jumps, moves, play, text_of, told

START = str(GAME.start())
FIELDS = START.split()


def with_field(index, value):
    return " ".join([*FIELDS[:index], value, *FIELDS[index + 1 :]])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with its mode"),
        ("chess " + START, "begins with its mode"),
        (" ".join(FIELDS[:8]), "9 fields"),
        (START + " 1", "9 fields"),
        (with_field(0, "infinite"), "12 ranks"),
        (with_field(0, "duel-classic"), "'2' on rank 9"),
        (with_field(1, FIELDS[1] + "/........."), "9 ranks"),
        (with_field(1, FIELDS[1].replace("/.........", "/..........", 1)), "10 tiles"),
        (with_field(1, FIELDS[1].replace("/.........", "/....5....", 1)), "'5' on rank 6"),
        (with_field(1, FIELDS[1].replace("/.........", "/....²....", 1)), "'²' on rank 6"),
        (with_field(1, FIELDS[1].replace("/.........", "/....1....", 1)), "more than 4 pieces"),
        (with_field(2, "5"), "seat to move"),
        (with_field(2, "12"), "seat to move"),
        (with_field(2, "w"), "seat to move"),
        (with_field(3, "1b2,2b8,3h8"), "4 flags"),
        (with_field(3, "2b8,1b2,3h8,4h2"), "flag of seat 1"),
        (with_field(3, "1b2,2b8,3h8,4h"), "flag of seat 4"),
        (with_field(3, "1b2,2b8,3h8,4j2"), "'j2' is no tile"),
        (with_field(3, "1b2,2b8*,3h8,4h2"), "no piece"),
        (with_field(3, "1b2,2b8**,3h8,4h2"), "flag of seat 2"),
        (with_field(3, "1b3,2b8,3h8,4h2"), r"has taken 1b3\*"),
        (with_field(3, "1b2,2b3,3b3*,4h2"), r"has taken 2b3\*"),
        (with_field(3, "1b2,2b3*,3b3*,4h2"), "two foreign flags"),
        (with_field(4, "0+0,0+0,0+0"), "4 seats"),
        (with_field(4, "0+0,0+0,0+0,0"), "exile of seat 4"),
        (with_field(4, "0+0,0+0,0+0,5+0"), "exile of seat 4"),
        (with_field(4, "0+0,0+0,1+0,0+0"), "E5.1"),
        (with_field(5, ""), "9 fields"),
        (with_field(5, "z1"), "'z1' is no tile"),
        (with_field(5, "e5"), "no piece there"),
        (with_field(5, "b9"), "no piece there"),
        (with_field(5, "b1"), "E5.4"),
        (with_field(5, "b1,a2,c2"), "two are the most"),
        (with_field(6, "-1"), "quiet turns"),
        (with_field(6, "01"), "quiet turns"),
        (with_field(6, "9999999999"), "quiet turns"),
        (with_field(7, "0"), "the round"),
        (with_field(7, "one"), "the round"),
        (with_field(8, "0"), "flags to win"),
        (with_field(8, "5"), "nobody can need 5"),
    ],
)
def test_e8_a_wrong_text_is_refused_in_words(text, words):
    with pytest.raises(ludoteca.InvalidPosition, match=words):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("spawned", "words"),
    [("c1,b1", "tile order"), ("b1,b1", "tile order"), ("b1,e5", "not beside"), ("b1,i1", "no piece there")],
)
def test_e8_wrong_spawns_are_refused(spawned, words):
    picture = """
        . . . . 1
        . . . . .
        . . . . .
        . 1 . . .
        . 1 1 . .
    """
    with pytest.raises(ludoteca.InvalidPosition, match=words):
        draw(picture, flags="1b2*", spawned=spawned)
    assert told(draw(picture, flags="1b2*", spawned="b1,c1"), "spawned") == "b1,c1"
    assert told(draw(picture, flags="1b2*", spawned="e5"), "spawned") == "e5"


def test_e8_a_position_in_the_midst_of_a_turn_reads_back():
    position = draw(". . .\n. 1 .\n. . .", flags="1b2*", exile="1:2+0")
    for text in ("@a1", "@c3"):
        position.push_text(text)
        again = GAME.parse(str(position))
        assert (str(again), again.key, again.legal_moves()) == (str(position), position.key, position.legal_moves())


def test_e8_the_mode_is_the_texts_own():
    text = text_of("1", mode="infinite")
    with pytest.raises(ludoteca.InvalidPosition, match="mode infinite"):
        GAME.parse(text, mode="duel-classic")
    position = GAME.parse(text)
    assert position.options["mode"] == "infinite"
    assert len(position.game.look.sheet(position.options).geometry) == 144
    assert str(pickle.loads(pickle.dumps(position))) == text


@pytest.mark.parametrize("text", ["", "@", "b1", "b1-c2", "PASS", "b1c", "@b1c2", "b0c1", "m1m2", "b13b12", "x" * 999])
def test_e8_unreadable_moves(text):
    assert GAME.start().explain(text).clause == "E8"


def test_e8_what_is_no_text_is_no_move():
    assert GAME.start().explain(17).clause == "E8"  # type: ignore[arg-type]


def test_e8_numbers_that_are_no_moves():
    position = GAME.start()
    for number in (-1, 255, 256, 16 * 256, 24 * 256 + 1, 8 * 256, 2**62):
        with pytest.raises(ValueError, match="not a move"):
            position.play(number)
    for number in (2**64, 2**62 + 200, 24 * 256 + 200):
        with pytest.raises(ValueError, match="not a move"):
            position.move_text(number)
    with pytest.raises(ValueError, match="not a move"):
        position.steps(2**70)
    with pytest.raises(ValueError, match="notation"):
        position.move_text(0, "braille")


def test_every_path_of_a_rich_position_reads_back():
    position = draw(
        """
        . . . . . . . . .
        . 2 . 3 . 4 . 2 .
        . . . . . . . . .
        . 3 . 4 . 2 . 3 .
        . . . . . . . . .
        . 4 . 2 . 3 . 4 .
        1 . . . . . . . .
        """,
    )
    texts = jumps(position, "a1")
    assert len(texts) == 68
    assert max(len(text) for text in texts) >= 2 * 9
    for text in texts:
        move = position.parse_move(text)
        assert move < 2**63
        assert position.move_text(move) == text


def test_the_bounded_board_is_drawn_with_flags_holders_and_exile():
    position = draw(". . 2\n1 . .", flags="1a1* 2a1* 3b2 4b2", exile="2:1+2")
    look = GAME.look
    lines = draw_board(look.sheet(position.options), look.view(position))
    assert lines[-2].startswith("  1 ")
    assert "²1¹" in lines[-2]
    assert "⁴⚑³" in lines[-3]
    assert not any("↔" in line for line in lines)
    notes = look.view(position).notes
    assert notes[0] == "Flags: 1 on a1 held by seat 1, 2 on a1 held by seat 1, 3 on b2, 4 on b2; 3 to win."
    assert notes[1] == "In exile: seat 2 has 1 ready and 2 waiting."
    assert look.view(draw(". .\n1 .")).notes[1] == "Nobody is in exile."


def test_the_wrapped_board_is_drawn_open():
    position = GAME.start(mode="infinite")
    lines = draw_board(GAME.look.sheet(position.options), GAME.look.view(position))
    assert lines[0].count("↕") == 12
    assert all(line.count("↔") == 2 for line in lines[1:13])


def test_the_view_marks_the_last_move():
    position = play(draw("1 2 . . .", exile="2:1+0"), "a1c1")
    assert [mark.cell for mark in GAME.look.view(position).marks if mark.kind == "last"] == [0, 2]
    play(position, "@e5")
    marks = [mark.cell for mark in GAME.look.view(position).marks if mark.kind == "last"]
    assert marks == list(cells(position, "e5"))
    assert "spawned in this turn: e5" in GAME.look.view(position).notes[2]


def test_the_opinion_likes_flags_and_being_near():
    evaluator = GAME.hand_evaluator()
    for better, worse in (
        (draw("1", flags="2a1*"), draw("1", flags="2a3")),
        (draw("1", flags="2a3"), draw("1", flags="2a7")),
        (draw("1", mode="infinite", flags="2l12"), draw("1", mode="infinite", flags="2f6")),
        (draw("1", exile="1:1+0"), draw("1", exile="1:0+1")),
    ):
        assert evaluator.score(better, 0) > evaluator.score(worse, 0)
    start = GAME.start()
    assert {evaluator.score(start, seat) for seat in range(4)} == {0}
    assert len(moves(start)) == 23


def test_e4_5_every_flag_of_a_tile_is_drawn():
    position = GAME.parse(
        "classic ........./........./........./........./........./........./........./1......../.2....... 1 "
        "1e5,2e5,3e5,4h2 0+0,0+0,0+0,0+0 - 0 1 3"
    )
    flags = [mark for mark in GAME.look.view(position).marks if "flag" in mark.kind]
    assert [mark.shape for mark in flags] == ["none", "pennant", "pennant", "none"]
