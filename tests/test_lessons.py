"""Every lesson can be solved, and every wrong try in it is answered by the rules."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.cli import main
from ludoteca.core.lessons import (
    Goal,
    InvalidLesson,
    InvalidTries,
    Lesson,
    check_lessons,
    file_beside,
    judge,
    lessons_beside,
    position_after,
    read_lessons,
)
from ludoteca.core.ruling import Ruling
from ludoteca.games import FOLDERS
from tests.play import IS_COMPILED

LESSONS = [(name, lesson) for name in FOLDERS for lesson in ludoteca.game(name).lessons]
FEWEST = {"tomb-chess": 24, "exile": 10, "xiangqi": 12, "chinese-checkers": 6}
WRONG_TRIES = 30 if IS_COMPILED else 4
"""Picked at random in each step, beside its choices."""


def lesson_name(value: Any) -> str:
    return value.id if isinstance(value, Lesson) else str(value)


def steps_of(name: str, lesson: Lesson) -> Iterator[tuple[Any, Any]]:
    """The position and the step, each time that the learner is to do something."""
    solutions = [step.solution for step in lesson.steps]
    for number, step in enumerate(lesson.steps):
        yield position_after(ludoteca.game(name), lesson, solutions[:number]), step


@pytest.mark.parametrize("name", FOLDERS)
def test_the_solution_of_every_lesson_solves_it(name):
    check_lessons(ludoteca.game(name), ludoteca.game(name).lessons, is_thorough=IS_COMPILED)


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=lesson_name)
def test_every_wrong_try_is_answered(name, lesson):
    game = ludoteca.game(name)
    chance = random.Random(lesson.id)
    for position, step in steps_of(name, lesson):
        outcomes = {"refused": 0, "missed": 0, "reached": 0}
        for text in (*step.choices, *random_tries(position, chance)):
            if isinstance(text, Ruling):
                assert text.clause in game.rules and text.message
                continue
            verdict = judge(position, step.goal, text)
            if verdict.ruling:
                assert verdict.ruling.clause in game.rules and verdict.ruling.message
                outcomes["refused"] += 1
            elif not verdict.is_reached:
                assert position.move_text(verdict.move)
                assert step.hint
                outcomes["missed"] += 1
        assert outcomes["refused"] or outcomes["missed"], "nothing wrong was tried"


def random_tries(position: Any, chance: random.Random) -> Iterator[str | Ruling]:
    """Two cells, of which the first has a unit of the side to move; and some legal moves."""
    look = position.game.look
    sheet = look.sheet(position.options)
    own = [cell for cell, unit in look.view(position).units.items() if sheet.glyphs[unit].seat == position.to_move]
    for _ in range(WRONG_TRIES):
        yield look.text_of_picks(position, (chance.choice(own), chance.randrange(len(sheet.geometry))))
    for move in chance.choices(position.legal_moves(), k=WRONG_TRIES):
        yield position.move_text(move)


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=lesson_name)
def test_a_lesson_asks_for_something(name, lesson):
    """Not every move reaches a goal, and a choice has one right answer."""
    for position, step in steps_of(name, lesson):
        if step.choices:
            assert len(step.choices) > 1
            if step.goal.refused:
                # The hint may call the others legal.
                assert not any(
                    judge(position, step.goal, text).ruling for text in step.choices if text != step.solution
                )
            assert [text for text in step.choices if judge(position, step.goal, text).is_reached] == [step.solution]
        else:
            assert not all(step.goal.is_reached(position, move) for move in position.legal_moves())


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=lesson_name)
def test_sentences_are_short_and_whole(name, lesson):
    sentences = [lesson.text, *(text for step in lesson.steps for text in (step.task, step.hint, step.done) if text)]
    for sentence in sentences:
        assert sentence.endswith((".", "!", "?")) and "\n" not in sentence and "  " not in sentence, sentence
        assert len(sentence) <= 260, sentence
    assert len(lesson.title) <= 40


@pytest.mark.parametrize("name", FEWEST)
def test_a_game_has_enough_lessons_and_no_two_alike(name):
    lessons = ludoteca.game(name).lessons
    assert len(lessons) >= FEWEST[name]
    assert len({(lesson.position, step.task) for lesson in lessons for step in lesson.steps}) == sum(
        len(lesson.steps) for lesson in lessons
    )


# Reading

STEP = """
    [[lesson.step]]
    task = "Capture the cart."
    goal = { happens = ["die r"] }
    solution = "a1a10"
    hint = "The cart stands on a10."
