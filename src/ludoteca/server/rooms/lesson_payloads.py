"""What is sent about a game's lessons and puzzles, as docs/protocol.md has it, and the answers to tries."""

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from ludoteca.core import lessons
from ludoteca.core.game import Game
from ludoteca.core.lessons import Lesson, LessonStep
from ludoteca.core.message import Message
from ludoteca.core.position import Position
from ludoteca.core.ruling import LudotecaError, Ruling
from ludoteca.games import GAMES
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import CellNumber, MoveText, Pick
from ludoteca.server.rooms.game_payloads import check_cells, notes_payload, play_payload, view_payload
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.rules_payloads import cells_in

log = logging.getLogger("ludoteca.server")

Tries = Annotated[tuple[MoveText, ...], Meta(max_length=16)]


class LessonQuery(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A question about the step of a lesson that comes after these tries, each of which reached a goal."""

    tries: Tries = ()


class LessonMoves(LessonQuery, frozen=True, tag="moves"):
    origin: Pick | None = None


class LessonNotes(LessonQuery, frozen=True, kw_only=True, tag="notes"):
    """Asks what the rules say of the unit on a cell."""

    cell: CellNumber


class LessonTry(LessonQuery, frozen=True, tag="try"):
    """Either the picks or the text of a move, legal or not."""

    picks: Annotated[tuple[Pick, ...], Meta(max_length=40)] = ()
    move: Annotated[str, Meta(max_length=400)] = ""


class LessonShow(LessonQuery, frozen=True, tag="show"):
    """Asks for the solution."""


AnyLessonQuery = LessonMoves | LessonNotes | LessonTry | LessonShow


# The lessons, and the puzzles, which are lessons too


@lru_cache
def lessons_of(name: str, kind: str) -> Mapping[str, Lesson]:
    """The `lessons` or `puzzles` of a game by their ids, in their order.

    None if the rules contradict them, as the log then tells.
    """
    game = GAMES[name]
    try:
        found = game.puzzles if kind == "puzzles" else game.lessons
        lessons.check_lessons(game, found)
    except LudotecaError as error:
        log.warning("the %s of %s are left out: %s", kind, name, error)
        return {}
    return {lesson.id: lesson for lesson in found}


def games_with(kind: str) -> list[str]:
    return [name for name in GAMES if lessons_of(name, kind)]


@lru_cache
def lessons_payload(name: str, kind: str) -> list[dict[str, Any]]:
    """LESSON for each lesson."""
    return [_lesson_payload(GAMES[name], lesson) for lesson in lessons_of(name, kind).values()]


def _lesson_payload(game: Game, lesson: Lesson) -> dict[str, Any]:
    position = lessons.position_after(game, lesson, ())
    usual = game.choose({})
    return {
        "id": lesson.id,
        "title": lesson.title,
        "text": lesson.text,
        "level": lesson.level,
        "clauses": [{"clause": number, "words": game.rules[number]} for number in lesson.clauses],
        "signs": _signs_in(game, lesson),
        "options": {name: value for name, value in position.options.items() if value != usual[name]},
        "seat": position.to_move,
        "view": view_payload(position),
        "steps": [_step_payload(position, step) for step in lesson.steps],
    }


def _signs_in(game: Game, lesson: Lesson) -> list[str]:
    """The signs in the moves of a lesson."""
    texts = [text for step in lesson.steps for text in (step.solution, *step.choices)]
    return [sign.sign for sign in game.look.signs if any(sign.sign in text for text in texts)]


def _step_payload(position: Position, step: LessonStep) -> dict[str, Any]:
    geometry = position.game.look.sheet(position.options).geometry
    return {
        "task": step.task,
        "marks": [geometry.cell(name) for name in step.marks],
        "choices": [{"move": text, "cells": cells_in(geometry, text)} for text in step.choices],
    }


# Tries


def find_position(name: str, lesson: Lesson, query: LessonQuery) -> Position:
    """The position that a query is about, or a Refusal."""
    if len(query.tries) >= len(lesson.steps):
        raise Refusal("over", Message("the lesson has {count} steps", count=len(lesson.steps)))
    try:
        return lessons.position_after(GAMES[name], lesson, query.tries)  # type: ignore[no-any-return]
    except LudotecaError as error:
        raise Refusal("unreadable", error.message) from error


def answer(name: str, lesson: Lesson, query: LessonNotes | LessonTry | LessonShow) -> dict[str, Any]:
    """ANSWER: what the rules say to a try, and what happens in it; or the notes of a cell."""
    position = find_position(name, lesson, query)
    step = lesson.steps[len(query.tries)]
    if isinstance(query, LessonNotes):
        check_cells(position, (query.cell,))
        return {"notes": notes_payload(position, query.cell)}
    if isinstance(query, LessonShow):
        return _answer(position, step, step.solution)
    if bool(query.picks) == bool(query.move):
        raise Refusal("unreadable", "a try has either picks or a move")
    check_cells(position, query.picks)
    text = query.move or position.game.look.text_of_picks(position, query.picks)
    if isinstance(text, Ruling):
        return _refused(position, step, "", text, text.clause == step.goal.refused)
    return _answer(position, step, text)


def _answer(position: Position, step: LessonStep, text: str) -> dict[str, Any]:
    verdict = lessons.judge(position, step.goal, text)
    if verdict.move is None:
        assert verdict.ruling
        return _refused(position, step, text, verdict.ruling, verdict.is_reached)
    answer = {**play_payload(position, verdict.move), "is_reached": verdict.is_reached, "ruling": None, "reply": None}
    answer["words"] = step.done if verdict.is_reached else step.hint
    reply = lessons.reply_to(position, step) if verdict.is_reached else None
    if reply is not None:
        answer["reply"] = play_payload(position, reply)
    return answer


def _refused(position: Position, step: LessonStep, text: str, ruling: Ruling, is_reached: bool) -> dict[str, Any]:
    return {
        "move": text,
        "seat": position.to_move,
        "steps": [],
        "view": view_payload(position),
        "outcome": None,
        "is_reached": is_reached,
        "ruling": payloads.ruling_payload(position.game, ruling),
        "reply": None,
        "words": step.done if is_reached else step.hint,
    }
