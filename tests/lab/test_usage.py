"""Which clauses take part in moves: `core/usage`, and what the four games say of theirs."""

import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

import pytest

import ludoteca
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.usage import Usage
from ludoteca.lab.refusals import refusals_at
from ludoteca.search.playout import Playout
from tests.play import EXAMPLES, IS_COMPILED

OURS = ("xiangqi", "chinese-checkers", "exile", "tomb-chess")
COUNTER_EXAMPLES = (
    "Here the piece in the corner has a friend on b1.",
    "A leap passes over nothing.",
    "The bishop was not pushed.",
    "The cart goes to the last rank and attacks the general.",
)
"""How the captions begin of examples in which a clause does not come into play, and that is what they show."""


RANDOM_PLIES = {"tomb-chess": 5}
"""Its moves take long to find, and its examples show nearly all that happens."""


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
    assert usage.take() == ("X1.1", "X1.3")
    assert usage.take() == ()
    position.push_text("d10e9")
    assert usage.take() == ("X1.7", "X2.3")
    assert usage.moves == 4
    counts = usage.counts()
    assert tuple(counts) == position.game.usage_clauses
    assert counts == {**dict.fromkeys(counts, 0), "X1.1": 1, "X1.3": 3, "X1.7": 1, "X2.3": 1}


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
def test_questions_count_nothing(name: str) -> None:
    """Rules try moves to find the legal ones and to explain; that is not a move made."""
    for _, position, move in list(legal_examples(name))[::9]:
        usage = counted(position)
        moves = position.legal_moves()
        position.explain(position.move_text(moves[-1]))
        position.explain("a1a9")
        position.steps(move)
        assert position.outcome() is None and not position.is_over()
        assert (usage.moves, usage.take(), sum(usage.counts().values())) == (0, (), 0)


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


def moves_of_shown_units(name: str) -> Iterator[tuple[Position, int]]:
    """The legal moves of the units that examples show by where they can go."""
    game = ludoteca.game(name)
    for example in game.examples:
        if example.origin and example.clause in game.usage_clauses:
            position = game.parse(example.position, **example.options)
            for target in example.reaches:
                move = game.read_move(position, example.origin + "-" * (name == "tomb-chess") + target)
                if isinstance(move, int):
                    yield position, move


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
    # A clause that switches a rule off refuses in the variant alone.
    refusing = {example.by for example in game.examples if example.refused and not example.options}
    assert refusing and not refusing & set(game.clause_roles.others)


@pytest.mark.parametrize("name", OURS)
def test_every_clause_that_can_fire_does_and_not_always(name: str) -> None:
    game = ludoteca.game(name)
    seen: Counter[str] = Counter()
    moves = 0
    for _, position, move in legal_examples(name):
        seen.update(fired(position, move))
        moves += 1
    for position, move in moves_of_shown_units(name):
        seen.update(fired(position, move))
        moves += 1
    for seed in range(1, 3):
        usage = counted(position := game.start())
        moves += Playout(seed).run(position, RANDOM_PLIES.get(name, 150))
        seen.update(usage.counts())
    assert [clause for clause in game.usage_clauses if not 0 < seen[clause] < moves] == []


