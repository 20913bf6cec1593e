"""X4: FEN for positions; coordinates and ICCS for moves. The spoken notations are in `spoken`."""

import re
from collections.abc import Mapping
from functools import lru_cache

from ludoteca.core.geometry import OFF
from ludoteca.core.message import Message, translatable
from ludoteca.core.option import Value
from ludoteca.core.ruling import InvalidPosition, Ruling
from ludoteca.games.xiangqi import board, layout, spoken, words
from ludoteca.games.xiangqi.board import (
    BLACK,
    FILES,
    GEOMETRY,
    KINDS,
    LETTERS,
    POINTS,
    RANKS,
    RED,
)
from ludoteca.games.xiangqi.explain import refusal
from ludoteca.games.xiangqi.pieces import Pieces
from ludoteca.games.xiangqi.position import XiangqiPosition

NOTATIONS = (translatable("coordinates"), "iccs", "wxf", translatable("chinese"), translatable("traditional chinese"))
"""A page in Chinese takes the one in its own characters: `chinese` is in simplified ones."""

SIDES = {"w": RED, "r": RED, "b": BLACK}
OTHER_LETTERS = str.maketrans("HEhe", "NBnb")
COORDINATES = re.compile(r"([a-i])(10|[1-9])-?([a-i])(10|[1-9])", re.ASCII)
ICCS = re.compile(r"([A-I])([0-9])-?([A-I])([0-9])", re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
LONGEST_MOVE = 12
NAMES = GEOMETRY.names
USUAL: Mapping[str, Value] = {"repetition": True, "flying_general": True, "quiet_limit": board.QUIET_LIMIT}


# Positions


def read_position(text: str, options: Mapping[str, Value] = USUAL) -> XiangqiPosition:
    """A position from FEN; fields that are left out behind the side to move are as at a start."""
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise InvalidPosition(
            Message("a FEN has 2 to 6 fields, the board first and then w or b; this has {count}", count=len(fields))
        )
    fields += ["-", "-", "0", "1"][len(fields) - 2 :]
    rows, side, *unused, quiet, number = fields
    if side not in SIDES:
        raise InvalidPosition(Message("the side to move is w or b, not {side}", side=repr(side)))
    if unused != ["-", "-"]:
        raise InvalidPosition(Message("fields 3 and 4 of a Xiangqi FEN are '-'"))
    pieces = Pieces(bool(options["flying_general"]))
    _read_board(rows, pieces)
    position = XiangqiPosition(
        pieces,
        SIDES[side],
        _read_number(quiet, Message("the count of quiet plies")),
        _read_number(number, Message("the move number")),
        bool(options["repetition"]),
        int(options["quiet_limit"] or 0),
    )
    if position.number == 0:
        raise InvalidPosition(Message("move numbers begin with 1"))
    _require_no_check_out_of_turn(position)
    return position


def _read_board(rows: str, pieces: Pieces) -> None:
    ranks = rows.translate(OTHER_LETTERS).split("/")
    if len(ranks) != RANKS:
        raise InvalidPosition(Message("a board has {ranks} ranks, this has {count}", ranks=RANKS, count=len(ranks)))
    for rank, row in zip(reversed(range(RANKS)), ranks, strict=True):
        file = 0
        for character in row:
            if character in "123456789":
                file += int(character)
            elif character in LETTERS:
                if file < FILES:
                    _put(pieces, LETTERS.index(character), rank * FILES + file)
                file += 1
            else:
                text = repr(character)
                raise InvalidPosition(
                    Message("{text} on rank {rank} is neither a piece nor a number of points", text=text, rank=rank + 1)
                )
        if file != FILES:
            raise InvalidPosition(
                Message("rank {rank} has {count} points, not {files}", rank=rank + 1, count=file, files=FILES)
            )
    for side in (RED, BLACK):
        if pieces.general_of(side) == layout.NOWHERE:
            raise InvalidPosition(Message("{side} has no general", side=words.SIDES[side]))


def _put(pieces: Pieces, piece: int, point: int) -> None:
    side, kind = divmod(piece, KINDS)
    who = words.coloured(piece)
    if not board.can_stand(kind, side, point):
        raise InvalidPosition(Message("a {piece} can never stand on {point}", piece=who, point=GEOMETRY.names[point]))
    if not pieces.put(piece, point):
        most = board.SET[kind]
        raise InvalidPosition(Message("a {piece} too many: a side has {most} at the most", piece=who, most=most))


def _read_number(text: str, what: Message) -> int:
    if not NUMBER.fullmatch(text):
        raise InvalidPosition(Message("{what} is a number up to 99999, not {text}", what=what, text=repr(text[:20])))
    return int(text)


def _require_no_check_out_of_turn(position: XiangqiPosition) -> None:
    waiting = 1 - position.to_move
    checkers = position.checkers(waiting)
    if checkers:
        names = ", ".join(GEOMETRY.names[point] for point in checkers)
        side = words.SIDES[waiting]
        raise InvalidPosition(
            Message("{side} is in check from {points}, but it is not {side}'s turn", side=side, points=names)
        )


def write_position(position: XiangqiPosition) -> str:
    rows = "/".join(_write_rank(position, rank) for rank in reversed(range(RANKS)))
    side = "wb"[position.to_move]
    return f"{rows} {side} - - {position.quiet} {position.number}"


def _write_rank(position: XiangqiPosition, rank: int) -> str:
    row = ""
    for point in range(rank * FILES, rank * FILES + FILES):
        piece = position.pieces.piece_at(point)
        row += LETTERS[piece] if piece >= 0 else "."
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), row)


