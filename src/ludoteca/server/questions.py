"""Answers to what a member asks about a game; nothing changes by them."""

from typing import Any

from ludoteca.core.position import Position
from ludoteca.core.ruling import Ruling
from ludoteca.server import actions, wire
from ludoteca.server.live import LiveRoom
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Room
from ludoteca.server.worker import Thought


def look_up(live: LiveRoom, question: actions.Moves | actions.Why | actions.Look) -> dict[str, Any]:
    room = live.room
    match question:
        case actions.Moves():
            check_turn(room, question.turn)
            if live.moves[0] != room.seq:
                live.moves = (room.seq, wire.moves_of(room.position))
            told = wire.answer_of(live.moves[1], question.origin)
            return {"say": "moves", "id": question.id, "turn": room.number, **told}
        case actions.Why():
            return _explain(room, question)
        case actions.Look():
            if question.number > room.number:
                raise Refusal("stale", f"only {room.number} moves stand")
            position = room.position_after(question.number)
            return {
                "say": "view",
                "id": question.id,
                "number": question.number,
                "to_move": position.to_move,
                "view": wire.view_of(position),
                "steps": wire.last_steps(position),
            }


def _explain(room: Room, question: actions.Why) -> dict[str, Any]:
    check_turn(room, question.turn)
    if bool(question.picks) == bool(question.move):
        raise Refusal("unreadable", "why what? give picks or a move")
    if any(isinstance(pick, int) and pick >= len(room.sheet.geometry) for pick in question.picks):
        raise Refusal("unreadable", f"there are cells 0 to {len(room.sheet.geometry) - 1}")
    wished = question.move or room.game.look.text_of_picks(room.position, question.picks)
    told = {"say": "why", "id": question.id, "turn": room.number}
    if isinstance(wished, Ruling):
        return {**told, "move": "", "ruling": wire.ruling_of(room.game, wished)}
    ruling = room.position.explain(wished)
    return {**told, "move": wished, "ruling": ruling and wire.ruling_of(room.game, ruling)}


def check_turn(room: Room, turn: int) -> None:
    if turn != room.number:
        raise Refusal("stale", f"{room.number} moves stand, not {turn}")


def hint_of(position: Position, number: int, thought: Thought) -> dict[str, Any]:
    told = {"say": "hint", "turn": number, "move": position.move_text(thought.move)}
    return {**told, "cells": wire.cells_of(position, thought.move)}


def analysis_of(position: Position, number: int, thought: Thought) -> dict[str, Any]:
    lines = []
    for moves, shares in thought.lines:
        replayed = position.copy()
        texts, cells = [], []
        for move in moves[:12]:
            texts.append(replayed.move_text(move))
            cells.append(wire.cells_of(replayed, move))
            replayed.play(move)
        lines.append({"moves": texts, "cells": cells, "shares": [round(share, 4) for share in shares]})
    told = {"say": "analysis", "number": number, "depth": thought.depth, "nodes": thought.nodes}
    return {**told, "shares": lines[0]["shares"], "lines": lines}
