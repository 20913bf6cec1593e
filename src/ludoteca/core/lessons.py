"""Lessons and puzzles: positions with tasks that the rules themselves check; read from the files beside a game."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.core.look import OwnPosition, Step, View
from ludoteca.core.option import Value
from ludoteca.core.ruling import LudotecaError, Ruling

if TYPE_CHECKING:
    from ludoteca.core.game import Game

ANY = "*"
"""In a goal: whatever unit it is."""


class InvalidLesson(LudotecaError):
    """A file of lessons that cannot be read, or a lesson that the rules contradict."""


class InvalidTries(LudotecaError):
    """Tries of which one does not reach the goal of its step."""


@dataclass(frozen=True)
class Goal:
    """What a try has to do. All that is given must hold."""

    moves: tuple[str, ...] = ()
    """It is one of these moves."""
    refused: str = ""
    """The rules refuse it by this clause."""
    happens: tuple[str, ...] = ()
    """Each of these is among its steps: a verb, then maybe a unit, then maybe the last cell: `die r e5`."""
    without: tuple[str, ...] = ()
    """None of these is among its steps."""
    stands: tuple[str, ...] = ()
    """Units on cells after it: `Q e5`."""
    shows: tuple[str, ...] = ()
    """Marks on the board after it, by kind, and maybe the cell: `check` or `check g12`."""
    wins: bool = False
    """The side that makes it has won."""
    ends: str = ""
    """The game is over, by this clause."""

    def is_reached(self, position: OwnPosition, move: int) -> bool:
        """Whether a legal move reaches the goal."""
        game: Game = position.game
        names = game.look.sheet(position.options).geometry.names
        if self.refused or (self.moves and position.move_text(move) not in self.moves):
            return False
        steps = position.steps(move)
        if not all(_is_among(phrase, steps, names) for phrase in self.happens):
            return False
        if any(_is_among(phrase, steps, names) for phrase in self.without):
            return False
        after = position.copy()
        after.play(move)
        return self._is_as_wanted(after, position.to_move, names)

    def _is_as_wanted(self, after: OwnPosition, mover: int, names: Sequence[str]) -> bool:
        view: View = after.game.look.view(after)
        outcome = after.outcome() if self.wins or self.ends else None
        return (
            all(_stands(phrase, view, names) for phrase in self.stands)
            and all(_is_shown(phrase, view, names) for phrase in self.shows)
            and (not self.wins or (outcome is not None and outcome.winner == mover))
            and (not self.ends or (outcome is not None and outcome.clause == self.ends))
        )


@dataclass(frozen=True)
class LessonStep:
    """One task of a lesson, done by one move or by one refused try."""

    task: str
    goal: Goal
    solution: str
    """A try that reaches the goal."""
    hint: str
    """Told after a try that does not reach the goal, legal or refused."""
    done: str = ""
    """Told when the goal is reached."""
    choices: tuple[str, ...] = ()
    """The tries to choose from; any move on the board if there are none."""
    replies: tuple[str, ...] = ()
    """What the others answer when the goal is reached: the first of these that is legal."""
    marks: tuple[str, ...] = ()
    """Cells to point out."""


@dataclass(frozen=True)
class Lesson:
    """A position and the tasks in it, which teach some clauses."""

    id: str
    title: str
    clauses: tuple[str, ...]
    text: str
    position: str
    steps: tuple[LessonStep, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    level: int = 0
    """Of a puzzle: the lowest level of the machine that solves it."""


class Verdict(NamedTuple):
    """The answer to a try: its legal move, or the ruling that refuses it."""

    is_reached: bool
    move: int | None
    ruling: Ruling | None


def judge(position: OwnPosition, goal: Goal, text: str) -> Verdict:
    """What the rules say to a try."""
    answer = position.game.read_move(position, text)
    if isinstance(answer, Ruling):
        return Verdict(answer.clause == goal.refused, None, answer)
    return Verdict(goal.is_reached(position, answer), answer, None)


def reply_to(position: OwnPosition, step: LessonStep) -> int | None:
    """The reply to a step whose goal was just reached, if it has one."""
    answers = (position.game.read_move(position, text) for text in step.replies)
    return next((answer for answer in answers if isinstance(answer, int)), None)


def position_after(game: "Game", lesson: Lesson, tries: Sequence[str]) -> OwnPosition:
    """The position in which the next step begins, when each of the steps before was done by one of these tries."""
    if len(tries) > len(lesson.steps):
        raise InvalidTries(f"the lesson has {len(lesson.steps)} steps, not {len(tries)}")
    position: OwnPosition = game.parse(lesson.position, **lesson.options)
    for step, text in zip(lesson.steps, tries, strict=False):
        verdict = judge(position, step.goal, text)
        if not verdict.is_reached:
            raise InvalidTries(f"{text[:60]!r} does not do this: {step.task}")
        if verdict.move is not None:
            position.play(verdict.move)
            reply = reply_to(position, step)
            if reply is not None:
                position.play(reply)
    return position


# What a goal says of a position


def _is_among(phrase: str, steps: Iterable[Step], names: Sequence[str]) -> bool:
    verb, unit, cell = [*phrase.split(), ANY, ANY][:3]
    return any(
        step.verb.partition(" ")[0] == verb
        and unit in (ANY, step.unit)
        and (cell == ANY or names[step.cells[-1]] == cell)
        for step in steps
    )


def _stands(phrase: str, view: View, names: Sequence[str]) -> bool:
    unit, _, cell = phrase.partition(" ")
    return view.units.get(_cell(cell, names)) == unit


def _is_shown(phrase: str, view: View, names: Sequence[str]) -> bool:
    kind, _, cell = phrase.rpartition(" ")
    if cell not in names:
        return any(mark.kind == phrase for mark in view.marks)
    return any(mark.kind == kind and names[mark.cell] == cell for mark in view.marks)


def _cell(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else -1


# Reading


def file_beside(module_file: str, kind: str = "lessons") -> Path:
    """The file of `lessons` or `puzzles` of a module: lessons.toml in a package, hex.lessons.toml beside hex.py."""
    module = Path(module_file)
    return module.with_name(f"{kind}.toml" if module.stem == "__init__" else f"{module.stem}.{kind}.toml")


def lessons_beside(module_file: str, kind: str = "lessons") -> tuple[Lesson, ...]:
    """The `lessons` or `puzzles` of a module, in their order; none if it has no file of them."""
    page = file_beside(module_file, kind)
    return read_lessons(page.read_text(encoding="utf-8")) if page.exists() else ()


def read_lessons(page: str) -> tuple[Lesson, ...]:
    try:
        tables = tomllib.loads(page)
    except tomllib.TOMLDecodeError as error:
        raise InvalidLesson(f"the lessons are not TOML: {error}") from error
    read = _Table("the file of lessons", tables)
    lessons = tuple(_lesson(table) for table in read.tables("lesson"))
    read.refuse_others()
    seen = set()
    for lesson in lessons:
        if lesson.id in seen:
            raise InvalidLesson(f"there are two lessons {lesson.id}")
        seen.add(lesson.id)
    return lessons


def _lesson(table: Mapping[str, Any]) -> Lesson:
    read = _Table(f"lesson {table.get('id', 'without an id')}", table)
    options = read.take("options", {}, dict)
    lesson = Lesson(
        read.text("id"),
        read.text("title"),
        read.texts("clauses"),
        read.text("text"),
        read.text("position"),
        tuple(_step(f"{read.name}, step {number}", step) for number, step in enumerate(read.tables("step"), 1)),
        options,
        read.take("level", 0, int),
    )
    read.refuse_others()
    if not lesson.steps:
        raise InvalidLesson(f"{read.name} needs a step")
    if not (lesson.id.isascii() and lesson.id.replace("-", "").isalnum()):
        raise InvalidLesson(f"{read.name}: an id has letters, digits and hyphens")
    return lesson


def _step(name: str, table: Mapping[str, Any]) -> LessonStep:
    read = _Table(name, table)
    step = LessonStep(
        read.text("task"),
        _goal(f"{name}, goal", read.take("goal", None, dict)),
        read.text("solution"),
        read.text("hint"),
        read.text("done", ""),
        read.texts("choices", ()),
        read.texts("replies", ()),
        read.texts("marks", ()),
    )
    read.refuse_others()
    return step


def _goal(name: str, table: Mapping[str, Any]) -> Goal:
    read = _Table(name, table)
    lists = {each: read.texts(each, ()) for each in ("moves", "happens", "without", "stands", "shows")}
    goal = Goal(
        refused=read.text("refused", ""), wins=read.take("wins", False, bool), ends=read.text("ends", ""), **lists
    )
    read.refuse_others()
    if goal == Goal():
        raise InvalidLesson(f"{name} says nothing")
    if goal.refused and goal != Goal(refused=goal.refused):
        raise InvalidLesson(f"{name}: what is refused does nothing else")
    return goal


class _Table:
    """A table of TOML whose fields are taken one by one; what is wrong is told by its name."""

    def __init__(self, name: str, table: Mapping[str, Any]) -> None:
        self.name = name
        self._left = dict(table)

    def take(self, field_name: str, usual: Any, kind: type) -> Any:
        """A field of this kind; without a usual value it has to be there."""
        value = self._left.pop(field_name, usual)
        if value is None:
            raise InvalidLesson(f"{self.name} has no {field_name}")
        if not isinstance(value, kind):
            raise InvalidLesson(f"{self.name}: {field_name} is not a {KIND_NAMES[kind]}")
        return value

    def text(self, field_name: str, usual: str | None = None) -> str:
        found: str = self.take(field_name, usual, str)
        if usual is None and not found.strip():
            raise InvalidLesson(f"{self.name}: {field_name} is empty")
        return found

    def texts(self, field_name: str, usual: tuple[str, ...] | None = None) -> tuple[str, ...]:
        found = self.take(field_name, None if usual is None else list(usual), list)
        if not all(isinstance(each, str) and each for each in found):
            raise InvalidLesson(f"{self.name}: {field_name} is not a list of texts")
        return tuple(found)

    def tables(self, field_name: str) -> Iterator[Mapping[str, Any]]:
        found = self.take(field_name, [], list)
        if not all(isinstance(each, dict) for each in found):
            raise InvalidLesson(f"{self.name}: {field_name} is not a list of tables")
        yield from found

    def refuse_others(self) -> None:
        if self._left:
            raise InvalidLesson(f"{self.name} has a field that no lesson has: {', '.join(self._left)}")


KIND_NAMES = {str: "text", list: "list", dict: "table", bool: "switch", int: "whole number"}


# Writing


def write_lesson(lesson: Lesson) -> str:
    """A lesson as it is read; fields that are as usual are left out."""
    lines = ["[[lesson]]", *_written(lesson, but="steps")]
    for step in lesson.steps:
        goal = ", ".join(_written(step.goal))
        lines += ["[[lesson.step]]", *_written(step, but="goal"), f"goal = {{ {goal} }}"]
    return "\n".join(lines) + "\n"


def _written(thing: Any, but: str = "") -> Iterator[str]:
    for each in fields(thing):
        value = getattr(thing, each.name)
        is_usual = each.default_factory is not MISSING and not value
        if each.name != but and value != each.default and not is_usual:
            yield f"{each.name} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    # A text, a list, a number or a switch of JSON is one of TOML.
    return json.dumps(value, ensure_ascii=False)


# Checking


def check_lessons(game: "Game", lessons: Iterable[Lesson], is_thorough: bool = False) -> None:
    """Play the solution of each lesson; if thorough, every other try that reaches a goal and has to be replied to.

    An InvalidLesson tells what the rules contradict.
    """
    for lesson in lessons:
        try:
            check_lesson(game, lesson, is_thorough)
        except LudotecaError as error:
            raise InvalidLesson(f"lesson {lesson.id} of {game.name}: {error}") from error


def check_lesson(game: "Game", lesson: Lesson, is_thorough: bool) -> None:
    for clause in lesson.clauses:
        if clause not in game.rules:
            raise InvalidLesson(f"there is no clause {clause}")
    seat = game.parse(lesson.position, **lesson.options).to_move
    solutions = [step.solution for step in lesson.steps]
    for number, step in enumerate(lesson.steps):
        position = position_after(game, lesson, solutions[:number])
        if position.is_over() or position.to_move != seat:
            raise InvalidLesson(f"step {number + 1} begins when it is not the learner's turn")
        _check_step(position, step, f"step {number + 1}")
        if is_thorough and step.replies:
            _check_replies(position, step, f"step {number + 1}")


def _check_step(position: OwnPosition, step: LessonStep, name: str) -> None:
    cells = position.game.look.sheet(position.options).geometry.names
    for cell in (*step.marks, *_cells_in(step.goal)):
        if cell not in cells:
            raise InvalidLesson(f"{name}: there is no cell {cell}")
    if step.choices and step.solution not in step.choices:
        raise InvalidLesson(f"{name}: the solution is none of the choices")
    verdict = judge(position, step.goal, step.solution)
    if not verdict.is_reached:
        reason = f"it is refused, {verdict.ruling}" if verdict.ruling else "it does something else"
        raise InvalidLesson(f"{name}: {step.solution} does not reach the goal; {reason}")


def _check_replies(position: OwnPosition, step: LessonStep, name: str) -> None:
    for move in position.legal_moves():
        if step.goal.is_reached(position, move):
            after = position.copy()
            after.play(move)
            if reply_to(after, step) is None:
                raise InvalidLesson(f"{name}: no reply to {position.move_text(move)} is legal")


def _cells_in(goal: Goal) -> Iterator[str]:
    """The cells that a goal names, and must not misspell."""
    for phrase in (*goal.happens, *goal.without):
        yield from phrase.split()[2:]
    for phrase in goal.stands:
        yield phrase.partition(" ")[2]
