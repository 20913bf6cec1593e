"""# Tic-tac-toe

Three in a line on a board of nine cells.

## A1 The game

**A1.1** In turn, each player puts a mark of their own on an empty cell. X begins.

**A1.2** Who has three marks in a line, straight or diagonal, wins.

**A1.3** If all cells are full and nobody has such a line, the game is drawn.
"""

from ludoteca import EMPTY, PlainPosition, boards, plain_game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(PlainPosition):
    board = boards.squares(3, 3)
    pieces = "XO"
    seat_names = ("X", "O")

    def set_up(self):
        self.cells = [EMPTY] * 9

    def moves(self):
        return [cell for cell in self.board if self.cells[cell] == EMPTY]

    def apply(self, cell):
        self.cells[cell] = self.pieces[self.to_move]

    def result(self):
        for a, b, c in LINES:
            if EMPTY != self.cells[a] == self.cells[b] == self.cells[c]:
                return self.win(self.pieces.index(self.cells[a]), "A1.2", f"{self.cells[a]} has three in a line")
        return None if EMPTY in self.cells else self.draw("A1.3", "the board is full")


GAME = plain_game(TicTacToe)
