"""X4: the notations that say a move as players do, by piece, file and way: WXF (`C2=5`) and Chinese (`炮二平五`)."""

import re
from typing import NamedTuple

from ludoteca.core.message import Message
from ludoteca.core.ruling import Ruling
from ludoteca.games.xiangqi.board import FILES, KINDS, POINTS, RANKS, RED
from ludoteca.games.xiangqi.layout import CANNON, CART, ELEPHANT, GENERAL, GUARD, HORSE, PAWN
from ludoteca.games.xiangqi.position import XiangqiPosition
from ludoteca.games.xiangqi.words import coloured

REAR = 0
"""The order of the hindmost of several pieces on a file; the others count from 1 at the front."""


class Said(NamedTuple):
    """A move as it is said. `file` and `order` are None where they are not said."""

    kind: int
    file: int | None
    order: int | None
    way: str
    number: int


# Texts

WXF_LETTERS = {"K": GENERAL, "A": GUARD, "E": ELEPHANT, "H": HORSE, "R": CART, "C": CANNON, "P": PAWN}
WXF_ALSO_READ = {**WXF_LETTERS, "B": ELEPHANT, "N": HORSE}
WXF = re.compile(r"([KAEBHNRCP])([1-9+-])([+=.-])([1-9])|([+-])([KAEBHNRCP])([+=.-])([1-9])", re.ASCII)
WXF_PAWN = re.compile(r"([1-5])([1-9])([+=.-])([1-9])", re.ASCII)

NAMES = ("帅仕相马车炮兵", "将士象马车炮卒")
IN_TRADITIONAL_CHARACTERS = str.maketrans("帅将马车进后", "帥將馬車進後")
ALSO_READ = str.maketrans("帥將俥車傌馬砲進後０１２３４５６７８９", "帅将车车马马炮进后0123456789")
NAME_KIND = {name: kind for names in NAMES for kind, name in enumerate(names)}
DIGITS = "一二三四五六七八九"
WAYS = {"进": "+", "退": "-", "平": "="}
ORDERS = {"前": 1, "中": 2, "后": REAR, **{digits[n]: n + 1 for digits in (DIGITS, "12345") for n in range(5)}}
PIECE_NAME = "[" + "".join(NAME_KIND) + "]"
CHINESE = re.compile(f"({PIECE_NAME})([{DIGITS}1-9])([进退平])([{DIGITS}1-9])")
CHINESE_ORDER = re.compile(f"([前中后一二三四五1-5])({PIECE_NAME}|[{DIGITS}1-9])([进退平])([{DIGITS}1-9])")


def read(text: str) -> Said | None:
    """What a text in WXF or Chinese says, or None if it is neither."""
    return _read_wxf(text.upper()) or _read_chinese(text.translate(ALSO_READ))


def _read_wxf(text: str) -> Said | None:
    if match := WXF.fullmatch(text):
        letter, where, way, number = match.groups()[:4] if match[1] else (match[6], match[5], match[7], match[8])
        kind = WXF_ALSO_READ[letter]
        way = way.replace(".", "=")
        if where in "+-":
            return Said(kind, None, 1 if where == "+" else REAR, way, int(number))
        return Said(kind, int(where), None, way, int(number))
    if match := WXF_PAWN.fullmatch(text):
        return Said(PAWN, int(match[2]), int(match[1]), match[3].replace(".", "="), int(match[4]))
    return None


def _read_chinese(text: str) -> Said | None:
    if match := CHINESE.fullmatch(text):
        return Said(NAME_KIND[match[1]], _digit(match[2]), None, WAYS[match[3]], _digit(match[4]))
    if match := CHINESE_ORDER.fullmatch(text):
        order, who, way, number = ORDERS[match[1]], match[2], WAYS[match[3]], _digit(match[4])
        if who in NAME_KIND:
            return Said(NAME_KIND[who], None, order, way, number)
        return Said(PAWN, _digit(who), order, way, number)
    return None


def _digit(character: str) -> int:
    return DIGITS.index(character) + 1 if character in DIGITS else int(character)


def write_wxf(position: XiangqiPosition, origin: int, target: int) -> str:
    said = say(position, origin, target)
    letter = "KAEHRCP"[said.kind]
    if said.order is None:
        return f"{letter}{said.file}{said.way}{said.number}"
    if said.file is None:
        return f"{letter}{'+' if said.order == 1 else '-'}{said.way}{said.number}"
    return f"{said.order}{said.file}{said.way}{said.number}"


def write_chinese(position: XiangqiPosition, origin: int, target: int) -> str:
    said = say(position, origin, target)
    side = position.pieces.piece_at(origin) // KINDS
    name = NAMES[side][said.kind]
    way = "进退平"["+-=".index(said.way)]
    number = _write_digit(side, said.number)
    if said.order is None:
        assert said.file is not None
        return name + _write_digit(side, said.file) + way + number
    columns = _columns(position, side, said.kind)
    size = len(columns[file_number(side, origin)])
    order = _order_word(said.order or size, size)
    is_alone = sum(len(column) > 1 for column in columns.values()) == 1
    return order + (name if is_alone else _write_digit(side, file_number(side, origin))) + way + number


