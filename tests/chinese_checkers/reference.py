"""The rules once more, slow and obvious: holes are names, sets of holes are sets, chains are found by recursion.

Nothing is taken from the package. It is what the fast rules are compared with.
"""

LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
ROWS = dict(zip("abcdefghijklmnopq", LENGTHS, strict=True))
HOLES = [f"{row}{number}" for row, length in ROWS.items() for number in range(1, length + 1)]
PLACE = {hole: (2 * int(hole[1:]) - ROWS[hole[0]] - 1, "abcdefghijklmnopq".index(hole[0])) for hole in HOLES}
AT = {place: hole for hole, place in PLACE.items()}
WAYS = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


def beside(hole, way):
    """The next hole in a way, or None."""
    x, y = PLACE[hole]
    return AT.get((x + way[0], y + way[1]))


def _point(rows, is_west):
    """Four, three, two and one hole from the west or the east end of four rows."""
    found = set()
    for count, row in zip((4, 3, 2, 1), rows, strict=True):
        numbers = range(1, count + 1) if is_west else range(ROWS[row] - count + 1, ROWS[row] + 1)
        found |= {f"{row}{number}" for number in numbers}
    return found


TEN = {
    "S": {hole for hole in HOLES if hole[0] in "abcd"},
    "SW": _point("efgh", True),
    "NW": _point("mlkj", True),
    "N": {hole for hole in HOLES if hole[0] in "nopq"},
    "NE": _point("mlkj", False),
    "SE": _point("efgh", False),
}
BASE = {"S": {f"e{number}" for number in range(5, 10)}, "N": {f"m{number}" for number in range(5, 10)}}
SEATS = {
    2: ("S", "N"),
    3: ("S", "NW", "NE"),
    4: ("S", "NW", "N", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
ACROSS = {"S": "N", "N": "S", "SW": "NE", "NE": "SW", "NW": "SE", "SE": "NW"}


class Reference:
    def __init__(self, text, anti_blocking=False, round_limit=500):
        rows, to_move, players, number = text.split(" ")
        self.players, self.to_move, self.round = int(players), int(to_move), int(number)
        self.anti_blocking, self.round_limit = anti_blocking, round_limit
        self.pieces = {}
        for row, contents in zip(reversed(ROWS), rows.split("/"), strict=True):
            for place, character in enumerate(contents, 1):
                if character != ".":
                    self.pieces[f"{row}{place}"] = int(character)
        self.seen = [self._moment()]
        self.end = None
        self._judge()

    def __str__(self):
        rows = []
        for row, length in reversed(ROWS.items()):
            rows.append("".join(str(self.pieces.get(f"{row}{place}", ".")) for place in range(1, length + 1)))
        return f"{'/'.join(rows)} {self.to_move} {self.players} {self.round}"

    def _moment(self):
        return self.to_move, frozenset(self.pieces.items())

    # Areas

    def area(self, point):
        return TEN[point] | BASE[point] if self.players == 2 and point in BASE else TEN[point]

    def start(self, seat):
        return self.area(SEATS[self.players][seat - 1])

    def home(self, seat):
        return self.area(ACROSS[SEATS[self.players][seat - 1]])

    def may_land(self, seat, has_left, hole):
        if hole in self.start(seat):
            return not has_left
        return hole in self.home(seat) or not any(hole in self.area(point) for point in TEN)

    # Moves

    def legal(self):
        """The texts of all legal moves."""
        if self.end:
            return set()
        found = set()
        for origin, seat in list(self.pieces.items()):
            if seat == self.to_move:
                found |= {origin + target for target in self.steps(origin) | self.chains(origin)}
        return found or {"pass"}

    def steps(self, origin):
        seat = self.pieces[origin]
        has_left = origin not in self.start(seat)
        near = {beside(origin, way) for way in WAYS} - {None}
        return {hole for hole in near if hole not in self.pieces and self.may_land(seat, has_left, hole)}

    def chains(self, origin):
        seat = self.pieces.pop(origin)
        reached: set[tuple[str, bool]] = set()
        self._jump_on(seat, origin, origin not in self.start(seat), reached)
        self.pieces[origin] = seat
        return {hole for hole, _ in reached} - {origin}

    def _jump_on(self, seat, hole, has_left, reached):
        """From a hole on, with the piece lifted off the board."""
        for way in WAYS:
            over = beside(hole, way)
            end = beside(over, way) if over else None
            if over not in self.pieces or end is None or end in self.pieces:
                continue
            if self.may_land(seat, has_left, end):
                state = (end, has_left or end not in self.start(seat))
                if state not in reached:
                    reached.add(state)
                    self._jump_on(seat, *state, reached)

    def play(self, text):
        if text != "pass":
            split = next(place for place in range(2, len(text)) if text[place].isalpha())
            self.pieces[text[split:]] = self.pieces.pop(text[:split])
        self.to_move = self.to_move % self.players + 1
        self.round += self.to_move == 1
        self.seen.append(self._moment())
        self._judge()

    # Ends

    def _judge(self):
        """`end` becomes the clause and the winner, 0 in a draw."""
        # The last to have moved first.
        seats = [(self.to_move - 1 - back) % self.players + 1 for back in range(1, self.players + 1)]
        home = [seat for seat in seats if self.holes(seat) <= self.home(seat)]
        full = [seat for seat in seats if self.anti_blocking and self.is_full(seat)]
        if home:
            self.end = ("C4.1", home[0])
        elif full:
            self.end = ("C4.4", full[0])
        elif self.seen.count(self.seen[-1]) == 3:
            self.end = ("C4.2", 0)
        elif self.round_limit and self.round == self.round_limit + 1:
            self.end = ("C4.3", 0)

    def holes(self, seat):
        return {hole for hole, holder in self.pieces.items() if holder == seat}

    def is_full(self, seat):
        home, own = self.home(seat), self.holes(seat) & self.home(seat)
        others = {hole for hole in home - own if hole in self.pieces and hole in self.start(self.pieces[hole])}
        return own | others == home and len(own) >= len(home) / 2


def count(reference, depth):
    """Perft by copying."""
    if depth == 1:
        return len(reference.legal())
    total = 0
    for text in reference.legal():
        after = Reference(str(reference), reference.anti_blocking, reference.round_limit)
        after.seen = list(reference.seen)
        after.end = reference.end
        after.play(text)
        total += count(after, depth - 1)
    return total
