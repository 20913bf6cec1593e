"""Which clauses of Exile take part in a move, where examples show one of them at a time."""

import ludoteca
from ludoteca.core.usage import Usage

EMPTY_RANK = "............"


def fired(text: str, *moves: str, **options: bool) -> tuple[str, ...]:
    """The clauses of the last of some moves."""
    position = ludoteca.game("exile").parse(text, **options)
    usage = Usage(position.game.usage_clauses)
    position.attach_usage(usage)
    for move in moves:
        usage.take()
        position.push_text(move)
    return usage.take()


def test_a_slide_over_no_seam_and_over_one() -> None:
    ranks = "/".join([EMPTY_RANK] * 5 + ["1..........3"] + [EMPTY_RANK] * 6)
    text = f"duel-infinite {ranks} 1 1c3,3j10 0+0,0+0 - 0 1 2"
    assert fired(text, "a7b7") == ("E3.1",)
    assert fired(text, "a7l8") == ("E1.2", "E3.1")


def test_a_jump_over_a_seam_exiles() -> None:
    ranks = "/".join([EMPTY_RANK] * 5 + ["1..........3"] + [EMPTY_RANK] * 6)
    text = f"duel-infinite {ranks} 1 1c3,3j10 0+0,0+0 - 0 1 2"
    assert fired(text, "a7k7") == ("E1.2", "E3.2", "E3.5")


def test_a_pass_of_who_has_nothing_left_and_of_who_has() -> None:
    empty = "/".join(["........."] * 8)
    assert fired(f"duel-classic {empty}/....3.... 1 1b2,3h8 0+0,0+0 - 0 1 2", "pass") == ("E2.2", "E7.2")
    assert fired(f"duel-classic {empty}/1...3.... 1 1b2,3h8 0+0,0+0 - 0 1 2", "pass") == ("E2.2",)


def test_flags_taken_carried_dropped_and_left() -> None:
    empty = "/".join(["........."] * 7)
    text = f"classic {empty}/1..2...../......... 1 1a2*,2d2*,3b2,4h2 0+0,0+0,0+0,0+0 - 0 1 3"
    assert fired(text, "a2b2") == ("E3.1", "E4.1", "E4.2")
    text = f"classic {empty}/12......./......... 1 1h8,2b2*,3a2*,4c2 0+0,0+0,0+0,0+0 - 0 1 3"
    assert fired(text, "a2c2") == ("E3.2", "E3.5", "E4.1", "E4.3", "E4.4")


def test_a_cornered_piece_counts_once_though_two_are_exiled() -> None:
    empty = "/".join(["........."] * 6)
    text = f"duel-classic {empty}/..3....../3......../13....... 3 1e5,3h8 0+0,0+0 - 0 1 2"
    assert fired(text, "c3b2") == ("E3.1", "E6.1")
    assert fired(text, "c3d3") == ("E3.1",)
