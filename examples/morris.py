"""# Nine Men's Morris

Put nine men on the points, then move them along the lines. Three in a line are a mill, and a mill takes an enemy.

## A1 The men

**A1.1** The board has 24 points on three squares, one within the other, whose sides are joined in the middle. It
is empty, and each player has nine men in hand. Red begins.

**A1.2** Who has men in hand puts one of them on an empty point.

**A1.3** Who has none moves a man along a line to the next point, which must be empty; with three men left, to any
empty point.

## A2 Mills

**A2.1** Three men of one colour on a line of three points are a mill. When your man closes one, you take an enemy
off the board in the same turn.

**A2.2** A man in a mill can be taken only if all enemies on the board are in mills.

## A3 The end

**A3.1** Who has fewer than three men, those in hand counted, or cannot move, loses.

**A3.2** After fifty moves in a row without a man put or taken the game is drawn.
"""

from ludoteca import EMPTY, Glyph, PlainPosition, boards, plain_game

MEN = "RB"
ACROSS = ["a1d1g1", "b2d2f2", "c3d3e3", "a4b4c4", "e4f4g4", "c5d5e5", "b6d6f6", "a7d7g7"]
UPWARDS = ["a1a4a7", "b2b4b6", "c3c4c5", "d1d2d3", "d5d6d7", "e3e4e5", "f2f4f6", "g1g4g7"]
LINES = [(line[:2], line[2:4], line[4:]) for line in ACROSS + UPWARDS]
NAMES = sorted({name for line in LINES for name in line})
BOARD = boards.cells(
    NAMES,
    [("abcdefg".index(name[0]), int(name[1]) - 1) for name in NAMES],
    joined=[pair for one, middle, other in LINES for pair in ((one, middle), (middle, other))],
)
MILLS = [tuple(map(BOARD.cell, line)) for line in LINES]


class Morris(PlainPosition):
    board = BOARD
    pieces = tuple(Glyph(man, "man", seat, {}, "plain") for seat, man in enumerate(MEN))
    seat_names = ("Red", "Blue")
    clauses_in_moves = ("A1.2", "A1.3", "A2.1", "A2.2")

    def set_up(self):
        self.cells = [EMPTY] * len(BOARD)
        self.in_hand = [9, 9]
        self.has_mill = False
        self.quiet_moves = 0

    def men(self, seat):
        return [cell for cell in BOARD if self.cells[cell] == MEN[seat]]

    def is_in_mill(self, cell):
        return any(cell in mill and {self.cells[each] for each in mill} == {self.cells[cell]} for mill in MILLS)

    def moves(self):
        empty = [cell for cell in BOARD if self.cells[cell] == EMPTY]
        if self.has_mill:
            enemies = self.men(1 - self.to_move)
            return [cell for cell in enemies if not self.is_in_mill(cell)] or enemies
        if self.in_hand[self.to_move]:
            return empty
        men = self.men(self.to_move)
        return [(man, to) for man in men for to in (empty if len(men) == 3 else BOARD.neighbours[man]) if to in empty]

    def apply(self, move):
        if self.has_mill:
            self.fire("A2.2" if self.is_in_mill(move) else "A2.1")
            self.cells[move] = EMPTY
            self.has_mill, self.quiet_moves = False, 0
            return
        if self.in_hand[self.to_move]:
            self.fire("A1.2")
            target = move
            self.in_hand[self.to_move] -= 1
        else:
            self.fire("A1.3")
            origin, target = move
            self.cells[origin] = EMPTY
            self.quiet_moves += 1
        self.cells[target] = MEN[self.to_move]
        self.has_mill = self.is_in_mill(target)

    def next_seat(self):
        return self.to_move if self.has_mill else 1 - self.to_move

    def result(self):
        seat, name = self.to_move, self.seat_names[self.to_move]
        if self.in_hand[seat] + len(self.men(seat)) < 3:
            return self.win(1 - seat, "A3.1", f"{name} has two men left")
        if not self.moves():
            return self.win(1 - seat, "A3.1", f"{name} cannot move")
        return self.draw("A3.2", "nothing was put or taken in fifty moves") if self.quiet_moves >= 50 else None

    def identity(self):
        """All but the counter, which decides only about a draw."""
        return self.cells, self.in_hand, self.has_mill

    def prompt(self):
        return "Take an enemy." if self.has_mill else ""

    def notes(self):
        return [f"{name}: {men} men in hand." for name, men in zip(self.seat_names, self.in_hand, strict=True) if men]

    def refusal(self, move):
        if self.has_mill and self.cells[move] == MEN[1 - self.to_move]:
            return self.refuse("A2.2", f"the man on {BOARD.names[move]} is in a mill", move)
        if self.has_mill:
            return self.refuse("A2.1", f"take an enemy; there is none on {BOARD.names[move]}", move)
        return None


GAME = plain_game(Morris)
