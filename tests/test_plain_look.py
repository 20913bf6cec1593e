"""How plain games look: numbers on cells, and sentences beside the board."""

import pytest

import ludoteca
from ludoteca import InvalidPosition, PlainPosition, boards, plain_game
from ludoteca.core.look import Zone
from ludoteca.core.text_board import draw
from ludoteca.terminal import TerminalGame

NAMES = ["a1", "b1", "south", "b2", "a2", "north"]
PLACES = [(1, 0), (2, 0), (3, 0), (2, 1), (1, 1), (0, 1)]


class Sowing(PlainPosition):
    """A mancala of two pits and a store each: sow a pit of one's own; who empties the own pits ends the game."""

    board = boards.cells(NAMES, PLACES)
    seat_names = ("South", "North")
    zones = (Zone("pits", 0, (0, 1, 2)), Zone("pits", 1, (3, 4, 5)))

    def set_up(self):
        self.cells = [2, 12, 0, 2, 2, 0]

    def pits(self):
        return range(3 * self.to_move, 3 * self.to_move + 2)

    def moves(self):
        return [cell for cell in self.pits() if self.cells[cell]]

    def apply(self, move):
        seeds, self.cells[move] = self.cells[move], 0
        for distance in range(1, seeds + 1):
            self.cells[(move + distance) % 6] += 1

    def result(self):
        if self.moves():
            return None
        south, north = sum(self.cells[:3]), sum(self.cells[3:])
        if south == north or max(self.cells) > 30:
            return self.draw("R1.1", "as many seeds for both")
        return self.win(int(north > south), "R1.1", f"{south} to {north}")


SOWING = plain_game(Sowing, "sowing")


def test_numbers_on_cells_are_drawn_in_the_colours_of_their_zones():
    position = SOWING.start()
    view = SOWING.look.view(position)
    assert not view.units
    shown = {mark.cell: (mark.amount, mark.shape, mark.seat, mark.words) for mark in view.marks}
    assert shown[1] == (12, "count", 0, "holds 12")
    assert shown[5] == (0, "count", 1, "empty")
    lines = [line.split() for line in draw(SOWING.look.sheet({}), view)]
    assert ["2", "0", "2", "2"] in lines
    assert ["1", "2", "12", "0"] in lines


def test_the_steps_of_a_move_tell_what_the_cells_then_hold():
    position = SOWING.start()
    assert position.steps(position.parse_move("a1")) == (
        ("hold 0", "", (0,)),
        ("hold 13", "", (1,)),
        ("hold 1", "", (2,)),
    )


def test_numbers_without_an_owner_are_neutral():
    unowned = plain_game(type("Unowned", (Sowing,), {"zones": ()}), "unowned")
    assert {mark.seat for mark in unowned.look.view(unowned.start()).marks} == {None}


def test_numbers_on_cells_are_written_with_commas():
    position = SOWING.start()
    assert str(position) == "0,2,2/2,12,0 1"
    position.push_text("b1")
    assert str(SOWING.parse(str(position))) == str(position) == "2,4,4/4,2,2 2"


@pytest.mark.parametrize("row", ["2,12", "2,12,x", "2,,0", "2,012,0", "2,12,0,0", f"2,{'9' * 30},0"])
def test_a_text_without_a_number_for_each_cell_is_refused(row):
    with pytest.raises(InvalidPosition):
        SOWING.parse(f"0,2,2/{row} 1")


def test_refusals_know_empty_cells_and_owners():
    position = SOWING.parse("0,2,2/0,12,0 1")
    assert str(position.explain("a1")).endswith(": a1 is empty")
    assert str(position.explain("a2")).endswith(": a2 is North's")
    assert str(position.explain("a1-b1")).endswith("a move is written like b1 here, not like a1-b1")


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ([["x"] * 3] * 2, "to a list of lists"),
        ([1] * 5, "to a list of 5"),
        ([1, 1, 1, 1, 1, "x"], "to a list of int and str"),
        ([None] * 6, "to a list of NoneType"),
        ({0: 1}, "to a dict"),
    ],
)
def test_cells_that_do_not_fit_the_board_are_told_at_once(cells, fault):
    def set_up(self):
        self.cells = cells

    with pytest.raises(TypeError, match=rf"Wrong.set_up\(\) sets cells {fault}: it must be one list with a piece"):
        plain_game(type("Wrong", (Sowing,), {"set_up": set_up}), "wrong").start()


@pytest.mark.parametrize(("new", "message"), [("x", "all must be numbers"), (None, "all must be numbers")])
def test_cells_that_a_move_spoils_are_told(new, message):
    def apply(self, move):
        self.cells[move] = new

    position = plain_game(type("Wrong", (Sowing,), {"apply": apply, "result": lambda self: None}), "wrong").start()
    position.push_text("a1")
    with pytest.raises(TypeError, match=message):
        str(position)


def test_all_cells_of_a_turn_are_lit():
    game = ludoteca.game("nine-mens-morris")
    position = game.start()

    def lit():
        return [game.look.sheet({}).geometry.names[mark.cell] for mark in game.look.view(position).marks]

    for text in ("a1", "b2", "a4", "b4", "a7"):
        position.push_text(text)
        assert lit() == [text]
    position.push_text("b2")
    assert lit() == ["a7", "b2"]
    position.push_text("d1")
    assert lit() == ["d1"]


# Sentences


class Cards(Sowing):
    """Has attributes of all kinds."""

    def set_up(self):
        self.cells = [2, 12, 0, 2, 2, 0]
        self.men_in_hand = [9, 8]
        self.has_castled = [True, False]
        self.takes = True
        self.is_late = False
        self.quiet_moves = 3
        self.archer = None
        self.captured = []
        self.trail = ["a1", "b1", "b2"]


def test_attributes_are_told_in_words_and_by_seat():
    game = plain_game(Cards, "cards")
    notes = ("Men in hand: South 9, North 8.", "Has castled: South.", "Takes.", "Quiet moves: 3.", "Trail: a1, b1, b2.")
    assert game.look.view(game.start()).notes == notes


def test_a_designer_tells_the_state_and_what_is_to_be_decided():
    def notes(self):
        return [f"{self.seat_names[0]} has {self.men_in_hand[0]} men in hand."]

    def prompt(self):
        return "Take an enemy." if self.takes else ""

    game = plain_game(type("Told", (Cards,), {"notes": notes, "prompt": prompt}), "told")
    view = game.look.view(game.start())
    assert view.notes == ("South has 9 men in hand.",)
    assert view.prompt == "Take an enemy."
    said: list[str] = []
    TerminalGame(game, game.start(), input, said.append).show()
    assert said[-2:] == ["South has 9 men in hand.", "Take an enemy."]


def test_nothing_is_to_be_decided_when_the_game_is_over():
    game = plain_game(type("Over", (Sowing,), {"prompt": lambda self: "Go on."}), "over")
    assert game.look.view(game.start()).prompt == "Go on."
    assert game.look.view(game.parse("1,2,2/0,0,4 1")).prompt == ""
