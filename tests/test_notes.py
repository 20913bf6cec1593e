"""What a page tells of a unit that is picked: notes with their clauses, as the rules answer them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from tests.exile.drawing import draw
from tests.play import after, variant_name, variants
from tests.tomb_chess.drawing import ends, place

SHAPES = ("", "shield", "area")


def notes(position, name):
    """The notes when a unit is picked, by clause; of several with a clause, the one about the unit."""
    geometry = position.game.look.sheet(position.options).geometry
    cell = geometry.cell(name)
    found = position.game.look.notes(position, cell)
    told = {note.clause: note for note in reversed(found) if note.cell in (cell, None)}
    return {clause: (note.words, {geometry.names[each] for each in note.cells}) for clause, note in told.items()}


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
def test_notes_name_clauses_and_cells_and_change_nothing(variant, seed, plies):
    position = after(variant, seed, plies)
    sheet = position.game.look.sheet(position.options)
    text, key = str(position), position.key
    for cell in range(len(sheet.geometry)):
        for note in position.game.look.notes(position, cell):
            assert position.game.rules[note.clause] and note.words and note.shape in SHAPES
            assert all(0 <= each < len(sheet.geometry) for each in (*note.cells, note.cell or 0))
            assert note.seat is None or note.seat < position.seats
    assert (str(position), position.key) == (text, key)


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "exile", "tomb-chess"])
def test_every_unit_of_our_games_is_told_how_it_moves(name):
    position = ludoteca.game(name).start()
    look = position.game.look
    view = look.view(position)
    pieces = [cell for cell, unit in view.units.items() if not unit.startswith("flag")]
    assert pieces and all(any(note.cell == cell for note in look.notes(position, cell)) for cell in pieces)


def test_t12_1_the_lender_of_a_movement_is_told():
    told = notes(place("Be5 Qe2"), "e5")
    assert told["T12.1"] == ("moves as a queen, too: lent by the queen on e2", {"e2"})
    assert "T12.1" not in notes(place("Be5"), "e5")


def test_t12_1_what_adds_nothing_is_not_told_as_lent():
    assert "T12.1" not in notes(place("Qe5 Be2 Bb2"), "e5")
    assert "T12.1" not in notes(place("Re5 Kf5"), "e5")


def test_t13_3_a_jester_is_told_whose_movement_it_steals():
    position = place("Je5 re9")
    words, cells = notes(position, "e5")["T13.3"]
    assert "lent by the rook on e9" in words and cells == {"e9"}
    assert "e8" in ends(position, "e5")


def test_t12_3_a_guarded_unit_has_a_shield_whoever_is_picked():
    position = place("Be5 Qe2 Re9 pl10")
    cell = position.game.look.sheet({}).geometry.cell
    shields = [note for note in position.game.look.notes(position, cell("l10")) if note.shape == "shield"]
    assert (cell("e5"), {cell("e2"), cell("e9")}) in [(note.cell, set(note.cells)) for note in shields]
    assert cell("l10") not in [note.cell for note in shields]


def test_t8_3_and_t4_5_what_keeps_a_unit_is_told():
    position = place("Re5 Bg5", states="e5=p2,g5=r")
    assert "2 more turns" in notes(position, "e5")["T8.3"][0]
    assert notes(position, "g5")["T4.5"][0] == "rests this turn after a double move"
    position = place("Re5 Bg5 pl10", states="g5=r", side="N")
    assert notes(position, "g5")["T4.5"][0] == "rests in its side's next turn after a double move"


def test_t13_4_the_jester_that_paralyses_is_told():
    assert notes(place("Re5 je6"), "e5")["T13.4"] == (
        "is paralysed as long as the jester on e6 stands beside it",
        {"e6"},
    )


def test_t10_4_the_rook_that_pushed_is_told():
    _, cells = notes(place("Qe5 re8 rl9", states="e5=x", pusher="e8"), "e5")["T10.4"]
    assert cells == {"e8"}


def test_t11_2_quadrants_are_told_by_majority():
    position = place("Re4 Be5 ra9")
    areas = [note for note in position.game.look.notes(position, 0 + 12 * 3 + 4) if note.shape == "area"]
    assert [(note.seat, len(note.cells)) for note in areas] == [(0, 36), (1, 36)]
    assert "a1-f6" in areas[0].words and "a7-f12" in areas[1].words


def test_t11_2_the_quadrants_of_a_side_are_told_at_once():
    position = ludoteca.game("tomb-chess").start()
    areas = [note for note in position.game.look.notes(position, 0) if note.shape == "area"]
    assert [note.words for note in areas] == [
        "South has the majority in a1-f6 and g1-l6: no double move of North may end there and leave it so",
        "North has the majority in a7-f12 and g7-l12: no double move of South may end there and leave it so",
    ]
    assert [(note.seat, len(note.cells)) for note in areas] == [(0, 72), (1, 72)]


def test_t14_7_a_king_is_told_that_it_can_take_a_place():
    assert "T14.7" in notes(place(""), "b1") and "T14.7" not in notes(place("Qe5"), "e5")


def test_x1_6_and_x1_5_what_blocks_a_piece_is_told():
    start = ludoteca.game("xiangqi").start()
    assert "X1.6" in notes(start, "b1") and notes(start, "b1")["X1.6"][0].startswith("goes one point straight")
    hobbled = [note for note in start.game.look.notes(start, 1) if note.cells]
    assert [note.words for note in hobbled] == ["is hobbled by the elephant on c1"]


def test_x2_3_a_pinned_piece_is_told_by_whom():
    position = ludoteca.game("xiangqi").parse("3k5/9/9/4r4/9/9/9/4R4/9/4K4 w - - 0 1")
    assert notes(position, "e3")["X2.3"] == (
        "cannot go everywhere: its general would be in check from the cart on e7",
        {"e7"},
    )


def test_x2_2_a_piece_between_the_generals_is_told():
    position = ludoteca.game("xiangqi").parse("4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1")
    assert notes(position, "e6")["X2.2"][1] == {"e10"}


def test_c3_2_the_closed_areas_are_told():
    told = notes(ludoteca.game("chinese-checkers").start(), "d1")
    assert len(told["C3.2"][1]) == 40 and "C3.1" not in told


def test_e4_1_and_e6_1_flags_and_danger_are_told():
    position = draw("2 2 .\n1 2 .", flags="1a1*")
    told = notes(position, "a1")
    assert told["E4.1"][0] == "holds the flag of seat 1, and carries it along"
    assert "E6.1" in told and "E6.1" not in notes(position, "b2")
