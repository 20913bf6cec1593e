"""# Kalah

Sow stones around the board, and gather more of them in your store than the enemy does.

## A1 The game

**A1.1** Each player has six houses, South a1 to f1 and North f2 to a2, with four stones in each, and a store to
the right of them, which is empty. South begins.

**A1.2** On your turn you take all stones out of one of your houses and sow them counterclockwise, one in each
house and in your own store, but none in the enemy's.

**A1.3** If the last stone falls into your store, you move again.

**A1.4** If the last stone falls into a house of yours that was empty, and stones lie in the house opposite, all of
these go to your store.

**A1.5** When a player has to move whose houses are empty, the game is over. All other stones go to the enemy's
store, and whoever has more stones wins.
"""

from ludoteca import PlainPosition, Zone, boards, plain_game

NAMES = ["a1", "b1", "c1", "d1", "e1", "f1", "south", "f2", "e2", "d2", "c2", "b2", "a2", "north"]
PLACES = [(x, 0) for x in range(1, 8)] + [(x, 1) for x in range(6, -1, -1)]
STORES = (6, 13)
HOUSES = (range(6), range(7, 13))


class Kalah(PlainPosition):
    board = boards.cells(NAMES, PLACES)
    seat_names = ("South", "North")
    zones = tuple(Zone("side", seat, (*HOUSES[seat], STORES[seat])) for seat in (0, 1))

    def set_up(self):
        self.cells = [0 if cell in STORES else 4 for cell in self.board]
        self.is_again = False

    def moves(self):
        return [house for house in HOUSES[self.to_move] if self.cells[house]]

    def apply(self, move):
        own, other = STORES[self.to_move], STORES[1 - self.to_move]
        stones, self.cells[move] = self.cells[move], 0
        cell = move
        while stones:
            cell = (cell + 1) % len(self.cells)
            if cell != other:
                self.cells[cell] += 1
                stones -= 1
        opposite = 12 - cell
        if cell in HOUSES[self.to_move] and self.cells[cell] == 1 and self.cells[opposite]:
            self.cells[own] += 1 + self.cells[opposite]
            self.cells[cell] = self.cells[opposite] = 0
        self.is_again = cell == own

    def next_seat(self):
        return self.to_move if self.is_again else 1 - self.to_move

    def result(self):
        if self.moves():
            return None
        south, north = (sum(self.cells[cell] for cell in (*HOUSES[seat], STORES[seat])) for seat in (0, 1))
        if south == north:
            return self.draw("A1.5", f"both have {south} stones")
        return self.win(int(north > south), "A1.5", f"South has {south} stones, North has {north}")

    def prompt(self):
        return "Move again." if self.is_again else ""

    def notes(self):
        return []


GAME = plain_game(Kalah)
