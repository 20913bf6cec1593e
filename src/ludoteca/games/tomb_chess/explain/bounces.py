"""T7: why a bounce is refused."""

from itertools import pairwise

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import layout
from ludoteca.games.tomb_chess.explain.legs import LegRefusal
from ludoteca.games.tomb_chess.explain.words import around, name, names, verb
from ludoteca.games.tomb_chess.moves import parts
from ludoteca.games.tomb_chess.moves.parts import direction_between, leap_between


class BounceRefusal(LegRefusal):
    # Bounces (T7)

    def _bounce_refusal(self) -> Ruling | None:
        """Stretch by stretch."""
        request, queries = self.request, self.queries
        movement = queries.begun_movement()
        pawn_range = layout.step_range(movement)
        if self.kind in (layout.PAWN, layout.KING) and pawn_range < 2:
            return Ruling("T7.1", f"{self.the(request.origin)} has the range 1 and does not bounce", (request.origin,))
        squares = (request.origin, *request.targets)
        used, change, before = 0, 0, -1
        for number, (begin, end) in enumerate(pairwise(squares)):
            direction, leap = direction_between(begin, end), leap_between(begin, end)
            is_last = number == len(request.targets) - 1
            if leap >= 0:
                return self._bounce_leap_refusal(begin, end, leap, movement, used, before, change, is_last)
            if direction < 0:
                return Ruling("T7.1", f"{name(begin)} to {name(end)} is no straight stretch", (begin, end))
            if number:
                ruling = self._turn_refusal(begin, before, direction, change)
                if ruling:
                    return ruling
                change += layout.is_diagonal(direction) != layout.is_diagonal(before)
            reach = max(layout.line_range(movement, direction), pawn_range if pawn_range > 1 else 0)
            if reach == 0:
                return self._wrong_direction(request.origin)
            ruling = self._stretch_refusal(begin, end, direction, reach, used, is_last)
            if ruling:
                return ruling
            used += parts.distance(begin, end)
            if is_last:
                victim = queries.unit_now(end)
                return self._end_refusal(begin, end, direction, victim, request.pushes[0])
            ruling = self._bounce_square_refusal(end, change)
            if ruling:
                return ruling
            before = direction
        return None

    def _stretch_refusal(
        self, begin: int, end: int, direction: int, reach: int, used: int, is_last: bool
    ) -> Ruling | None:
        lifted = 0 if self.kind == layout.PAWN else self.queries.begun_lifted()
        line = self.queries.stretch(begin, direction, reach - used, lifted) if reach > used else 0
        entered, distance = layout.line_length(line), parts.distance(begin, end)
        if is_last and distance == entered + 1 and layout.is_in_reach(line):
            return self._capture_refusal(self.request.origin, end, False)
        if distance > entered:
            if entered >= reach - used:
                message = f"the stretches together would be {used + distance} squares; the range is {reach}"
                return Ruling("T7.1", message, (begin, end))
            return self._stopped(begin, direction, entered, reach - used, lifted)
        if is_last:
            return None
        if distance < entered or not layout.has_obstacle(line):
            if distance == entered and self.queries.stops_beside(end, lifted if layout.is_diagonal(direction) else 0):
                return Ruling("T7.2", f"beside a wall the line stops on {name(end)} and does not bounce", (end,))
            return Ruling("T7.1", f"on {name(end)} there is nothing ahead to bounce off", (end,))
        return None

    def _turn_refusal(self, square: int, before: int, direction: int, change: int) -> Ruling | None:
        """T7.1, T7.4."""
        if layout.is_diagonal(direction) == layout.is_diagonal(before):
            if (direction - before) % 8 not in (2, 6):
                return Ruling("T7.1", f"a bounce turns by 90 degrees; on {name(square)} it does not", (square,))
            return None
        if self.kind == layout.PAWN:
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
        used: int,
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
        reach = layout.line_range(movement, before)
        if layout.has_leap(movement) and used + 3 > reach:
            return Ruling("T7.4", f"a leap costs 3, and {used} of the range of {reach} are used", (begin,))
        ruling = self._leap_refusal(begin, end, leap, movement, self.queries.begun_lifted(), False)
        if not ruling and self.request.pushes[0]:
            return Ruling("T10.1", "a rook pushes after a straight leg only", (end,))
        return ruling

    def _bounce_square_refusal(self, square: int, change: int) -> Ruling | None:
        """T7.5, T7.7: the move ends on some bounce squares."""
        queries = self.queries
        if change and queries.touches_tomb(square):
            tombs = [near for near in (square, *around(square)) if queries.is_tomb_now(near)]
            message = f"after the change of movement the move ends on {name(square)}, near the tomb on {names(tombs)}"
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
