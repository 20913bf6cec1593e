"""The features of moves by their values, in every game that has them."""

import numpy
import pytest

import ludoteca
from ludoteca.core.encoding import turned_cells
from ludoteca.lab import Batch
from tests.lab.test_batch import play

TOMB = "tomb-chess"


def described(name, text, **options):
    """The features of each legal move, by its text, and the number of each cell as the seat to move counts it."""
    batch = Batch(name, 2, seed=1, **options)
    batch.load([text], lanes=[1])
    position = batch.position(1)
    rows = batch.features[batch.offsets[1] : batch.offsets[2]].tolist()
    sheet = position.game.look.sheet(position.options)
    turned = turned_cells(sheet.geometry, sheet.scale, sheet.seats[position.to_move].turn)
    cells = {cell: turned[number] for number, cell in enumerate(sheet.geometry.names)}
    return dict(zip(map(position.move_text, position.legal_moves()), rows, strict=True)), cells


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "exile", TOMB])
def test_features_tell_of_each_legal_move(name):
    batch = play(Batch(name, 2, seed=3), 1)
    assert batch.features.shape == (len(batch.moves), len(batch.feature_names))
    assert batch.features.dtype == numpy.uint8


@pytest.mark.parametrize("side", ["w", "b"])
def test_features_of_xiangqi(side):
    rows, cells = described("xiangqi", f"4k4/9/9/9/4p4/4P4/9/9/9/3K5 {side} - - 0 1")
    pawn, general = 6, 0
    if side == "w":
        assert rows["e5e6"] == [cells["e5"], cells["e6"], pawn, 1 + pawn]
        assert rows["d1d2"] == [cells["d1"], cells["d2"], general, 0]
    else:
        assert rows["e6e5"] == [cells["e6"], cells["e5"], pawn, 1 + pawn]
        assert rows["e10e9"] == [cells["e10"], cells["e9"], general, 0]


@pytest.mark.parametrize(("seat", "step", "hop"), [(1, ("e5", "f5"), ("d1", "f4")), (2, ("m5", "l4"), ("n2", "l5"))])
def test_features_of_chinese_checkers(seat, step, hop):
    rows = str(ludoteca.game("chinese-checkers").start()).split()[0]
    moves, cells = described("chinese-checkers", f"{rows} {seat} 2 1")
    assert moves["".join(step)] == [cells[step[0]], cells[step[1]], 0, 101, 1]
    assert moves["".join(hop)] == [cells[hop[0]], cells[hop[1]], 0, 102, 0]
    assert all(row[3] > 100 for row in moves.values()), "from the start every move goes forward"


@pytest.mark.parametrize("seat", ["1", "3"])
def test_features_of_exile(seat):
    """Both corners have the same: a jump over an enemy, a slide, a spawn."""
    rows, cells = described(
        "exile",
        "duel-classic ........./.......3./......3../......1../........./..3....../..1....../.1......./......... "
        f"{seat} 1b2*,3h8* 1+0,1+0 - 0 5 2",
        mode="duel-classic",
    )
    jump, slide, spawn = {"1": ("c3c5", "c3d3", "@a1"), "3": ("g7g5", "g7f7", "@i9")}[seat]
    flags = ["b2", "h8"] if seat == "1" else ["h8", "b2"]
    assert rows[jump] == [3, cells[jump[:2]], cells[jump[2:]], 1, *(1 + cells[flag] for flag in flags), 0, 0]
    assert rows[slide] == [2, cells[slide[:2]], cells[slide[2:]], 0, 0, 0, 0, 0]
    assert rows[spawn] == [1, cells[spawn[1:]], cells[spawn[1:]], 0, 0, 0, 0, 0]
    assert rows["pass"] == [0] * 8


TOMB_CASES = {
    "5k6/2P8p/12/12/3q8/12/4n7/3P8/12/4B7/P6R4/2D1NKJ5 S - - g6:Pp! - 9": {
        "c1-d2": [0, 0, 0, "c1", "d2", 0, 0, 0, 0, 0],
        "c1-d2-c3": [0, 0, 0, "c1", "c3", "d2", 0, 0, 0, 0],
        "h2-h6-f6>": [0, 0, 0, "h2", "f6", "h6", 2, 0, 0, 0],
        "c11-c12=N": [0, 0, 1, "c11", "c12", 0, 0, 0, 0, 0],
        "c11-c12=Q": [0, 0, 6, "c11", "c12", 0, 0, 0, 0, 0],
        "~l11-l10": [0, 1, 0, "l11", "l10", 0, 0, 0, 0, 0],
        "c1-d2*b4": [1, 0, 0, "c1", "b4", 0, 0, 0, 1, 0],
        "h2-l2*l10>": [1, 0, 0, "h2", "l10", 0, 2, 0, 1, 0],
        "c1/e3": [3, 0, 0, "c1", "e3", 0, 0, 0, 0, 0],
        "rot:d2:2:90": [4, 0, 0, "d2", 0, 0, 0, 0, 2, 1],
        "rot:d2:2:270": [4, 0, 0, "d2", 0, 0, 0, 0, 2, 3],
        "f1^c1": [5, 0, 0, "f1", "c1", 0, 0, 0, 0, 0],
    },
    "5k6/p11/12/12/12/12/12/12/12/5p6/Pp4R5/1N1D3K4 S - - g6:P! - 9": {
        "b1-c3xb2": [0, 0, 0, "b1", "c3", 0, 0, "b2", 0, 0],
        "b1-d2-b3xb2": [0, 0, 0, "b1", "b3", "d2", 0, "b2", 0, 0],
        "+g6": [6, 0, 0, "g6", 0, 0, 0, 0, 0, 0],
    },
    "5k6/p11/12/12/12/12/12/R3p7/12/12/P3p7/3D3K4 S - - - - 9": {
        "d1!": [2, 0, 0, "d1", 0, 0, 0, 0, 0, 0],
        "a5-d5>": [0, 0, 0, "a5", "d5", 0, 1, 0, 0, 0],
        "a5-d5>-e5>": [0, 0, 0, "a5", "e5", "d5", 3, 0, 0, 0],
    },
    "4k3d3/7P3p/12/12/12/12/12/12/12/12/P11/5K6 N - - - - 9": {
        "e12-e11": [0, 0, 0, "e12", "e11", 0, 0, 0, 0, 0],
        "i12!": [2, 0, 0, "i12", 0, 0, 0, 0, 0, 0],
    },
}


@pytest.mark.parametrize("text", TOMB_CASES)
def test_features_of_tomb_chess(text):
    rows, cells = described(TOMB, text)
    for move, wanted in TOMB_CASES[text].items():
        # The first square of a move is counted from 0, others from 1, since there may be none.
        numbers = [cells[each] + (place != 3) if isinstance(each, str) else each for place, each in enumerate(wanted)]
        assert rows[move] == numbers, move