def _order_word(order: int, size: int) -> str:
    """Front, middle and rear of up to three on a file; numbers from the front where there are more."""
    if size > 3:
        return DIGITS[order - 1]
    return "前" if order == 1 else "后" if order == size else "中"


def _write_digit(side: int, number: int) -> str:
    """Red's numbers are Chinese, Black's are not."""
    return DIGITS[number - 1] if side == RED else str(number)


# Meaning


def file_number(side: int, point: int) -> int:
    """Files are counted from each player's right."""
    return FILES - point % FILES if side == RED else point % FILES + 1


def say(position: XiangqiPosition, origin: int, target: int) -> Said:
    """How players say a move."""
    side, kind = divmod(position.pieces.piece_at(origin), KINDS)
    forward = 1 if side == RED else -1
    climb = (target // FILES - origin // FILES) * forward
    if climb == 0:
        way, number = "=", file_number(side, target)
    else:
        way = "+" if climb > 0 else "-"
        number = file_number(side, target) if kind in (GUARD, ELEPHANT, HORSE) else abs(climb)
    file, order = _name_piece(position, side, kind, origin)
    return Said(kind, file, order, way, number)


def _name_piece(position: XiangqiPosition, side: int, kind: int, origin: int) -> tuple[int | None, int | None]:
    """By its file if that is enough; front or rear of two; order and file where pawns crowd.

    Guards and elephants need no order: of two on a file, only one can go the way that is said.
    """
    columns = _columns(position, side, kind)
    file = file_number(side, origin)
    column = columns[file]
    if len(column) == 1 or kind in (GUARD, ELEPHANT):
        return file, None
    order = column.index(origin) + 1
    crowded = [file for file, points in columns.items() if len(points) > 1]
    if len(column) == 2 and len(crowded) == 1:
        return None, 1 if order == 1 else REAR
    return file, order


def _columns(position: XiangqiPosition, side: int, kind: int) -> dict[int, list[int]]:
    """The points of a side's pieces of a kind by file, front first."""
    columns: dict[int, list[int]] = {}
    for point in range(POINTS) if side != RED else reversed(range(POINTS)):
        if position.pieces.piece_at(point) == side * KINDS + kind:
            columns.setdefault(file_number(side, point), []).append(point)
    return columns


def resolve(position: XiangqiPosition, said: Said) -> list[tuple[int, int]] | Ruling:
    """First and last points of each piece that can be meant; a Ruling if there is none."""
    side = position.to_move
    origins = _meant(_columns(position, side, said.kind), said)
    piece = coloured(side * KINDS + said.kind)
    if not origins:
        if said.file is None:
            return Ruling("X4", Message("no {piece} is there that could be meant", piece=piece))
        return Ruling("X4", Message("no {piece} stands on file {file}", piece=piece, file=said.file))
    candidates = [(origin, target) for origin in origins for target in [_target(side, origin, said)] if target >= 0]
    if not candidates:
        if said.kind in (GUARD, ELEPHANT, HORSE):
            clause = {GUARD: "X1.7", ELEPHANT: "X1.5", HORSE: "X1.6"}[said.kind]
            message = Message("no move of the {piece} leads to file {file} that way", piece=piece, file=said.number)
            return Ruling(clause, message, tuple(origins))
        return Ruling("X1.1", Message("that leads the {piece} off the board", piece=piece), tuple(origins))
    return candidates


def _meant(columns: dict[int, list[int]], said: Said) -> list[int]:
    if said.file is not None:
        column = columns.get(said.file, [])
        if said.order is None:
            return column
        return _ordered(column, said.order)
    crowded = [column for column in columns.values() if len(column) > 1]
    assert said.order is not None
    return [point for column in crowded for point in _ordered(column, said.order)]


def _ordered(column: list[int], order: int) -> list[int]:
    if order == REAR:
        return column[-1:]
    return column[order - 1 : order]


def _target(side: int, origin: int, said: Said) -> int:
    """Where a piece goes, or -1 if that is off the board or cannot be said of its kind."""
    forward = 1 if side == RED else -1
    file = FILES - said.number if side == RED else said.number - 1
    rank = origin // FILES
    if said.way == "=":
        return rank * FILES + file
    aside = abs(file - origin % FILES)
    if said.kind in (GUARD, ELEPHANT, HORSE):
        climb = {(GUARD, 1): 1, (ELEPHANT, 2): 2, (HORSE, 1): 2, (HORSE, 2): 1}.get((said.kind, aside), 0)
        if climb == 0:
            return -1
    else:
        climb = said.number
        file = origin % FILES
    rank += climb * forward if said.way == "+" else -climb * forward
    return rank * FILES + file if 0 <= rank < RANKS else -1
