"""Systematic wishes: which clauses forbid what is tried at a position."""

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.lab.refusals import refusals_at
from ludoteca.search.playout import Playout
from tests.play import EXAMPLES

STARTS = ("xiangqi", "chinese-checkers", "exile", "tomb-chess")


@pytest.mark.parametrize("name", STARTS)
def test_wishes_are_refused_by_clauses_that_can_refuse(name: str) -> None:
    position = ludoteca.game(name).start()
    text = str(position)
    found = refusals_at(position, 120)
    assert 40 < found.tried <= 120
    assert 30 < found.counts.total() <= found.tried
    assert not set(found.counts) & set(position.game.rules.chapters)
    assert set(found.examples) == set(found.counts)
    rules = position.game.rules
    others = set(position.game.clause_roles.others)
    for clause, wish in found.examples.items():
        assert clause in rules and clause not in others
        ruling = position.explain(wish)
        assert ruling is None or ruling.clause == clause or " " in wish
    assert str(position) == text and not position.moves_played()


def test_the_clauses_of_a_well_known_position() -> None:
    found = refusals_at(ludoteca.game("xiangqi").start(), 10_000)
    # Each of 16 pieces to 89 other points, of which 44 are legal moves; the others are not Red's, or a single point.
    assert found.counts["X1.1"] > 0 and found.counts["X1.6"] > 0 and found.counts["X2.1"] >= 16
    legal = found.tried - found.counts.total()
    assert legal == 44


def test_a_pinned_piece_is_refused_by_its_pin() -> None:
    position = ludoteca.game("xiangqi").parse("4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1")
    found = refusals_at(position)
    assert found.counts["X2.2"] == 8
    ruling = position.explain(found.examples["X2.2"])
    assert ruling and ruling.clause == "X2.2"


def test_the_same_wishes_every_time_and_after_a_copy() -> None:
    position = ludoteca.game("exile").start()
    Playout(3).run(position, 40)
    assert refusals_at(position) == refusals_at(position.copy())


def test_nothing_is_tried_in_a_finished_game() -> None:
    position = ludoteca.game("xiangqi").parse("3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
    assert refusals_at(position).tried == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_plain_games_are_asked_too(name: str) -> None:
    game = ludoteca.game(name)
    position: Position = game.start()
    Playout(1).run(position, 3)
    found = refusals_at(position)
    assert found.tried > 5
    assert found.counts
    assert all(clause in game.rules for clause in found.counts)


def test_what_is_no_move_at_all_is_not_forbidden_by_a_rule() -> None:
    """Moves of Hex name one cell, or swap: two cells are no move, and no rule forbids them."""
    position = ludoteca.game("hex").start()
    Playout(1).run(position, 3)
    found = refusals_at(position, 600)
    assert dict(found.counts) == {"A1.2": 3, "A1.3": 1} and found.tried == 122
