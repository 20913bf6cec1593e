"""C1: the star, its points, and who sits where."""

import pytest

import ludoteca
from ludoteca.games.chinese_checkers import board, layout
from tests.chinese_checkers import reference
from tests.chinese_checkers.drawing import GAME, contents

GEOMETRY = GAME.look.sheet({"players": 2}).geometry


def names(holes):
    return {GEOMETRY.names[hole] for hole in holes}


def test_c1_1_the_star_has_121_holes_in_17_rows():
    assert list(GEOMETRY.names) == reference.HOLES
    assert len(GEOMETRY) == 121


def test_c1_1_every_hole_has_up_to_six_neighbours():
    for hole, name in enumerate(GEOMETRY.names):
        near = {GEOMETRY.names[cell] for way in board.WAYS if (cell := GEOMETRY.step(hole, way)) >= 0}
        assert near == {reference.beside(name, way) for way in reference.WAYS} - {None}
    counts = [sum(GEOMETRY.step(hole, way) >= 0 for way in board.WAYS) for hole in range(121)]
    assert counts.count(2) == 6, "the tips"
    assert counts.count(6) == 121 - counts.count(2) - counts.count(4) - counts.count(5)


def test_c1_1_rays_go_straight_to_the_edge():
    def ray(name, way):
        return [GEOMETRY.names[cell] for cell in GEOMETRY.ray(GEOMETRY.cell(name), way)]

    assert ray("a1", (1, 1)) == ["b2", "c3", "d4", "e9", "f9", "g9", "h9", "i9", "j10", "k11", "l12", "m13"]
    assert ray("e4", (2, 0)) == [f"e{number}" for number in range(5, 14)]


def test_c1_1_regions_name_the_points():
    for point, name in zip(("S", "SW", "NW", "N", "NE", "SE"), board.POINTS, strict=True):
        assert names(GEOMETRY.regions[f"{name} point"]) == reference.TEN[point]
    assert names(GEOMETRY.regions["north fifteen"]) == reference.TEN["N"] | reference.BASE["N"]


@pytest.mark.parametrize("players", [0, 1, 5, 7, "two", True, None])
def test_c1_2_only_two_three_four_or_six_play(players):
    with pytest.raises(ludoteca.InvalidOption, match="players"):
        GAME.start(players=players)


STARTS = {
    2: """
            2
           2 2
          2 2 2
         2 2 2 2
. . . . 2 2 2 2 2 . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    . . . . . . . . .
   . . . . . . . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . 1 1 1 1 1 . . . .
         1 1 1 1
          1 1 1
           1 1
            1
""",
    3: """
            .
           . .
          . . .
         . . . .
2 2 2 2 . . . . . 3 3 3 3
 2 2 2 . . . . . . 3 3 3
  2 2 . . . . . . . 3 3
   2 . . . . . . . . 3
    . . . . . . . . .
   . . . . . . . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         1 1 1 1
          1 1 1
           1 1
            1
""",
    4: """
            3
           3 3
          3 3 3
         3 3 3 3
2 2 2 2 . . . . . . . . .
 2 2 2 . . . . . . . . .
  2 2 . . . . . . . . .
   2 . . . . . . . . .
    . . . . . . . . .
   . . . . . . . . . 4
  . . . . . . . . . 4 4
 . . . . . . . . . 4 4 4
. . . . . . . . . 4 4 4 4
         1 1 1 1
          1 1 1
           1 1
            1
""",
    6: """
            4
           4 4
          4 4 4
         4 4 4 4
3 3 3 3 . . . . . 5 5 5 5
 3 3 3 . . . . . . 5 5 5
  3 3 . . . . . . . 5 5
   3 . . . . . . . . 5
    . . . . . . . . .
   2 . . . . . . . . 6
  2 2 . . . . . . . 6 6
 2 2 2 . . . . . . 6 6 6
2 2 2 2 . . . . . 6 6 6 6
         1 1 1 1
          1 1 1
           1 1
            1
""",
}


@pytest.mark.parametrize("players", STARTS)
def test_c1_3_to_c1_6_the_starting_positions(players):
    position = GAME.start(players=players)
    view = GAME.look.view(position)
    found = {GEOMETRY.names[hole]: int(unit) for hole, unit in view.units.items()}
    assert found == contents(STARTS[players])
    assert position.seats == players
    assert position.to_move == 0


@pytest.mark.parametrize("players", STARTS)
def test_c1_3_the_number_of_pieces(players):
    text = str(GAME.start(players=players)).split()[0]
    for seat in range(1, players + 1):
        assert text.count(str(seat)) == (15 if players == 2 else 10)


def test_c1_4_areas_have_15_holes_for_the_two_who_play_and_10_elsewhere():
    sizes = [len(board.area(2, point)) for point in range(6)]
    assert sizes == [15, 10, 10, 15, 10, 10]
    assert all(len(board.area(players, point)) == 10 for players in (3, 4, 6) for point in range(6))


def test_c1_5_who_has_an_opponent_across():
    across = {players: [board.opposite_of(players, seat) for seat in range(players)] for players in STARTS}
    assert across == {2: [1, 0], 3: [-1, -1, -1], 4: [2, 3, 0, 1], 6: [3, 4, 5, 0, 1, 2]}


@pytest.mark.parametrize("players", STARTS)
def test_c1_7_home_is_the_area_across(players):
    rules = reference.Reference(str(GAME.start(players=players)))
    for seat in range(players):
        assert names(board.start_of(players, seat)) == rules.start(seat + 1)
        assert names(board.home_of(players, seat)) == rules.home(seat + 1)


def test_a_hop_goes_by_as_many_bits_everywhere_on_a_lattice():
    """What the fast rules rest on: no two holes share a bit, and shifted bits are holes only where a hop leads."""
    for lattice in range(layout.LATTICES):
        bits = {board.BIT[slot]: hole for slot, hole in enumerate(board.HOLE) if board.LATTICE[slot] == lattice}
        assert len(bits) == board.LATTICE.count(lattice)
        assert 0 <= min(bits) <= max(bits) < 64
        for bit, hole in bits.items():
            for way, shift in zip(board.AXES, board.SHIFTS, strict=True):
                end = GEOMETRY.step(hole, way)
                assert bits.get(bit + shift, -1) == end
