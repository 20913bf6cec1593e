"""# Amazons

Each player has four amazons, which move like queens and burn a square with an arrow after every move. Whoever cannot
move any more loses.

## A1 The game

**A1.1** The board has ten by ten squares. Red's amazons begin on a4, d1, g1 and j4, Blue's on a7, d10, g10 and j7.
Red begins.

**A1.2** A turn has two parts. First, one of your amazons moves any number of squares in a straight line, also
diagonally, and neither onto nor across a square that is occupied or burnt.

**A1.3** Then the same amazon shoots an arrow, which flies in the same way from where she now stands. The square where
it lands is burnt for the rest of the game.

**A1.4** A player who cannot move on their turn loses. There are no draws.
"""

from ludoteca import EMPTY, Glyph, PlainPosition, boards, plain_game

SIZE = 10
RED, BLUE, BURNT = "R", "B", "x"
BEGIN = {RED: ("a4", "d1", "g1", "j4"), BLUE: ("a7", "d10", "g10", "j7")}
BOARD = boards.squares(SIZE, SIZE, has_diagonals=True)
RAYS = [[tuple(BOARD.ray(cell, way)) for way in BOARD.ways] for cell in BOARD]


class Amazons(PlainPosition):
    board = BOARD
    pieces = (
        Glyph(RED, "amazon", 0, {}, "queen"),
        Glyph(BLUE, "amazon", 1, {}, "queen"),
        Glyph(BURNT, "burnt square", None, {}),
    )
    seat_names = ("Red", "Blue")

    def set_up(self):
        self.cells = [EMPTY] * SIZE**2
        for amazon, names in BEGIN.items():
            for name in names:
                self.cells[self.board.cell(name)] = amazon
        self.archer = None

    def moves(self):
        if self.archer is not None:
            return list(self.reach(self.board.cell(self.archer)))
        return [(origin, target) for origin in self.amazons(self.to_move) for target in self.reach(origin)]

    def reach(self, origin):
        """A1.2, A1.3: the empty squares that an amazon or her arrow can go to."""
        for ray in RAYS[origin]:
            for target in ray:
                if self.cells[target] != EMPTY:
                    break
                yield target

    def amazons(self, seat):
        return [cell for cell, piece in enumerate(self.cells) if piece == (RED, BLUE)[seat]]

    def apply(self, move):
        if self.archer is not None:
            self.cells[move] = BURNT
            self.archer = None
        else:
            origin, target = move
            self.cells[target] = self.cells[origin]
            self.cells[origin] = EMPTY
            self.archer = self.board.names[target]

    def next_seat(self):
        return self.to_move if self.archer is not None else 1 - self.to_move

    def result(self):
        neighbours = self.board.neighbours
        if self.archer is not None:
            return None
        if any(self.cells[there] == EMPTY for cell in self.amazons(self.to_move) for there in neighbours[cell]):
            return None
        return self.win(1 - self.to_move, "A1.4", f"{self.seat_names[self.to_move]} cannot move")

    def refusal(self, move):
        names = self.board.names
        if self.archer is not None:
            return self.refuse("A1.3", f"no arrow flies from {self.archer} to {names[move]}", move)
        origin, target = move
        if self.cells[origin] != (RED, BLUE)[self.to_move]:
            return None
        return self.refuse("A1.2", f"the way from {names[origin]} to {names[target]} is not free", origin, target)

    def evaluate(self, seat):
        """Whose amazons have more squares within reach."""
        own, other = (sum(1 for cell in self.amazons(each) for _ in self.reach(cell)) for each in (seat, 1 - seat))
        return 10 * (own - other)


GAME = plain_game(Amazons)
