"""A game that forgot a required method says so, on the compiled core too, where methods of the core cannot raise."""

import pytest

from ludoteca.core.evaluator import Evaluator
from ludoteca.core.position import REQUIRED, Position
from ludoteca.search.nogil import Job
from ludoteca.search.perft import perft
from ludoteca.search.playout import Playout


class Unfinished(Position):
    """Implements nothing; in compiled code a plain Python class could not, even if it tried."""


CALLS = {
    "generate": Position.legal_moves,
    "is_well_formed": lambda position: position.play(0),
    "hash": lambda position: position.key,
    "copy_state": Position.copy,
}


@pytest.mark.parametrize("method", CALLS)
def test_a_missing_method_is_named(method: str) -> None:
    with pytest.raises(NotImplementedError, match=f"Unfinished does not implement {method}"):
        CALLS[method](Unfinished(2))


@pytest.mark.parametrize("call", [Position.is_over, lambda each: perft(each, 2), lambda each: Playout().run(each)])
def test_no_count_is_given_for_a_game_without_moves(call) -> None:
    with pytest.raises(NotImplementedError, match="generate"):
        call(Unfinished(2))


def test_every_required_method_can_be_missed() -> None:
    position = Unfinished(2)
    for method in ("generate", "hash"):
        with pytest.raises(NotImplementedError):
            CALLS[method](position)
    with pytest.raises(NotImplementedError, match="generate, hash"):
        position.check_complete()
    assert set(CALLS) - {"copy_state"} <= set(REQUIRED)


class Blank(Evaluator):
    """Attaches to anything, and evaluates nothing."""

    def attach(self, position: Position) -> None:
        pass


def test_an_evaluator_without_evaluate_says_so() -> None:
    with pytest.raises(NotImplementedError, match="Blank does not implement evaluate"):
        Blank().score(Unfinished(2), 0)
    with pytest.raises(NotImplementedError):
        Evaluator().attach(Unfinished(2))


def test_a_job_without_work_says_so() -> None:
    with pytest.raises(NotImplementedError):
        Job().run()
