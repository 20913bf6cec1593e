"""What the evaluation written by hand says of positions: signs and order, not numbers. What a network adds to it."""

from typing import Any

import pytest

from ludoteca.core.network import Network, NetworkEvaluator
from tests.networks import features_of
from tests.play import IS_COMPILED, walk
from tests.tomb_chess.drawing import GAME, place

DECIDED = 15000


def evaluate(units: str, seat: int = 0, **fields: Any) -> int:
    return GAME.hand_evaluator().score(place(units, **fields), seat)


def test_what_is_good_for_one_seat_is_as_bad_for_the_other() -> None:
    evaluator = GAME.hand_evaluator()
    for position in walk(("tomb-chess", {}), 5, 600 if IS_COMPILED else 60):
        assert evaluator.score(position, 0) == -evaluator.score(position, 1)


def test_the_first_position_is_even() -> None:
    assert GAME.hand_evaluator().score(GAME.start(), 0) == 0


@pytest.mark.parametrize(("more", "less"), ["QD", "DR", "RB", "NJ", "BP"])
def test_kinds_are_worth_what_they_can_do(more: str, less: str) -> None:
    assert evaluate(f"{more}e5") > evaluate(f"{less}e5")


def test_t6_range_is_worth_something() -> None:
    assert evaluate("Re5") > evaluate("Re5", states="e5=6")
    assert evaluate("Pe5", states="e5=3") > evaluate("Pe5")


def test_t4_5_and_t8_3_sleepers_are_worth_less() -> None:
    assert evaluate("Re5") > evaluate("Re5", states="e5=r") > evaluate("Re5", states="e5=p2")


def test_t13_4_a_jester_beside_it_holds_a_unit() -> None:
    assert evaluate("Qe5 jg8") > evaluate("Qe5 je6")


def test_t16_3_the_last_pawns_are_worth_most() -> None:
    first = evaluate("Pa2 Pb2") - evaluate("Pa2")
    fifth = evaluate("Pa2 Pb2 Pc2 Pd2 Pe2") - evaluate("Pa2 Pb2 Pc2 Pd2")
    assert first > fifth > 0


def test_t8_4_a_tomb_beside_the_king_is_a_danger() -> None:
    assert evaluate("Ke5", graves="h5:p") > evaluate("Ke5", graves="e6:p")


def test_t16_1_a_dead_king_decides() -> None:
    assert evaluate("Qe5 Re6", graves="h5:k") >= DECIDED
    assert evaluate("Qe5 Re6", graves="h5:K") <= -DECIDED


def test_opinions_of_games_under_way_are_far_from_decided() -> None:
    evaluator = GAME.hand_evaluator()
    for position in walk(("tomb-chess", {}), 6, 2000 if IS_COMPILED else 200):
        assert (abs(evaluator.score(position, 0)) >= DECIDED) == (position.outcome() is not None)


def test_t16_4_who_moved_loses_when_both_lose_their_last_pawns() -> None:
    # The rook lands on the tomb, and both last pawns die beside it.
    position = place("Re5 Ph6 ph4", graves="h5:n")
    position.push_text("e5-h5")
    outcome = position.outcome()
    assert outcome is not None and outcome.clause == "T16.3"
    assert GAME.hand_evaluator().score(position, 0) * outcome.payoffs[0] >= DECIDED


def test_a_network_adds_to_it_what_it_has_learned() -> None:
    features = features_of(("tomb-chess", {}))
    inputs, input_bias, outputs = map(bytes, (features.count * 16 * 2, 16 * 2, features.buckets * 2 * 16 * 2))
    # Nothing learned but that whoever is asked is better by 10.
    bias = (10 * 255 * 64 // 400 + 1).to_bytes(4, "little") * features.buckets
    sizes = (features.count, 16, 2, features.buckets, 400)
    network = Network("tomb-chess", features.digest, *sizes, inputs, input_bias, outputs, bias)
    learned, by_hand = NetworkEvaluator(network, features), GAME.hand_evaluator()
    for position in walk(("tomb-chess", {}), 7, 200 if IS_COMPILED else 20):
        for seat in (0, 1):
            assert learned.score(position, seat) == by_hand.score(position, seat) + 10
