"""# Four colours

Reversi for two, three or four players: whoever has most balls of their colour on the full board wins.

## A1 The game

**A1.1** The board has eight by eight squares. In the middle lies one ball of each player. Red begins, and turns pass
from player to player.

**A1.2** In turn, each player puts a ball of their colour on an empty square that touches another ball, be it by a
corner.

**A1.3** All balls of other colours that lie in a straight line, without a gap, between the new ball and another of the
same colour take on this colour. A player who can do so has to.

**A1.4** When the board is full, the player with most balls wins. If several have most, the game is drawn.
"""

from ludoteca import EMPTY, Choice, Glyph, PlainPosition, boards, plain_game

SIZE = 8
BALLS = "RBGY"
BOARD = boards.squares(SIZE, SIZE, has_diagonals=True)
RAYS = [[ray for way in BOARD.ways if len(ray := tuple(BOARD.ray(cell, way))) > 1] for cell in BOARD]
MIDDLE = ("d5", "e5", "e4", "d4")


class FourColours(PlainPosition):
    board = BOARD
    pieces = tuple(Glyph(ball, "ball", seat, {}, "plain") for seat, ball in enumerate(BALLS))
    seat_names = ("Red", "Blue", "Green", "Yellow")

    def set_up(self):
        self.cells = [EMPTY] * SIZE**2
        for ball, name in zip(BALLS[: self.seats], MIDDLE, strict=False):
            self.cells[self.board.cell(name)] = ball

    def moves(self):
        near = [cell for cell in self.board if self.cells[cell] == EMPTY and self.touches(cell)]
        return [cell for cell in near if self.turned_by(cell)] or near

    def touches(self, cell):
        return any(self.cells[there] != EMPTY for there in self.board.neighbours[cell])

    def turned_by(self, cell):
        """A1.3: the balls that take on the colour of a ball on this square."""
        own, turned = BALLS[self.to_move], []
        for ray in RAYS[cell]:
            for length, there in enumerate(ray):
                ball = self.cells[there]
                if ball == EMPTY:
                    break
                if ball == own:
                    turned += ray[:length]
                    break
        return turned

    def apply(self, cell):
        for turned in self.turned_by(cell):
            self.cells[turned] = BALLS[self.to_move]
        self.cells[cell] = BALLS[self.to_move]

    def result(self):
        if EMPTY in self.cells:
            return None
        counts = [self.cells.count(ball) for ball in BALLS[: self.seats]]
        most = max(counts)
        if counts.count(most) > 1:
            return self.draw("A1.4", f"several players have {most} balls")
        winner = counts.index(most)
        return self.win(winner, "A1.4", f"{self.seat_names[winner]} has {most} balls")

    def refusal(self, cell):
        name = self.board.names[cell]
        if self.cells[cell] != EMPTY or not self.touches(cell):
            return self.refuse("A1.2", f"{name} is not an empty square that touches a ball", cell)
        return self.refuse("A1.3", f"a ball on {name} turns none, and others do", cell)


PLAYERS = Choice("players", 4, "how many play", (2, 3, 4))
GAME = plain_game(FourColours, options=(PLAYERS,), pace=3_000)