"""
LESSON = f"""
    [[lesson]]
    id = "cart"
    title = "The cart"
    clauses = ["X1.4"]
    text = "A cart runs along the lines."
    position = "r3k4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"
    {STEP}
"""


def test_a_lesson_is_read_with_its_steps():
    (lesson,) = read_lessons(LESSON)
    assert (lesson.id, lesson.title, lesson.clauses) == ("cart", "The cart", ("X1.4",))
    (step,) = lesson.steps
    assert step.goal == Goal(happens=("die r",))
    assert (step.choices, step.replies, step.marks, step.done) == ((), (), (), "")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[[lesson]]", "[[lesson", "not TOML"),
        ("[[lesson]]", "colour = 'red'\n[[lesson]]", "colour"),
        ('id = "cart"', "", "lesson without an id has no id"),
        ('id = "cart"', 'id = "the cart"', "letters, digits and hyphens"),
        ('title = "The cart"', "title = 3", "lesson cart: title is not a text"),
        ('title = "The cart"', 'title = " "', "lesson cart: title is empty"),
        ('clauses = ["X1.4"]', 'clauses = "X1.4"', "lesson cart: clauses is not a list"),
        ('clauses = ["X1.4"]', "clauses = [4]", "lesson cart: clauses is not a list of texts"),
        ('text = "A cart', 'words = "A cart', "lesson cart has no text"),
        (STEP, "", "lesson cart needs a step"),
        ("solution =", "solutions =", "lesson cart, step 1 has no solution"),
        ("hint =", 'colour = "red"\nhint =', "lesson cart, step 1 has a field that no lesson has: colour"),
        ('{ happens = ["die r"] }', "{}", "lesson cart, step 1, goal says nothing"),
        ('{ happens = ["die r"] }', "3", "lesson cart, step 1: goal is not a table"),
        ("{ happens", '{ refused = "X1.4", happens', "what is refused does nothing else"),
        ("{ happens", "{ wins = 1, happens", "wins is not a switch"),
    ],
)
def test_a_file_that_is_wrong_is_told_so(old, new, complaint):
    with pytest.raises(InvalidLesson, match=complaint):
        read_lessons(LESSON.replace(old, new))


def test_a_file_has_a_list_of_lessons():
    for page in ("lesson = 3", "lesson = [3]"):
        with pytest.raises(InvalidLesson, match="lesson is not a list"):
            read_lessons(page)


def test_an_id_is_used_once():
    with pytest.raises(InvalidLesson, match="two lessons cart"):
        read_lessons(LESSON + LESSON)


# Goals


@pytest.mark.parametrize(
    ("goal", "is_reached"),
    [
        (Goal(moves=("a1a2", "a1a10")), True),
        (Goal(moves=("a1a2",)), False),
        (Goal(happens=("die", "go R a10")), True),
        (Goal(happens=("die * a10",)), True),
        (Goal(happens=("die n",)), False),
        (Goal(happens=("die r a9",)), False),
        (Goal(without=("die r",)), False),
        (Goal(without=("die R",)), True),
        (Goal(stands=("R a10",)), True),
        (Goal(stands=("R a1",)), False),
        (Goal(shows=("check",)), True),
        (Goal(shows=("check e10",)), True),
        (Goal(shows=("check f1",)), False),
        (Goal(wins=True), False),
        (Goal(ends="X2.4"), False),
        (Goal(refused="X1.4"), False),
        (Goal(happens=("die r",), stands=("R a1",)), False),
    ],
)
def test_a_goal_is_judged_by_what_a_move_does(goal, is_reached):
    (lesson,) = read_lessons(LESSON)
    position = position_after(ludoteca.game("xiangqi"), lesson, ())
    assert judge(position, goal, "a1a10").is_reached == is_reached


def test_a_goal_may_be_a_win_or_a_refusal():
    game = ludoteca.game("xiangqi")
    mate = game.parse("3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1")
    assert judge(mate, Goal(wins=True), "b1b10").is_reached is False
    assert judge(game.start(), Goal(refused="X1.6"), "b1d2").is_reached
    verdict = judge(game.start(), Goal(refused="X1.5"), "b1d2")
    assert not verdict.is_reached and verdict.ruling.clause == "X1.6"


def test_tries_have_to_reach_their_goals():
    (lesson,) = read_lessons(LESSON)
    game = ludoteca.game("xiangqi")
    assert str(position_after(game, lesson, ["a1a10"])).startswith("R3k4/")
    for tries in (["a1a9"], ["a1b2"], ["nonsense"], ["a1a10", "a10a9"]):
        with pytest.raises(InvalidTries):
            position_after(game, lesson, tries)


# Games that live elsewhere

EXAMPLE = Path("examples/tictactoe.py")


@pytest.fixture
def tictactoe(tmp_path, monkeypatch):
    """A game in a file, and the file of its lessons beside it."""
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    shutil.copy(EXAMPLE, tmp_path)
    return ludoteca.GAMES.add_file(str(tmp_path / EXAMPLE.name)), tmp_path / "tictactoe.lessons.toml"


def test_a_plain_game_has_lessons_beside_its_file(tictactoe):
    game, file = tictactoe
    file.write_text(file_beside(str(EXAMPLE)).read_text())
    check_lessons(game, game.lessons)
    lesson, _ = game.lessons
    position = position_after(game, lesson, ())
    assert judge(position, lesson.steps[0].goal, "c1").is_reached
    assert not judge(position, lesson.steps[0].goal, "a1").is_reached


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("A1.1", "A7.1", r"there is no clause A7\.1"),
        ('solution = "c1"', 'solution = "a1"', "a1 does not reach the goal; it is refused"),
        ('solution = "c1"', 'solution = "b1"', "b1 does not reach the goal; it does something else"),
        ("wins = true", 'stands = ["X z9"]', "there is no cell z9"),
        ("hint =", 'marks = ["z9"]\nhint =', "there is no cell z9"),
        ("hint =", 'choices = ["a1"]\nhint =', "the solution is none of the choices"),
        ("hint =", 'replies = ["a1"]\nhint =', "no reply to c1 is legal"),
        ("./O.. 1", "./O.. 2", "step 1"),
        ('position = "', 'position = "nonsense', "lesson three-in-a-line of tic-tac-toe"),
    ],
)
def test_a_lesson_that_the_rules_contradict_is_told_so(tictactoe, old, new, complaint):
    game, file = tictactoe
    file.write_text(file_beside(str(EXAMPLE)).read_text().replace(old, new, 1))
    with pytest.raises(InvalidLesson, match=complaint):
        check_lessons(game, game.lessons, is_thorough=True)


def test_the_lesson_in_the_documentation_is_one():
    page = Path("docs/lessons.md").read_text(encoding="utf-8")
    (lesson,) = read_lessons("\n".join(line[4:] for line in page.splitlines() if line.startswith("    ")))
    position = position_after(ludoteca.game("xiangqi"), lesson, ())
    (step,) = lesson.steps
    assert [text for text in step.choices if judge(position, step.goal, text).is_reached] == [step.solution]


def test_the_command_line_checks_lessons(capsys, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    assert main(["learn", "xiangqi", "--check"]) == 0
    assert f"{len(ludoteca.game('xiangqi').lessons)} lessons" in capsys.readouterr().out
    assert main(["learn", "examples/hex.py", "--check"]) == 2
    assert "hex has no lessons" in capsys.readouterr().err


def test_a_game_without_lessons_has_none(tmp_path):
    assert lessons_beside(str(tmp_path / "game.py")) == ()
    assert lessons_beside(str(tmp_path / "__init__.py")) == ()
