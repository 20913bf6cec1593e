"""T7: why a bounce is refused."""

from itertools import pairwise

from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import paths
from ludoteca.games.tomb_chess.board import KIND_NAMES, KING, PAWN
from ludoteca.games.tomb_chess.case import DIAGONAL, LEAPS, STRAIGHT, around, name, names
from ludoteca.games.tomb_chess.case_legs import LegCase
from ludoteca.games.tomb_chess.paths import leap_between, way_between


class BounceCase(LegCase):
    # Bounces (T7)

    def _refuse_bounce(self) -> Ruling | None:
        """Stretch by stretch."""
        wish, ask = self.wish, self.ask
        movement = ask.begun_movement()
        if self.kind in (PAWN, KING):
            return Ruling("T7.1", f"the lines of {KIND_NAMES[self.kind]}s do not bounce", (wish.origin,))
        squares = (wish.origin, *wish.stops)
        used, change, before = 0, 0, -1
        for number, (begin, end) in enumerate(pairwise(squares)):
            way, leap = way_between(begin, end), leap_between(begin, end)
            is_last = number == len(wish.stops) - 1
            if leap >= 0:
                return self._refuse_bounce_leap(begin, end, leap, movement, used, before, change, is_last)
            if way < 0:
                return Ruling("T7.1", f"{name(begin)} to {name(end)} is no straight stretch", (begin, end))
            if number:
                ruling = self._refuse_turn(begin, before, way, change)
                if ruling:
                    return ruling
                change += way & 1 != before & 1
            reach = movement >> (DIAGONAL if way & 1 else STRAIGHT) & 15
            if reach == 0:
                return self._wrong_way(wish.origin)
            ruling = self._refuse_stretch(begin, end, way, reach, used, is_last)
            if ruling:
                return ruling
            used += paths.distance(begin, end)
            if is_last:
                victim = ask.unit_now(end)
                return self._refuse_end(begin, end, way, victim, wish.pushes[0])
            ruling = self._refuse_bounce_square(end, change)
            if ruling:
                return ruling
            before = way
        return None

    def _refuse_stretch(self, begin: int, end: int, way: int, reach: int, used: int, is_last: bool) -> Ruling | None:
        line = self.ask.stretch(begin, way, reach - used, self.ask.begun_lifts()) if reach > used else 0
        entered, distance = line % 100, paths.distance(begin, end)
        if is_last and distance == entered + 1 and line // 100 % 2:
            return self._refuse_capture(self.wish.origin, end, False)
        if distance > entered:
            if entered >= reach - used:
                message = f"the stretches together would be {used + distance} squares; the range is {reach}"
                return Ruling("T7.1", message, (begin, end))
            return self._stopped(begin, way, entered, reach - used, self.ask.begun_lifts())
        if is_last:
            return None
        if distance < entered or line < 200:
            if distance == entered and self.ask.stops_beside(end, self.ask.begun_lifts() if way & 1 else 0):
                return Ruling("T7.2", f"beside a wall the line stops on {name(end)} and does not bounce", (end,))
            return Ruling("T7.1", f"on {name(end)} there is neither edge nor unit ahead to bounce off", (end,))
        return None

    def _refuse_turn(self, square: int, before: int, way: int, change: int) -> Ruling | None:
        """T7.1, T7.4."""
        if way & 1 == before & 1:
            if (way - before) % 8 not in (2, 6):
                return Ruling("T7.1", f"a bounce turns by 90 degrees; on {name(square)} it does not", (square,))
            return None
        if change:
            return Ruling("T7.4", "the movement may change only once in a move", (square,))
        return None

    def _refuse_bounce_leap(
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
        reach = movement >> (DIAGONAL if before & 1 else STRAIGHT) & 15
        if movement & LEAPS and used + 3 > reach:
            return Ruling("T7.4", f"a leap costs 3, and {used} of the range of {reach} are used", (begin,))
        ruling = self._refuse_leap(begin, end, leap, movement, self.ask.begun_lifts(), False)
        if not ruling and self.wish.pushes[0]:
            return Ruling("T10.1", "a rook pushes after a straight leg only", (end,))
        return ruling

    def _refuse_bounce_square(self, square: int, change: int) -> Ruling | None:
        """T7.5, T7.7: the move ends on some bounce squares."""
        ask = self.ask
        if change and ask.touches_tomb(square):
            tombs = [near for near in (square, *around(square)) if ask.is_tomb_now(near)]
            message = f"after the change of movement the move ends on {name(square)}, near the tomb on {names(tombs)}"
            return Ruling("T7.7", message, (square, *tombs))
        if not ask.ends_bounce(square):
            return None
        ask.stand(square)
        jesters = ask.jesters_beside_now(square) if ask.is_spellbound_now(square) else []
        ask.lift()
        if jesters:
            message = f"the move ends on {name(square)} beside {self.all(jesters)}"
            return Ruling("T13.4", message, (square, *jesters))
        kind, culprit, checkers = ask.check_of_bounce(square)
        ask.stand(square)
        who = self.all_now(checkers)
        ask.lift()
        message = f"{who} gives check {self._check_words(kind, culprit)}, and the move ends on {name(square)}"
        return Ruling("T7.5", message, (square, culprit, *checkers))
