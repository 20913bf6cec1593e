"""Answers to members' queries about a room, which change nothing."""

from typing import Any

from ludoteca.core.position import Position
from ludoteca.core.ruling import Ruling
from ludoteca.server.live.engine_worker import EngineAnswer
from ludoteca.server.rooms import actions, game_payloads, payloads
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room


def answer_query(room: Room, query: actions.Why | actions.ViewAfter) -> dict[str, Any]:
    match query:
        case actions.Why():
            return _explain(room, query)
        case actions.ViewAfter():
            return _view_after(room, query)


def _view_after(room: Room, query: actions.ViewAfter) -> dict[str, Any]:
    if query.number > room.move_count:
        raise Refusal("stale", f"the game has {room.move_count} moves only")
    position = room.position_after(query.number)
    return {
        "say": "view",
        "id": query.id,
        "number": query.number,
        "to_move": position.to_move,
        "view": game_payloads.view_payload(position),
        "steps": game_payloads.last_steps(position),
    }


def _explain(room: Room, query: actions.Why) -> dict[str, Any]:
    check_turn(room, query.turn)
    if bool(query.picks) == bool(query.move):
        raise Refusal("unreadable", "a question why needs either picks or a move")
    if any(isinstance(pick, int) and pick >= len(room.sheet.geometry) for pick in query.picks):
        raise Refusal("unreadable", f"there are cells 0 to {len(room.sheet.geometry) - 1}")
    move = query.move or room.game.look.text_of_picks(room.position, query.picks)
    answer = {"say": "why", "id": query.id, "turn": room.move_count}
    if isinstance(move, Ruling):
        return {**answer, "move": "", "ruling": payloads.ruling_payload(room.game, move)}
    ruling = room.position.explain(move)
    return {**answer, "move": move, "ruling": ruling and payloads.ruling_payload(room.game, ruling)}


def check_turn(room: Room, turn: int) -> None:
    if turn != room.move_count:
        raise Refusal("stale", f"the game has {room.move_count} moves, not {turn}")


def hint_payload(position: Position, move_count: int, answer: EngineAnswer) -> dict[str, Any]:
    return {
        "say": "hint",
        "turn": move_count,
        "move": position.move_text(answer.move),
        "cells": game_payloads.path_cells(position, answer.move),
    }


def analysis_payload(position: Position, move_count: int, answer: EngineAnswer) -> dict[str, Any]:
    lines = []
    for moves, shares in answer.lines:
        replayed = position.copy()
        texts, cells = [], []
        for move in moves[:12]:
            texts.append(replayed.move_text(move))
            cells.append(game_payloads.path_cells(replayed, move))
            replayed.play(move)
        lines.append({"moves": texts, "cells": cells, "shares": [round(share, 4) for share in shares]})
    return {
        "say": "analysis",
        "number": move_count,
        "depth": answer.depth,
        "nodes": answer.nodes,
        "shares": lines[0]["shares"],
        "lines": lines,
    }