VARIANTS: list[tuple[str, dict[str, Value]]] = [
    ("xiangqi", {"repetition": False, "quiet_limit": None}),
    ("xiangqi", {"flying_general": False}),
    ("chinese-checkers", {}),
    ("exile", {"mode": "classic"}),
    ("exile", {"mode": "infinite"}),
    ("exile", {"mode": "duel-classic"}),
    ("exile", {"mode": "duel-infinite"}),
    ("exile", {"repetition": False, "round_limit": None, "quiet_limit": None}),
    ("tomb-chess", {"double_moves": False}),
    ("tomb-chess", {"bounces": False}),
    ("tomb-chess", {"walls": False}),
    ("tomb-chess", {"tombs": False}),
    ("tomb-chess", {"rotations": False, "mind_control": False}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_clause_that_options_switch_off_takes_no_part(name: str, options: dict[str, Value]) -> None:
    game = ludoteca.game(name)
    off = set(game.clauses_off(game.choose(options)))
    assert off <= {*game.clause_roles.moves, *game.clause_roles.ends, *game.clause_roles.refusals}
    assert off
    for seed in range(1, 3):
        usage = counted(position := game.start(**options))
        Playout(seed).run(position, 4 * RANDOM_PLIES.get(name, 75) if IS_COMPILED else 5)
        named = {clause for clause, count in usage.counts().items() if count}
        named |= set(refusals_at(position, 100).counts)
        outcome = position.outcome()
        assert not off & {*named, outcome.clause if outcome else ""}


@pytest.mark.parametrize("has_generated", [False, True])
def test_checks_that_are_answered_are_all_seen(has_generated: bool) -> None:
    game = ludoteca.game("xiangqi")
    checks = 0
    for seed in range(1, 9):
        line = game.start()
        Playout(seed).run(line, 120)
        position = game.start()
        usage = counted(position)
        for move in line.moves_played():
            is_checked = position.is_in_check(position.to_move)  # type: ignore[attr-defined]
            assert not has_generated or move in position.legal_moves()
            position.play(move)
            assert ("X2.3" in usage.take()) == is_checked
            checks += is_checked
    assert checks > 10


def plain_game_with(clauses: str, fired: str) -> ludoteca.Game:
    """A plain game whose moves fire a clause."""
    page = "# Marks\n\nMarks on cells.\n\n## A1 The game\n\n**A1.1** Put a mark.\n\n**A1.2** Never.\n"
    space: dict[str, object] = {}
    module = ModuleType(f"marks_{len(sys.modules)}", page)
    sys.modules[module.__name__] = module
    space["__name__"] = module.__name__
    exec(
        f"""
from ludoteca import EMPTY, PlainPosition, boards, plain_game

class Marks(PlainPosition):
    board = boards.squares(3, 1)
    pieces = "XO"
    clauses_in_moves = {clauses}

    def set_up(self):
        self.cells = [EMPTY] * 3

    def moves(self):
        return [cell for cell, mark in enumerate(self.cells) if mark == EMPTY]

    def apply(self, move):
        self.fire("{fired}")
        self.cells[move] = "XO"[self.to_move]

    def result(self):
        return None if EMPTY in self.cells else self.draw("A1.1", "full")

GAME = plain_game(Marks, name="marks")
""",
        space,
    )
    game = space["GAME"]
    assert isinstance(game, ludoteca.Game)
    return game


def test_plain_games_fire_by_names() -> None:
    game = plain_game_with('("A1.1", "A1.2")', "A1.1")
    assert game.usage_clauses == ("A1.1", "A1.2")
    position = game.start()
    usage = counted(position)
    Playout(1).run(position)
    assert usage.take() == ("A1.1",)
    assert usage.counts() == {"A1.1": 3, "A1.2": 0}
    assert usage.moves == 3
    position.undo()
    copied = position.copy()
    copied.play(copied.legal_moves()[0])
    assert usage.moves == 3


def test_a_plain_game_fires_only_what_it_declares() -> None:
    position = plain_game_with('("A1.2",)', "A1.1").start()
    with pytest.raises(ValueError, match="clauses_in_moves does not have"):
        position.play(0)
    with pytest.raises(ludoteca.LudotecaError, match="no clause of the rules"):
        plain_game_with('("A1.3",)', "A1.3")
    usage = Usage(("X1.1",))
    position = plain_game_with('("A1.1",)', "A1.1").start()
    position.attach_usage(usage)
    with pytest.raises(ValueError, match="is not counted"):
        position.play(0)


def test_a_plain_game_that_says_nothing_counts_moves_alone() -> None:
    game = ludoteca.game("tic-tac-toe")
    assert game.usage_clauses == ()
    usage = counted(position := game.start())
    position.play(0)
    assert (usage.take(), usage.counts(), usage.moves) == ((), {}, 1)


def test_an_example_tells_of_its_clauses() -> None:
    game = ludoteca.game(next(name for name in EXAMPLES if "morris" in name))
    usage = Usage(game.usage_clauses)
    for seed in range(1, 9):
        position = game.start()
        position.attach_usage(usage)
        Playout(seed).run(position, 200)
    # Random players seldom have all their men in mills, which A2.2 is for.
    assert min(usage.counts()[clause] for clause in ("A1.2", "A1.3", "A2.1")) > 0
    assert usage.counts()["A1.2"] == 8 * 18
