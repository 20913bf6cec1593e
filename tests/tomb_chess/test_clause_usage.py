"""Which clauses of Tomb Chess let a unit go its way: its own movement, a lent one, or lifted walls."""

import ludoteca
from ludoteca.core.usage import Usage


def fired(text: str, move: str) -> set[str]:
    position = ludoteca.game("tomb-chess").parse(text)
    usage = Usage(position.game.usage_clauses)
    position.attach_usage(usage)
    position.push_text(move)
    return set(usage.take())


def shown(clause: str, move: str) -> str:
    """The position of the example of a clause that shows a move."""
    return next(
        each.position
        for each in ludoteca.game("tomb-chess").examples
        if each.clause == clause and move in (each.move, each.origin)
    )


def test_a_lent_movement_counts_only_where_it_was_needed() -> None:
    text = shown("T0.12", "e5-l5*l8")
    assert {"T3.3", "T12.1", "T7.1"} <= fired(text, "e5-l5*l8")
    own = fired(text, "e5-f7")
    assert "T2.1" in own and not own & {"T3.3", "T12.1", "T13.3"}


def test_what_is_lent_to_the_second_leg_alone() -> None:
    assert {"T4.1", "T4.4", "T3.3", "T12.1", "T4.5"} <= fired(shown("T4.4", "c6-e5-h5"), "c6-e5-h5")
    assert not fired(shown("T4.1", "e5-e6-f7"), "e5-e6-f7") & {"T4.4", "T3.3", "T12.1"}


def test_a_majority_lifts_walls_only_where_they_stand_in_the_way() -> None:
    text = shown("T5.8", "c2-f5")
    assert {"T5.8", "T11.5"} <= fired(text, "c2-f5")
    assert not fired(text, "c2-b3") & {"T5.8", "T11.5"}


def test_a_jester_over_walls_and_a_knight_past_one() -> None:
    assert {"T5.7", "T13.2"} <= fired(shown("T5.7", "e5-f7"), "e5-f7")
    past = fired(shown("T5.4", "e5-f7"), "e5-f7")
    assert "T5.4" in past and not past & {"T5.7", "T13.2", "T5.8"}


def test_a_capture_costs_range_by_one_clause_or_the_other() -> None:
    outside = fired(shown("T6.1", "e5-h5"), "e5-h5")
    assert "T6.1" in outside and not outside & {"T6.2", "T11.4"}
    inside = fired(shown("T6.2", "b5-f5"), "b5-f5")
    assert {"T6.2", "T11.4"} <= inside and "T6.1" not in inside
