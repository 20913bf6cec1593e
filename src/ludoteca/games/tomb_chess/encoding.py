"""Tomb Chess as a network sees it: the board turned so that the side to move is at the bottom."""

from typing import Any

from ludoteca.core.encoding import END, RECENT, Encoding
from ludoteca.core.plane import Plane
from ludoteca.core.position import Position
from ludoteca.games.tomb_chess import board, layout, tables
from ludoteca.games.tomb_chess.board import KIND_NAMES, SQUARES
from ludoteca.games.tomb_chess.position import TombChessPosition
from ludoteca.games.tomb_chess.state import stored

SHOWN_DEAD = 4
"""So many of a grave's dead are shown on its square, the first to return first."""

RANGE = 16
RESTING = 17
PARALYSED = 18
PUSHED = 19
WALLS = 20
OPENED = 21
BURIED = 22
DEAD = 23
PUSHER = DEAD + SHOWN_DEAD
DEAD_SQUARES = PUSHER + 1
DEAD_CODES = PUSHER + 2
TURN = PUSHER + 3
SEEN = PUSHER + 5
LEFT = PUSHER + 6
REACHED = PUSHER + 7
RECENT_PLIES = RECENT
DEAD_WORDS = "an own pawn 1 ... king 8, an enemy pawn 9 ... king 16, 0 if there is none"
PLANES = (
    *(Plane(f"own {name}", "1 where one stands") for name in KIND_NAMES),
    *(Plane(f"enemy {name}", "1 where one stands") for name in KIND_NAMES),
    Plane("range", "the present range of the unit on the square (T6)"),
    Plane("resting", "1 where a unit rests"),
    Plane("paralysed", "the turns that the unit on the square is still paralysed"),
    Plane("pushed", "1 where a unit was pushed (T10.4)"),
    Plane("walls", "the turns that the wall on the square still stands (T5.3)"),
    Plane("open graves", "1 where a grave is open"),
    Plane("graves", "how many dead lie on the square (T8)"),
    *(
        Plane(f"dead {number + 1}", f"number {number + 1} of the queue there: {DEAD_WORDS}")
        for number in range(SHOWN_DEAD)
    ),
    Plane("pusher", "1 where the rook that pushed last stands or died (T10.4)"),
    Plane("squares of the dead", "byte n: the square from 1 of the nth dead, squares in order, queues in theirs"),
    Plane("list of the dead", f"byte n: who it is, {DEAD_WORDS}"),
    Plane("turn", "everywhere: the turn modulo 256; the option turn_limit ends the game (T16.7)"),
    Plane("turn high", "everywhere: the turn divided by 256, at most 255"),
    Plane("seen", "everywhere: how often this position was there before; 2 are a draw (T16.5)"),
    Plane("left", f"how many plies ago, up to {RECENT}, a unit last left the square or died there; 0 if none did"),
    Plane("reached", f"how many plies ago, up to {RECENT}, a unit last came to the square; 0 if none did"),
)
SIZE = len(PLANES) * SQUARES

WORDS = (
    "control",
    "bounce",
    "breathe",
    "swap",
    "exchange",
    "rotate",
    "respawn",
    "push",
    "turn 90°",
    "turn 180°",
    "turn 270°",
    *KIND_NAMES[1:7],
)
CONTROL_WORD = SQUARES
ABILITY_WORDS = [
    SQUARES + (WORDS.index(word) if word else 0) for word in ("", "bounce", "breathe", "swap", "", "exchange", "")
]
"""By the type of a move."""
ROTATE_WORD = SQUARES + WORDS.index("rotate")
RESPAWN_WORD = SQUARES + WORDS.index("respawn")
PUSH_WORD = SQUARES + WORDS.index("push")
TURN_WORDS = SQUARES + WORDS.index("turn 90°") - 1
PROMOTION_WORDS = SQUARES + WORDS.index("knight") - 1
CAPTURE_WORDS = SQUARES + len(WORDS)
PICKS = (*range(SQUARES), *WORDS, *(f"capture {name}" for name in board.GEOMETRY.names), END)
FEATURES = (
    "type: 0 legs, 1 bounce, 2 breath, 3 swap, 4 rotation, 5 exchange, 6 respawn",
    "1 if mind control",
    "what a pawn becomes, 0 if nothing",
    "origin, or the corner of a rotation",
    "last square, from 1; 0 if there is none",
    "end of the first of two legs, from 1; 0 if there is none",
    "pushes: 1 by the first leg, 2 by the second or the bounce",
    "square captured under a leap, from 1; 0 if there is none",
    "bounces, or the size of a rotation",
    "quarters of a rotation",
)
FEATURE_COUNT = len(FEATURES)


