"""Every plane of every game by its value, as each seat sees it: what a case does not name is empty."""

from typing import Any, NamedTuple

import numpy
import pytest

import ludoteca
from ludoteca.core.encoding import turned_cells
from ludoteca.games.chinese_checkers.encoding import grid_place


class Case(NamedTuple):
    """A position, after some moves, as a seat sees it: a number is everywhere, else it is by the names of cells."""

    game: str
    text: str
    moves: str
    seat: int
    planes: dict[str, Any]
    options: dict[str, Any] = {}  # noqa: RUF012


def at(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


CHECKED = Case(
    "xiangqi",
    "3k5/9/R8/9/9/9/9/9/9/4K4 w - - 7 1",
    "a8a10 d10d9 a10a9 d9d10 a9a10",
    1,
    {
        "own general": at("d10"),
        "enemy general": at("e1"),
        "enemy cart": at("a10"),
        "quiet plies": 12,
        "seen": 1,
        "always checked": at("d10"),
        "left": {"a8": 5, "d10": 4, "a10": 3, "d9": 2, "a9": 1},
        "reached": {"d9": 4, "a9": 3, "d10": 2, "a10": 1},
    },
)
CHASED = Case(
    "xiangqi",
    "4k4/9/8c/R8/9/9/9/9/9/3K5 w - - 0 1",
    "a7a8 i8i7 a8a7 i7i8",
    0,
    {
        "own general": at("d1"),
        "own cart": at("a7"),
        "enemy general": at("e10"),
        "enemy cannon": at("i8"),
        "quiet plies": 4,
        "seen": 1,
        "always chased": at("i8"),
        "left": {"a7": 4, "i8": 3, "a8": 2, "i7": 1},
        "reached": {"a8": 4, "i7": 3, "a7": 2, "i8": 1},
    },
)
ALL_KINDS = Case(
    "xiangqi",
    "1nbak4/9/8c/p8/9/9/6P2/7C1/4A4/R1B1KH3 b - - 3 9",
    "",
    1,
    {
        "own general": at("e10"),
        "own guard": at("d10"),
        "own elephant": at("c10"),
        "own horse": at("b10"),
        "own cannon": at("i8"),
        "own pawn": at("a7"),
        "enemy general": at("e1"),
        "enemy guard": at("e2"),
        "enemy elephant": at("c1"),
        "enemy horse": at("f1"),
        "enemy cart": at("a1"),
        "enemy cannon": at("h3"),
        "enemy pawn": at("g4"),
        "quiet plies": 3,
    },
)
STAR = Case(
    "chinese-checkers",
    "",
    "e5f5 m5l5 f5g5 l5k5 g5f5 k5l5",
    0,
    {
        "holes": at(*ludoteca.game("chinese-checkers").look.sheet({"players": 2}).geometry.names),
        "own pieces": at("a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "d4", "f5", "e6", "e7", "e8", "e9"),
        "pieces of the first seat after": at(
            "q1", "p1", "p2", "o1", "o2", "o3", "n1", "n2", "n3", "n4", "l5", "m6", "m7", "m8", "m9"
        ),
        "round": 4,
        "seen": 1,
        "left": {"e5": 6, "m5": 5, "f5": 4, "l5": 3, "g5": 2, "k5": 1},
        "reached": {"g5": 4, "k5": 3, "f5": 2, "l5": 1},
    },
)
LATE_ROUND = Case(
    "chinese-checkers",
    "./../.../..../2222.....3333/222......333/22.......33/2........./........./3........./.........../............/"
    "............./1111/111/11/1 2 3 300",
    "",
    2,
    {
        "holes": STAR.planes["holes"],
        "own pieces": at("m10", "m11", "m12", "m13", "l10", "l11", "l12", "k10", "k11", "h1"),
        "pieces of the first seat after": at("a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "d4"),
        "pieces of the second seat after": at("m1", "m2", "m3", "m4", "l1", "l2", "l3", "k1", "k2", "j1"),
        "round": 300 - 256,
        "round high": 1,
    },
    {"players": 3, "round_limit": None},
)
DUEL = Case(
    "exile",
    "duel-classic ........./.......3./3......../........./........./........./........./1......../.11...... "
    "1 1a2*,3h8* 1+0,0+2 c1 300 260 2",
    "",
    0,
    {
        "own pieces": at("a2", "b1", "c1"),
        "first seat after's pieces": at("h8", "a7"),
        "own flag": {"a2": 2},
        "first seat after's flag": {"h8": 2},
        "own ready pieces": 1,
        "first seat after's waiting pieces": 2,
        "spawned": at("c1"),
        "quiet turns": 300 - 256,
        "quiet turns high": 1,
        "round": 260 - 256,
        "round high": 1,
        "flags to win": 2,
    },
    {"mode": "duel-classic", "quiet_limit": None},
)
REPEATED_DUEL = Case(
    "exile",
    "",
    "c2c1 j11j12 c1c2 j12j11",
    0,
    {
        "own pieces": at("c2", "b3", "d3", "c4"),
        "first seat after's pieces": at("j9", "i10", "k10", "j11"),
        "own flag": at("c3"),
        "first seat after's flag": at("j10"),
        "quiet turns": 4,
        "round": 3,
        "flags to win": 2,
        "seen": 1,
        "left": {"c2": 4, "j11": 3, "c1": 2, "j12": 1},
        "reached": {"c1": 4, "j12": 3, "c2": 2, "j11": 1},
    },
    {"mode": "duel-infinite"},
)
FOUR = Case(
    "exile",
    "infinite ............/..2......3../............/............/............/............/............/............/"
    "............/.1.1....4.4./............/............ 1 1c3,2c10,3j10,4j3 1+1,2+1,1+2,1+1 - 0 1 3",
    "",
    2,
    {
        "own pieces": at("j11"),
        "first seat after's pieces": at("i3", "k3"),
        "second seat after's pieces": at("b3", "d3"),
        "third seat after's pieces": at("c11"),
        "own flag": at("j10"),
        "first seat after's flag": at("j3"),
        "second seat after's flag": at("c3"),
        "third seat after's flag": at("c10"),
        "own ready pieces": 1,
        "first seat after's ready pieces": 1,
        "second seat after's ready pieces": 1,
        "third seat after's ready pieces": 2,
        "own waiting pieces": 2,
        "first seat after's waiting pieces": 1,
        "second seat after's waiting pieces": 1,
        "third seat after's waiting pieces": 1,
        "round": 1,
        "flags to win": 3,
    },
    {"mode": "infinite"},
)
GRAVES = Case(
    "tomb-chess",
    "jbdqkn6/p11/12/12/12/12/12/12/12/12/P11/RNBDJQK5 N a1=p2,a2=7,b12=r b5:2,c5:1,g9:1 d4:Dpn,e4:QPPPPp! - 300",
    "",
    1,
    {
        "own jester": at("a12"),
        "own bishop": at("b12"),
        "own dragon": at("c12"),
        "own queen": at("d12"),
        "own king": at("e12"),
        "own knight": at("f12"),
        "own pawn": at("a11"),
        "enemy pawn": at("a2"),
        "enemy rook": at("a1"),
        "enemy knight": at("b1"),
        "enemy bishop": at("c1"),
        "enemy dragon": at("d1"),
        "enemy jester": at("e1"),
        "enemy queen": at("f1"),
        "enemy king": at("g1"),
        "range": {
            **dict.fromkeys(("a1", "c1", "d1", "f1", "b12", "c12", "d12"), 12),
            **dict.fromkeys(("b1", "e1", "a12", "f12"), 3),
            **at("g1", "e12", "a11"),
            "a2": 7,
        },
        "resting": at("b12"),
        "paralysed": {"a1": 2},
        "walls": {"b5": 2, "c5": 1, "g9": 1},
        "open graves": at("e4"),
        "graves": {"e4": 6, "d4": 3},
        "dead 1": {"e4": 15, "d4": 13},
        "dead 2": {"e4": 9, "d4": 1},
        "dead 3": {"e4": 9, "d4": 2},
        "dead 4": {"e4": 9},
        # North counts l12 as the first square, so e4 comes before d4.
        "squares of the dead": [104] * 6 + [105] * 3,
        "list of the dead": [15, 9, 9, 9, 9, 1, 13, 1, 2],
        "turn": 300 - 256,
        "turn high": 1,
    },
)
PUSHED = Case(
    "tomb-chess",
    "r4k6/p11/12/12/12/12/12/12/12/12/P11/R4K6 S a1=10r,a2=x - - a1 7",
    "",
    0,
    {
        "own rook": at("a1"),
        "own king": at("f1"),
        "own pawn": at("a2"),
        "enemy rook": at("a12"),
        "enemy king": at("f12"),
        "enemy pawn": at("a11"),
        "range": {"a1": 10, "a2": 1, "f1": 1, "a12": 12, "a11": 1, "f12": 1},
        "resting": at("a1"),
        "pushed": at("a2"),
        "pusher": at("a1"),
        "turn": 7,
    },
)
TURNED = Case(
    "tomb-chess",
    "5k6/p11/12/12/12/12/4n7/3P8/12/12/P11/5K6 S - - - - 1",
    # A pawn captures the knight and becomes one; then the square with the grave below it is turned to e7.
    "d5-e6 a11-a10 rot:e6:2:90",
    1,
    {
        "own king": at("f12"),
        "own pawn": at("a10"),
        "enemy king": at("f1"),
        "enemy pawn": at("a2"),
        "enemy knight": at("e7"),
        "range": {"f12": 1, "a10": 1, "f1": 1, "a2": 1, "e7": 3},
        "walls": at("a11"),
        "graves": at("e7"),
        "dead 1": {"e7": 2},
        "squares of the dead": [144 - (6 * 12 + 4)],
        "list of the dead": [2],
        "turn": 2,
        "left": {"d5": 3, "a11": 2, "e6": 1},
        "reached": {"e6": 3, "a10": 2, "e7": 1},
    },
)
KINGS_GO_ROUND = Case(
    "tomb-chess",
    "5k6/p11/12/12/12/12/12/12/12/12/P11/5K6 S - - - - 1",
    # Walls stand behind the kings for two plies, so the second round comes back to the end of the first.
    2 * "f1-f2 f12-f11 f2-g2 f11-g11 g2-g1 g11-g12 g1-f1 g12-f12 ",
    0,
    {
        "own king": at("f1"),
        "own pawn": at("a2"),
        "enemy king": at("f12"),
        "enemy pawn": at("a11"),
        "range": at("f1", "a2", "f12", "a11"),
        "walls": {"g1": 1, "g12": 2},
        "turn": 9,
        "seen": 1,
        "left": {"f1": 8, "f12": 7, "f2": 6, "f11": 5, "g2": 4, "g11": 3, "g1": 2, "g12": 1},
        "reached": {"f2": 8, "f11": 7, "g2": 6, "g11": 5, "g1": 4, "g12": 3, "f1": 2, "f12": 1},
    },
)
CASES = {name: case for name, case in globals().items() if isinstance(case, Case)}
OTHERS = {
    "xiangqi": ("own ", "enemy "),
    "chinese-checkers": ("own pieces", "pieces of the first seat after"),
    "exile": ("own ", "first seat after's "),
    "tomb-chess": ("own ", "enemy "),
}
"""How the names of planes that belong to a seat begin, and those of the other seat of two."""


def reached(case: Case) -> ludoteca.Position:
    game = ludoteca.game(case.game)
    position = game.parse(case.text, **case.options) if case.text else game.start(**case.options)
    for move in case.moves.split():
        position.push_text(move)
    return position


def expected(position: ludoteca.Position, seat: int, shape: tuple[int, ...], content: Any) -> numpy.ndarray:
    """A plane by its content."""
    plane = numpy.zeros(shape, numpy.uint8)
    if isinstance(content, int):
        plane[:] = content
    elif isinstance(content, list):
        plane.reshape(-1)[: len(content)] = content
    else:
        sheet = position.game.look.sheet(position.options)
        turned = turned_cells(sheet.geometry, sheet.scale, sheet.seats[seat].turn)
        place = grid_place if position.game.name == "chinese-checkers" else int
        for name, number in content.items():
            plane.reshape(-1)[place(turned[sheet.geometry.cell(name)])] = number
    return plane


def check(position: ludoteca.Position, seat: int, planes: dict[str, Any]) -> None:
    encoding = position.game.encoding(position.options)
    shown = numpy.frombuffer(encoding.observe(position, seat), numpy.uint8).reshape(encoding.shape)
    assert planes.keys() <= {plane.name for plane in encoding.planes}
    for plane, seen in zip(encoding.planes, shown, strict=True):
        wanted = expected(position, seat, encoding.shape[1:], planes.get(plane.name, {}))
        assert seen.tolist() == wanted.tolist(), plane.name


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_seat_sees_what_there_is(case):
    check(reached(case), case.seat, case.planes)


@pytest.mark.parametrize(
    "case",
    [CHECKED, CHASED, ALL_KINDS, STAR, DUEL, REPEATED_DUEL],
    ids=["CHECKED", "CHASED", "ALL_KINDS", "STAR", "DUEL", "REPEATED_DUEL"],
)
def test_the_other_seat_sees_the_same_the_other_way_round(case):
    planes = {swapped(case.game, name): content for name, content in case.planes.items()}
    check(reached(case), 1 - case.seat, planes)


def swapped(game: str, name: str) -> str:
    """What the other seat of two calls a plane."""
    own, other = OTHERS[game]
    if name.startswith(own):
        return name.replace(own, other, 1)
    return name.replace(other, own, 1) if name.startswith(other) else name


@pytest.mark.parametrize("game", sorted({case.game for case in CASES.values()}))
def test_no_plane_is_left_untested(game):
    cases = [case for case in CASES.values() if case.game == game]
    tested = {name for case in cases for name, content in case.planes.items() if content}
    tested |= {swapped(game, name) for name in tested}
    for case in cases:
        encoding = ludoteca.game(game).encoding(ludoteca.game(game).choose(case.options))
        assert {plane.name for plane in encoding.planes} <= tested
