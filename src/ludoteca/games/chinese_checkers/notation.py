"""C5: moves by their first and last hole, positions row by row from the north."""

import re
from collections.abc import Mapping

from ludoteca.core.geometry import OFF
from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidPosition, Ruling
from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.board import GEOMETRY, PIECES, POINTS, ROW_HOLES, ROWS, SEATED
from ludoteca.games.chinese_checkers.explain import name, player, refusal, refusal_of_pass
from ludoteca.games.chinese_checkers.layout import PASS
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.position import ChineseCheckersPosition

MOVE = re.compile(r"([a-q][1-9][0-9]?)([a-q][1-9][0-9]?)", re.ASCII)
ROUND = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
LONGEST_MOVE = 6
EMPTY = "."


# Positions


def first_position(options: Mapping[str, Value]) -> ChineseCheckersPosition:
    """C1.3: everybody's starting area is full."""
    players = int(options["players"] or 0)
    pieces = Pieces(players)
    for seat in range(players):
        for hole in board.start_of(players, seat):
            pieces.put(seat, hole)
    return _position(pieces, 0, 1, options)


def options_in_text(text: str) -> dict[str, Value]:
    """The number of players is in the text."""
    fields = text.split(" ")
    players = fields[2] if len(fields) == 4 else ""
    return {"players": int(players)} if players in map(str, SEATED) else {}


def read_position(text: str, options: Mapping[str, Value]) -> ChineseCheckersPosition:
    fields = text.split(" ")
    if len(fields) != 4:
        raise InvalidPosition("a position has four fields with one space between: rows, seat to move, players, round")
    rows, seat, players_text, round_text = fields
    if players_text not in map(str, SEATED):
        raise InvalidPosition(f"{' or '.join(map(str, SEATED))} can play, not {players_text[:20]!r}")
    players = int(players_text)
    if seat not in map(str, range(1, players + 1)):
        raise InvalidPosition(f"the seat to move is a number from 1 to {players}, not {seat[:20]!r}")
    if not ROUND.fullmatch(round_text):
        raise InvalidPosition(f"the round is a number from 1 up to 999999999, not {round_text[:20]!r}")
    pieces = _read_rows(rows, players)
    _require_one_winner_at_most(pieces)
    return _position(pieces, int(seat) - 1, int(round_text), options)


def _position(pieces: Pieces, to_move: int, number: int, options: Mapping[str, Value]) -> ChineseCheckersPosition:
    return ChineseCheckersPosition(
        pieces, to_move, number, int(options["round_limit"] or 0), bool(options["anti_blocking"])
    )


def _read_rows(text: str, players: int) -> Pieces:
    rows = text.split("/")
    if len(rows) != ROWS:
        raise InvalidPosition(f"a board has {ROWS} rows, this has {len(rows)}")
    pieces = Pieces(players)
    counts = [0] * players
    for holes, row in zip(reversed(ROW_HOLES), rows, strict=True):
        if len(row) != len(holes):
            raise InvalidPosition(f"row {name(holes[0])[0]} has {len(holes)} holes, not {len(row)}")
        for hole, character in zip(holes, row, strict=True):
            if character != EMPTY:
                seat = _read_piece(character, hole, players)
                pieces.put(seat, hole)
                counts[seat] += 1
    for seat, count in enumerate(counts):
        if count != PIECES[players]:
            raise InvalidPosition(
                f"with {players} players each has {PIECES[players]} pieces; {player(seat)} has {count}"
            )
    return pieces


def _read_piece(character: str, hole: int, players: int) -> int:
    """The seat whose piece it is, if that can ever come to the hole (C3.2)."""
    if character not in map(str, range(1, 7)):
        raise InvalidPosition(f"{character!r} on {name(hole)} is neither '.' nor a seat from 1 to {players}")
    seat = int(character) - 1
    if seat >= players:
        raise InvalidPosition(f"seat {character} on {name(hole)} does not play in a game of {players}")
    if hole not in board.open_to(players, seat) | board.start_of(players, seat):
        point = next(point for point in range(6) if hole in board.area(players, point))
        raise InvalidPosition(
            f"{player(seat)} can never have a piece on {name(hole)}, in the {POINTS[point]} area (C3.2)"
        )
    return seat


def _require_one_winner_at_most(pieces: Pieces) -> None:
    home = pieces.seats_at_home()
    if len(home) > 1:
        raise InvalidPosition(
            f"{player(home[0])} and {player(home[1])} are both home, but the first ends the game (C4.1)"
        )


def write_position(position: ChineseCheckersPosition) -> str:
    rows = "/".join("".join(_write_hole(position, hole) for hole in row) for row in reversed(ROW_HOLES))
    return f"{rows} {position.to_move + 1} {position.seats} {position.round}"


def _write_hole(position: ChineseCheckersPosition, hole: int) -> str:
    seat = position.pieces.seat_at(hole)
    return str(seat + 1) if seat >= 0 else EMPTY


def edit_position(position: ChineseCheckersPosition, units: Mapping[int, str], to_move: int) -> str:
    rows = "/".join("".join(units.get(hole, EMPTY) for hole in row) for row in reversed(ROW_HOLES))
    return f"{rows} {to_move + 1} {position.seats} {position.round}"


# Moves


def write_move(position: ChineseCheckersPosition, move: int, notation: str = "") -> str:
    if notation:
        raise ValueError(f"Chinese Checkers has no notation {notation!r}")
    if move == PASS:
        return "pass"
    origin, target = board.holes_of(move)
    return name(origin) + name(target)


def read_move(position: ChineseCheckersPosition, text: str) -> int | Ruling:
    """The legal move that a text means, or why there is none."""
    if not isinstance(text, str):
        return Ruling("C5", f"a move is a text, not {type(text).__name__}")
    text = text.strip()
    if text == "pass":
        return refusal_of_pass(position) or PASS
    match = MOVE.fullmatch(text)
    if not match:
        shown = text if len(text) <= LONGEST_MOVE else text[:LONGEST_MOVE] + "…"
        return Ruling("C5", f"{shown!r} is not a move; write its first and last hole, like d1e5, or pass")
    for hole in match.groups():
        if GEOMETRY.cell(hole) == OFF:
            row = ROW_HOLES[ord(hole[0]) - ord("a")]
            return Ruling("C5", f"there is no hole {hole}: row {hole[0]} has {len(row)}")
    origin, target = GEOMETRY.cell(match[1]), GEOMETRY.cell(match[2])
    return refusal(position, origin, target) or board.move_of(origin, target)
