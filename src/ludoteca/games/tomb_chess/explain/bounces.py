"""T7: why a bounce is refused."""

from itertools import pairwise

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.explain.legs import LegRefusal
from ludoteca.games.tomb_chess.explain.words import all_on, around, between, name, verb
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.moves.parts import direction_between, leap_between


class BounceRefusal(LegRefusal):
    # Bounces (T7)

    def _bounce_refusal(self) -> Ruling | None:
        """None if any reading of the request holds, else the refusal of the reading that comes furthest."""
        has_second_leg = len(self.request.pushes) > 1
        if has_second_leg:
            return Ruling("T7.3", "a turn has a bounce or a double move, never both", self.request.targets)
        if self.kind in (layout.PAWN, layout.KING) and not self._pawn_range():
            origin = self.request.origin
            return Ruling("T7.1", f"{self.the(origin)} has the range 1 and does not bounce", (origin,))
        furthest, refusal = -1, None
        for is_by_pawn_line in self._readings():
            number, ruling = self._reading_refusal(is_by_pawn_line)
            if not ruling:
                return None
            if number > furthest:
                furthest, refusal = number, ruling
        return refusal

    def _pawn_range(self) -> int:
        """T7.1: how far the pawn's lines run that the unit has, or 0 where they do not bounce."""
        steps = layout.step_range(self.queries.begun_movement())
        return steps if steps > 1 else 0

    def _readings(self) -> list[list[bool]]:
        """T7.4: which stretches may be of a pawn's line. A jester may be lent one and others, and change once."""
        stretches = list(pairwise((self.request.origin, *self.request.targets)))
        if self.kind == layout.PAWN or not self._pawn_range():
            return [[self.kind == layout.PAWN] * len(stretches)]
        directions = [direction_between(begin, end) for begin, end in stretches]
        is_diagonal = [bool(layout.is_diagonal(direction)) for direction in directions]
        return [
            [False] * len(stretches),
            [True] * len(stretches),
            is_diagonal,
            [not diagonal for diagonal in is_diagonal],
        ]

    def _reading_refusal(self, is_by_pawn_line: list[bool]) -> tuple[int, Ruling | None]:
        """Stretch by stretch: the number of the one that is refused, and why."""
        request, queries = self.request, self.queries
        movement = queries.begun_movement()
        used, change, before = 0, 0, -1
        last = len(request.targets) - 1
        for number, (begin, end) in enumerate(pairwise((request.origin, *request.targets))):
            direction, leap = direction_between(begin, end), leap_between(begin, end)
            if leap >= 0:
                left = self._range(is_by_pawn_line[number - 1], before) - used if number else 0
                ruling = self._bounce_leap_refusal(begin, end, leap, movement, left, before, change, number == last)
                return number, ruling
            if direction < 0:
                return number, Ruling("T7.1", f"{name(begin)} to {name(end)} is no straight stretch", (begin, end))
            is_pawn_line = is_by_pawn_line[number]
            ruling = None
            if number:
                is_same_line = is_pawn_line and is_by_pawn_line[number - 1]
                ruling = self._turn_refusal(begin, end, before, direction, change, is_same_line)
                change += layout.is_diagonal(direction) != layout.is_diagonal(before)
            ruling = ruling or self._stretch_refusal(begin, end, direction, is_pawn_line, used, number == last)
            if ruling:
                return number, ruling
            if number == last:
                return number, self._end_refusal(begin, end, direction, queries.unit_now(end), request.pushes[0])
            used += parts.distance(begin, end)
            ruling = self._bounce_square_refusal(end, change)
            if ruling:
                return number, ruling
            before = direction
        return last, None

    def _range(self, is_pawn_line: bool, direction: int) -> int:
        """T7.1: the range of the movement used in a stretch."""
        return self._pawn_range() if is_pawn_line else layout.line_range(self.queries.begun_movement(), direction)

    def _stretch_refusal(
        self, begin: int, end: int, direction: int, is_pawn_line: bool, used: int, is_last: bool
    ) -> Ruling | None:
        reach = self._range(is_pawn_line, direction)
        if reach == 0:
            return self._wrong_direction(self.request.origin, self.queries.begun_movement())
        distance = parts.distance(begin, end)
        if used + distance > reach:
            message = f"the stretches together would be {used + distance} squares; the range is {reach}"
            return Ruling("T7.1", message, (begin, end))
        lifted = 0 if is_pawn_line else self.queries.begun_lifted()
        line = self.queries.stretch(begin, direction, reach - used, lifted)
        entered = layout.line_length(line)
        if is_last and distance == entered + 1 and layout.is_in_reach(line):
            return self._capture_refusal(self.request.origin, end, False)
        if distance > entered:
            return self._stopped(begin, direction, entered, lifted)
        if is_last:
            return None
        if distance < entered or not layout.has_obstacle(line):
            if distance == entered and self.queries.stops_beside(end, lifted if layout.is_diagonal(direction) else 0):
                return Ruling("T7.2", f"beside a wall the line stops on {name(end)} and does not bounce", (end,))
            if self.request.origin == parts.step(end, board.DIRECTIONS[direction]):
                first = self.request.origin
                return Ruling("T3.4", f"no line bounces off {name(first)}, where the turn began", (end, first))
            return Ruling("T7.1", f"on {name(end)} there is nothing ahead to bounce off", (end,))
        return None

    def _turn_refusal(
        self, square: int, end: int, before: int, direction: int, change: int, is_same_line: bool
    ) -> Ruling | None:
        """T7.1, T7.4; T3.4 of a line that comes back to where the turn began."""
        if layout.is_diagonal(direction) == layout.is_diagonal(before):
            if (direction - before) % 8 not in (2, 6):
                if self.request.origin in (*between(square, end), end):
                    return self._walled(self.request.origin)
                return Ruling("T7.1", f"a bounce turns by 90 degrees; on {name(square)} it does not", (square,))
            return None
        if is_same_line:
            return Ruling("T7.4", "a pawn's line turns by 90 degrees, never from straight to diagonal", (square,))
        if change:
            return Ruling("T7.4", "the movement may change only once in a move", (square,))
        return None

    def _bounce_leap_refusal(
        self,
        begin: int,
        end: int,
        leap: int,
        movement: int,
        left: int,
        before: int,
        change: int,
        is_last: bool,
    ) -> Ruling | None:
        if before < 0:
            return Ruling("T7.1", "a bounce move begins with a line", (begin,))
        if not is_last:
            return Ruling("T7.4", f"the leap to {name(end)} ends the move", (end,))
        if change:
            return Ruling("T7.4", "the movement may change only once in a move", (begin,))
        if not layout.has_leap(movement):
            return self._wrong_direction(self.request.origin, movement)
        if left < 3:
            return Ruling(
                "T7.4", f"a leap costs 3 of the range, and {left} {'is' if left == 1 else 'are'} left", (begin,)
            )
        ruling = self._leap_refusal(begin, end, leap, self.queries.begun_lifted(), False)
        return ruling or self._end_refusal(begin, end, -1, self.queries.unit_now(end), self.request.pushes[0])

    def _bounce_square_refusal(self, square: int, change: int) -> Ruling | None:
        """T7.5, T7.7: the move ends on some bounce squares."""
        queries = self.queries
        if change and queries.touches_tomb(square):
            tombs = [near for near in (square, *around(square)) if queries.is_tomb_now(near)]
            message = f"after the change of movement the move ends on {name(square)}, near {all_on('tomb', tombs)}"
            return Ruling("T7.7", message, (square, *tombs))
        if not queries.ends_bounce(square):
            return None
        queries.stand(square)
        jesters = queries.jesters_beside_now(square) if queries.is_beside_enemy_jester_now(square) else []
        queries.take_off()
        if jesters:
            message = f"the move ends on {name(square)} beside {self.all(jesters)}"
            return Ruling("T13.4", message, (square, *jesters))
        kind, threatened, checkers = queries.check_of_bounce(square)
        queries.stand(square)
        who = self.all_now(checkers)
        queries.take_off()
        check = f"{verb(checkers, 'gives', 'give')} check {self._check_words(kind, threatened)}"
        message = f"{who} {check}, and the move ends on {name(square)}"
        return Ruling("T7.5", message, (square, threatened, *checkers))
