"""Answers to members' queries about a room, which change nothing."""

from typing import Any

from ludoteca.core.drawing import path_cells
from ludoteca.core.message import Message
from ludoteca.core.position import Position
from ludoteca.core.ruling import IllegalMove, Ruling
from ludoteca.server.live.engine_worker import EngineAnswer
from ludoteca.server.rooms import actions, game_payloads, payloads
from ludoteca.server.rooms.game_payloads import check_cells
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room

AnyRoomQuery = actions.Why | actions.ViewAfter | actions.Notes | actions.Preview | actions.Line | actions.Texts


def answer_query(room: Room, query: AnyRoomQuery) -> dict[str, Any]:
    match query:
        case actions.Why():
            return _explain(room, query)
        case actions.ViewAfter():
            return _view_after(room, query)
        case actions.Notes():
            return _notes(room, query)
        case actions.Preview():
            return _preview(room, query)
        case actions.Line():
            return _line(room, query)
        case actions.Texts():
            return _texts(room, query)


def _view_after(room: Room, query: actions.ViewAfter) -> dict[str, Any]:
    position = _position_after(room, query.number)
    return {
        "say": "view",
        "id": query.id,
        "number": query.number,
        "to_move": position.to_move,
        "view": game_payloads.view_payload(position),
        "steps": game_payloads.last_steps(position),
    }


def _position_after(room: Room, number: int) -> Position:
    if number > room.move_count:
        raise Refusal("stale", Message("the game has {count} moves only", count=room.move_count))
    return room.position_after(number)


def _notes(room: Room, query: actions.Notes) -> dict[str, Any]:
    position = _position_after(room, query.number)
    check_cells(position, (query.cell,))
    notes = game_payloads.notes_payload(position, query.cell)
    return {"say": "notes", "id": query.id, "number": query.number, "cell": query.cell, "notes": notes}


def _preview(room: Room, query: actions.Preview) -> dict[str, Any]:
    check_turn(room, query.turn)
    return {"say": "preview", "id": query.id, "turn": query.turn, **_play(room.position.copy(), query.move)}


def _line(room: Room, query: actions.Line) -> dict[str, Any]:
    position = _position_after(room, query.number)
    positions = [_play(position, text) for text in query.moves]
    return {"say": "line", "id": query.id, "number": query.number, "positions": positions}


def _play(position: Position, text: str) -> dict[str, Any]:
    try:
        move = position.parse_move(text)
    except IllegalMove as error:
        raise Refusal("illegal", error.ruling.message, error.ruling) from error
    return game_payloads.play_payload(position, move)


def _texts(room: Room, query: actions.Texts) -> dict[str, Any]:
    if query.notation not in room.game.notations:
        title = Message(room.game.title)
        message = Message("{game} has no notation {notation}", game=title, notation=repr(query.notation))
        raise Refusal("unreadable", message)
    position = _position_after(room, query.since)
    texts = []
    for move in room.position.moves_played()[query.since :]:
        texts.append(position.move_text(move, query.notation))
        position.play(move)
    return {"say": "texts", "id": query.id, "notation": query.notation, "since": query.since, "texts": texts}


def _explain(room: Room, query: actions.Why) -> dict[str, Any]:
    check_turn(room, query.turn)
    if bool(query.picks) == bool(query.move):
        raise Refusal("unreadable", "a question why needs either picks or a move")
    check_cells(room.position, query.picks)
    move = query.move or room.game.look.text_of_picks(room.position, query.picks)
    answer = {"say": "why", "id": query.id, "turn": room.move_count}
    if isinstance(move, Ruling):
        return {**answer, "move": "", "ruling": payloads.ruling_payload(room.game, move)}
    ruling = room.position.explain(move)
    return {**answer, "move": move, "ruling": ruling and payloads.ruling_payload(room.game, ruling)}


def check_turn(room: Room, turn: int) -> None:
    if turn != room.move_count:
        raise Refusal("stale", Message("the game has {count} moves, not {turn}", count=room.move_count, turn=turn))


def hint_payload(position: Position, move_count: int, answer: EngineAnswer) -> dict[str, Any]:
    return {
        "say": "hint",
        "turn": move_count,
        "move": position.move_text(answer.move),
        "texts": game_payloads.other_texts(position, answer.move),
        "cells": path_cells(position, answer.move),
    }


def analysis_payload(position: Position, answer: EngineAnswer) -> dict[str, Any]:
    lines = []
    for moves, shares in answer.lines:
        replayed = position.copy()
        texts, others, cells = [], [], []
        for move in moves[:12]:
            texts.append(replayed.move_text(move))
            others.append(game_payloads.other_texts(replayed, move))
            cells.append(path_cells(replayed, move))
            replayed.play(move)
        rounded = [round(share, 4) for share in shares]
        lines.append({"moves": texts, "texts": others, "cells": cells, "shares": rounded})
    return {
        "say": "analysis",
        "seat": position.to_move,
        "depth": answer.depth,
        "nodes": answer.nodes,
        "shares": lines[0]["shares"],
        "lines": lines,
    }
