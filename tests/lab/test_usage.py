"""Which clauses take part in moves: `core/usage`, and what the four games say of theirs."""

import pickle
from collections import Counter
from collections.abc import Iterator

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.search.playout import Playout

OURS = ("xiangqi", "chinese-checkers", "exile")
COUNTER_EXAMPLES = ("Here the piece in the corner has a friend on b1.",)
"""How the captions begin of examples in which a clause does not come into play, and that is what they show."""


def counted(position: Position) -> Usage:
    """A usage that is attached to a position."""
    usage = Usage(position.game.usage_clauses)
    position.attach_usage(usage)
    return usage


def fired(position: Position, move: int) -> tuple[str, ...]:
    """The clauses that take part in a move, on a copy."""
    position = position.copy()
    usage = counted(position)
    position.play(move)
    return usage.take()


def test_moves_are_counted_once_for_each_clause() -> None:
    position = ludoteca.game("xiangqi").start()
    usage = counted(position)
    assert usage.take() == ()
    position.push_text("h3e3")
    assert usage.take() == ("X1.3",)
    position.push_text("h8e8")
    position.push_text("e3e7")
    assert usage.take() == ("X1.1", "X1.3", "X2.3")
    assert usage.take() == ()
    assert usage.moves == 3
    counts = usage.counts()
    assert tuple(counts) == position.game.usage_clauses
    assert counts == {**dict.fromkeys(counts, 0), "X1.1": 1, "X1.3": 3, "X2.3": 1}


def test_an_undone_move_stays_counted_and_copies_count_nothing() -> None:
    position = ludoteca.game("xiangqi").start()
    usage = counted(position)
    move = position.push_text("h3e3")
    position.undo()
    assert usage.counts()["X1.3"] == 1
    position.play(move)
    assert usage.counts()["X1.3"] == usage.moves == 2
    for other in (position.copy(), pickle.loads(pickle.dumps(position))):
        other.push_text("h8e8")
        assert usage.moves == 2
    position.attach_usage(None)
    position.push_text("h8e8")
    assert usage.moves == 2


def test_one_usage_can_count_several_games() -> None:
    game = ludoteca.game("xiangqi")
    usage = Usage(game.usage_clauses)
    made = 0
    for seed in range(1, 4):
        position = game.start()
        position.attach_usage(usage)
        made += Playout(seed).run(position, 50)
    assert usage.moves == made == 150
    assert sum(usage.counts()[clause] for clause in ("X1.2", "X1.3", "X1.4", "X1.5", "X1.6", "X1.7", "X1.8")) == made


def test_a_clause_that_the_game_does_not_declare_is_an_error() -> None:
    position = ludoteca.game("xiangqi").start()
    usage = Usage(("X1.2",))
    position.attach_usage(usage)
    position.push_text("h3e3")
    with pytest.raises(ValueError, match=r"clause 1\.3 took part"):
        usage.take()
    with pytest.raises(ValueError, match=r"clause 1\.3 took part"):
        usage.counts()


@pytest.mark.parametrize("clause", ["", "X", "X1", "X1.x", "rules"])
def test_what_is_no_clause_is_refused(clause: str) -> None:
    with pytest.raises(ValueError, match="is not a clause"):
        Usage((clause,))


def test_clauses_of_two_letters_with_the_same_numbers_are_apart() -> None:
    usage = Usage(("A1.1", "B1.1", "A1.2"))
    assert usage.counts() == {"A1.1": 0, "B1.1": 0, "A1.2": 0}


@pytest.mark.parametrize("name", OURS)
def test_every_clause_has_one_role(name: str) -> None:
    game = ludoteca.game(name)
    clauses = [number for number, clause in game.rules.clauses.items() if clause.mark != "chapter"]
    roles = [clause for role in game.clause_roles for clause in role]
    assert Counter(roles) == Counter(clauses)
    for role in game.clause_roles:
        assert [clause for clause in clauses if clause in role] == list(role), "in the order of the rules"


def legal_examples(name: str) -> Iterator[tuple[str, Position, int]]:
    for example in ludoteca.game(name).examples:
        if example.move and not example.caption.startswith(COUNTER_EXAMPLES):
            position = ludoteca.game(name).parse(example.position, **example.options)
            yield example.clause, position, position.parse_move(example.move)


@pytest.mark.parametrize("name", OURS)
def test_the_clause_of_an_example_takes_part_in_its_move(name: str) -> None:
    game = ludoteca.game(name)
    shown = [
        (clause, position, move) for clause, position, move in legal_examples(name) if clause in game.usage_clauses
    ]
    silent = [
        (clause, position.move_text(move), fired(position, move))
        for clause, position, move in shown
        if clause not in fired(position, move)
    ]
    assert shown and not silent


@pytest.mark.parametrize("name", OURS)
def test_refused_examples_name_clauses_that_can_refuse(name: str) -> None:
    game = ludoteca.game(name)
    refusing = {example.by for example in game.examples if example.refused}
    assert refusing and not refusing & set(game.clause_roles.others)


@pytest.mark.parametrize("name", OURS)
def test_every_clause_that_can_fire_does_and_not_always(name: str) -> None:
    game = ludoteca.game(name)
    seen: Counter[str] = Counter()
    moves = 0
    for _, position, move in legal_examples(name):
        seen.update(fired(position, move))
        moves += 1
    for seed in range(1, 5):
        usage = counted(position := game.start())
        moves += Playout(seed).run(position, 150)
        seen.update(usage.counts())
    assert [clause for clause in game.usage_clauses if not 0 < seen[clause] < moves] == []
