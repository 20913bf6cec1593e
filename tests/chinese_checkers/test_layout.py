"""Packed numbers give back what was packed; `tests/test_layouts.py` compares them with their compiled form."""

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games.chinese_checkers import layout

slots = st.integers(0, layout.HOLES - 1)
places = st.integers(0, 63)


@given(origin=slots, target=slots)
def test_a_move_tells_its_slots(origin, target):
    move = layout.move(origin, target)
    assert 0 <= move < layout.PASS
    assert (layout.origin(move), layout.target(move)) == (origin, target)


@given(members=st.sets(places))
def test_a_set_of_holes_has_its_members(members):
    holes = sum(layout.bit(place) for place in members)
    assert {place for place in range(64) if layout.has_bit(holes, place)} == members
    assert layout.count_bits(holes) == len(members)


def test_the_lowest_bits_of_all_lattices_have_different_indices():
    indices = [layout.slot_index(lattice, layout.bit(place)) for lattice in range(4) for place in range(64)]
    assert sorted(indices) == list(range(256))
    assert layout.slot_index(2, 0b1100) == layout.slot_index(2, 0b0100)


@given(members=st.sets(st.integers(0, 5)))
def test_a_set_of_ways_has_its_members(members):
    ways = sum(layout.way_bit(way) for way in members)
    assert {way for way in range(6) if layout.has_way(ways, way)} == members


@given(place=st.integers(8, 55))
def test_a_hop_leads_from_where_it_begins_to_where_it_ends_and_back(place):
    hole = layout.bit(place)
    for axis, begin in enumerate((layout.begins_east, layout.begins_northwest, layout.begins_northeast)):
        over = [0, 0, 0]
        over[axis] = begin(hole)
        assert layout.hop(begin(hole), *over) == hole
        assert layout.hop(hole, *over) == begin(hole)