class TombChessEncoding(Encoding):
    position: TombChessPosition

    def __init__(self) -> None:
        super().__init__()
        self.planes = PLANES
        self.shape = (len(PLANES), board.RANKS, board.FILES)
        self.size = SIZE
        self.picks = PICKS
        self.features = FEATURES
        self.before = [0] * 256
        self.after = [0] * 256

    def attach(self, position: Position) -> None:
        assert isinstance(position, TombChessPosition)
        self.position = position
        self.state = position.state

    # Positions

    def encode(self, out: Any, begin: int, seat: int) -> None:
        buried = 0
        for index in range(SIZE):
            out[begin + index] = 0
        for place in range(144):
            square = _seen_by(seat, place)
            # In the order of the squares as they are seen.
            cell = tables.CELL[square]
            if layout.is_unit(self.state.units[cell]):
                self._show_unit(self.state.units[cell], seat, out, begin + place)
            out[begin + WALLS * 144 + place] = self.state.walls[cell]
            if self.state.graves[cell]:
                buried = self._show_grave(cell, seat, place, buried, out, begin)
        if self.state.pusher:
            out[begin + PUSHER * 144 + _seen_by(seat, tables.SQUARE[self.state.pusher])] = 1
        self._fill(out, begin + TURN * 144, self.state.turn & 255)
        self._fill(out, begin + (TURN + 1) * 144, min(self.state.turn >> 8, 255))
        self._fill(out, begin + SEEN * 144, self.position.times_seen())
        self._mark_recent(out, begin, seat)

    def _show_unit(self, unit: int, side: int, out: Any, begin: int) -> None:
        out[begin + _seen_code(side, layout.code_of(unit)) * 144] = 1
        out[begin + RANGE * 144] = layout.range_of(unit)
        out[begin + RESTING * 144] = 1 if layout.is_resting(unit) else 0
        out[begin + PARALYSED * 144] = layout.paralysis(unit)
        out[begin + PUSHED * 144] = 1 if layout.is_pushed(unit) else 0

    def _show_grave(self, cell: int, side: int, place: int, buried: int, out: Any, begin: int) -> int:
        """Show the dead of a square; how many are shown so far."""
        node = self.state.graves[cell]
        number = 0
        while node:
            code = 1 + _seen_code(side, self.state.node_code[node])
            if number < SHOWN_DEAD:
                out[begin + (DEAD + number) * 144 + place] = code
            out[begin + DEAD_SQUARES * 144 + buried] = 1 + place
            out[begin + DEAD_CODES * 144 + buried] = code
            number += 1
            buried += 1
            node = self.state.next_node[node]
        out[begin + BURIED * 144 + place] = number
        out[begin + OPENED * 144 + place] = self.state.opened[cell]
        return buried

    def _fill(self, out: Any, begin: int, number: int) -> None:
        if number:
            for index in range(144):
                out[begin + index] = number

    def _mark_recent(self, out: Any, begin: int, seat: int) -> None:
        """What stood where in the last plies, the newest first: pushes, explosions and rotations count as moves do."""
        end = self.position.undos.count
        for cell in range(256):
            self.after[cell] = _who(self.state.units[cell])
        for back in range(1, min(RECENT_PLIES, self.position.played.count) + 1):
            end = self._read_units(end)
            for place in range(144):
                cell = tables.CELL[_seen_by(seat, place)]
                if self.before[cell] != self.after[cell]:
                    self._mark_change(cell, place, back, out, begin)
            for cell in range(256):
                self.after[cell] = self.before[cell]

    def _read_units(self, end: int) -> int:
        """Read what `State.save` wrote to the words before `end` into `before`; where these words begin."""
        words = self.position.undos.at
        middle = end - 3 - stored.terrain_words(words[end - 1])
        first = middle - stored.unit_words(words[end - 1])
        for cell in range(256):
            self.before[cell] = 0
        for index in range(first, middle):
            self.before[stored.saved_cell(words[index])] = _who(stored.unit_of_word(words[index]))
        return first

    def _mark_change(self, cell: int, place: int, back: int, out: Any, begin: int) -> None:
        if self.before[cell] and out[begin + LEFT * 144 + place] == 0:
            out[begin + LEFT * 144 + place] = back
        if self.after[cell] and out[begin + REACHED * 144 + place] == 0:
            out[begin + REACHED * 144 + place] = back

    # Moves

    def pick(self, move: int, out: Any) -> int:
        side = self.state.to_move
        kind = layout.move_type(move)
        origin = tables.SQUARE[layout.origin(move)]
        count = 0
        if kind == layout.ROTATION:
            out[0] = ROTATE_WORD
            out[1] = _seen_by(side, origin)
            out[2] = _seen_by(side, origin + 13 * (layout.size(move) - 1))
            out[3] = TURN_WORDS + layout.quarters(move)
            return 4
        if kind == layout.RESPAWN:
            out[0] = RESPAWN_WORD
            out[1] = _seen_by(side, origin)
            return 2
        if layout.control(move):
            out[count] = CONTROL_WORD
            count += 1
        out[count] = _seen_by(side, origin)
        count += 1
        if kind == layout.LEGS:
            return self._pick_legs(move, side, out, count)
        out[count] = ABILITY_WORDS[kind]
        count += 1
        if kind == layout.BREATH:
            return count
        if kind == layout.BOUNCE:
            count = self._pick_bounce(move, side, out, count)
        else:
            out[count] = _seen_by(side, tables.SQUARE[layout.target(move)])
            count += 1
        return self._pick_promotion(move, out, count)

    def _pick_legs(self, move: int, side: int, out: Any, count: int) -> int:
        out[count] = _seen_by(side, tables.SQUARE[layout.target(move)])
        count += 1
        if layout.first_push(move):
            out[count] = PUSH_WORD
            count += 1
        if layout.second_target(move):
            out[count] = _seen_by(side, tables.SQUARE[layout.second_target(move)])
            count += 1
            if layout.second_push(move):
                out[count] = PUSH_WORD
                count += 1
        if layout.leap_capture(move):
            out[count] = CAPTURE_WORDS + _seen_by(side, tables.SQUARE[self._captured(move)])
            count += 1
        return self._pick_promotion(move, out, count)

    def _captured(self, move: int) -> int:
        """The cell of the unit captured under the last leap."""
        begin = layout.origin(move)
        end = layout.target(move)
        if layout.second_target(move):
            begin = end
            end = layout.second_target(move)
        leap = 0
        while leap < 7 and begin + tables.LEAP[leap] != end:
            leap += 1
        return begin + tables.UNDER[4 * leap + layout.leap_capture(move) - 1]

    def _pick_bounce(self, move: int, side: int, out: Any, count: int) -> int:
        """T7: where a bounce turns, and its last square."""
        cell = layout.origin(move)
        direction = layout.first_direction(move)
        for bounce in range(1, layout.bounces(move) + 1):
            while not self.state.is_obstacle(cell + tables.DELTA[direction]):
                cell += tables.DELTA[direction]
            out[count] = _seen_by(side, tables.SQUARE[cell])
            count += 1
            direction = layout.direction_after(move, bounce, direction)
            if direction == layout.NO_DIRECTION:
                break
        if direction == layout.NO_DIRECTION:
            cell += tables.LEAP[layout.leap_of_option(layout.change_option(move))]
        else:
            cell += tables.DELTA[direction] * layout.last_stretch(move)
        out[count] = _seen_by(side, tables.SQUARE[cell])
        count += 1
        if layout.last_push(move):
            out[count] = PUSH_WORD
            count += 1
        return count

    def _pick_promotion(self, move: int, out: Any, count: int) -> int:
        if layout.promotion(move):
            out[count] = PROMOTION_WORDS + layout.promotion(move)
            count += 1
        return count

    def describe(self, move: int, out: Any, begin: int) -> None:
        side = self.state.to_move
        kind = layout.move_type(move)
        for index in range(FEATURE_COUNT):
            out[begin + index] = 0
        out[begin] = kind
        out[begin + 3] = _seen_by(side, tables.SQUARE[layout.origin(move)])
        if kind == layout.ROTATION:
            out[begin + 8] = layout.size(move)
            out[begin + 9] = layout.quarters(move)
            return
        out[begin + 1] = 1 if layout.control(move) else 0
        if kind == layout.RESPAWN or kind == layout.BREATH:
            return
        out[begin + 2] = layout.promotion(move)
        if kind == layout.BOUNCE:
            self._describe_bounce(move, side, out, begin)
            return
        out[begin + 4] = 1 + _seen_by(side, tables.SQUARE[layout.target(move)])
        if kind == layout.LEGS:
            out[begin + 6] = layout.first_push(move) | layout.second_push(move) << 1
            if layout.second_target(move):
                out[begin + 5] = out[begin + 4]
                out[begin + 4] = 1 + _seen_by(side, tables.SQUARE[layout.second_target(move)])
            if layout.leap_capture(move):
                out[begin + 7] = 1 + _seen_by(side, tables.SQUARE[self._captured(move)])

    def _describe_bounce(self, move: int, side: int, out: Any, begin: int) -> None:
        squares = [0] * 16
        count = self._pick_bounce(move, side, squares, 0) - layout.last_push(move)
        out[begin + 4] = 1 + squares[count - 1]
        out[begin + 6] = layout.last_push(move) << 1
        out[begin + 8] = layout.bounces(move)


def _seen_by(side: int, square: int) -> int:
    """A square as a side counts it from its own left corner."""
    return 143 - square if side else square


def _who(content: int) -> int:
    """Kind and side of the unit on a cell, from 1; 0 if there is none."""
    return 1 + layout.code_of(content) if layout.is_unit(content) else 0


def _seen_code(side: int, code: int) -> int:
    """The kind of an own unit; 8 more for an enemy."""
    return code ^ side << 3