def edit_position(position: XiangqiPosition, units: Mapping[int, str], to_move: int) -> str:
    points = [units.get(point, ".") for point in range(POINTS)]
    rows = "/".join("".join(points[rank * FILES : rank * FILES + FILES]) for rank in reversed(range(RANKS)))
    return f"{re.sub(r'[.]+', lambda gap: str(len(gap[0])), rows)} {'wb'[to_move]} - - 0 {position.number}"


# Moves


def write_move(position: XiangqiPosition, move: int, notation: str = "") -> str:
    origin, target = layout.origin(move), layout.target(move)
    if notation in ("", "coordinates"):
        return NAMES[origin] + NAMES[target]
    if notation == "iccs":
        return f"{iccs_point(origin)}-{iccs_point(target)}"
    if notation == "wxf":
        return spoken.write_wxf(position, origin, target)
    if notation == "chinese":
        return spoken.write_chinese(position, origin, target)
    if notation == "traditional chinese":
        return spoken.write_chinese(position, origin, target).translate(spoken.IN_TRADITIONAL_CHARACTERS)
    raise ValueError(f"Xiangqi has no notation {notation!r}; there are: {', '.join(NOTATIONS)}")


def iccs_point(point: int) -> str:
    return f"{'ABCDEFGHI'[point % FILES]}{point // FILES}"


def read_move(position: XiangqiPosition, text: str) -> int | Ruling:
    """The legal move that a text in any of the notations means, or why there is none."""
    if isinstance(text, str) and (move := _plain_move(text)) >= 0 and position.allows(move):
        return move
    candidates = _candidates(position, text)
    if isinstance(candidates, Ruling):
        return candidates
    if len(candidates) == 1:
        origin, target = candidates[0]
        return refusal(position, origin, target) or layout.move(origin, target)
    refusals = [refusal(position, origin, target) for origin, target in candidates]
    legal = [candidate for candidate, ruling in zip(candidates, refusals, strict=True) if ruling is None]
    if len(legal) > 1:
        meant, *others = [GEOMETRY.names[origin] + GEOMETRY.names[target] for origin, target in reversed(legal)]
        for other in others:
            meant = Message("{first} or {others}", first=other, others=meant)
        message = Message("{text} may mean {meant}", text=text.strip(), meant=meant)
        return Ruling("X4", message, tuple(origin for origin, _ in legal))
    if legal:
        origin, target = legal[0]
        return layout.move(origin, target)
    ruling = refusals[0]
    assert ruling is not None
    return ruling


def _candidates(position: XiangqiPosition, text: str) -> list[tuple[int, int]] | Ruling:
    """The first and last points that a text can mean: one pair, or several when it leaves the piece open."""
    if not isinstance(text, str):
        return Ruling("X4", Message("a move is a text, not {type}", type=type(text).__name__))
    text = text.strip()
    if len(text) > LONGEST_MOVE:
        return _unreadable(text)
    if match := COORDINATES.fullmatch(text):
        return [(GEOMETRY.cell(match[1] + match[2]), GEOMETRY.cell(match[3] + match[4]))]
    if match := ICCS.fullmatch(text):
        files = [ord(match[group]) - ord("A") for group in (1, 3)]
        return [(int(match[2]) * FILES + files[0], int(match[4]) * FILES + files[1])]
    said = spoken.read(text)
    return _unreadable(text) if said is None else spoken.resolve(position, said)


@lru_cache(POINTS * POINTS)
def _plain_move(text: str) -> int:
    """A move as programs write it, legal or not, or OFF; all other ways take longer to tell."""
    middle = 3 if text[2:3] == "0" else 2
    origin, target = GEOMETRY.cell(text[:middle]), GEOMETRY.cell(text[middle:])
    return layout.move(origin, target) if origin != OFF and target != OFF else OFF


def _unreadable(text: str) -> Ruling:
    shown = text if len(text) <= LONGEST_MOVE else text[:LONGEST_MOVE] + "…"
    message = Message("{text} is not a move; write it like h3e3, H2-E2, C2=5 or 炮二平五", text=repr(shown))
    return Ruling("X4", message)
