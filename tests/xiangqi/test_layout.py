"""Packed numbers give back what was packed; `tests/test_layouts.py` compares them with their compiled form."""

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games.xiangqi import layout

points = st.integers(0, layout.NOWHERE - 1)
slots = st.integers(0, layout.EMPTY - 1)
plies = st.integers(0, 65535)


@given(side=st.integers(0, 1), rank=st.integers(0, 15))
def test_a_slot_tells_its_side_and_its_rank_in_the_set(side, rank):
    slot = side * 16 + rank
    assert (layout.side(slot), layout.index_in_side(slot)) == (side, rank)
    assert layout.side(layout.EMPTY) not in (0, 1)


@given(origin=points, target=points)
def test_a_move_tells_its_points(origin, target):
    move = layout.move(origin, target)
    assert 0 <= move < layout.MOVE_LIMIT
    assert (layout.origin(move), layout.target(move)) == (origin, target)


@given(captured=st.integers(0, layout.EMPTY), quiet=plies)
def test_what_undoes_a_move_gives_everything_back(captured, quiet):
    undo = layout.undo(captured, quiet)
    assert (layout.captured(undo), layout.quiet(undo)) == (captured, quiet)


@given(target=points, between=st.integers(0, layout.ALWAYS_EMPTY))
def test_a_step_tells_its_points(target, between):
    step = layout.step(target, between)
    assert (layout.step_target(step), layout.step_between(step)) == (target, between)


@given(ply=plies, attacker=slots, victim=slots)
def test_a_threat_tells_its_parts(ply, attacker, victim):
    threat = layout.threat(ply, attacker, victim)
    assert layout.threat_ply(threat) == ply
    assert (layout.threat_attacker(threat), layout.threat_victim(threat)) == (attacker, victim)
