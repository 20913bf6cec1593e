"""The position texts of games in plain Python."""

import pytest

import ludoteca
from ludoteca import plain_game
from tests.test_plain_games import RACE, Race


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...../..... 1",
        "A..../B.... 3 steps_left=2 visited={0} log=[]",
        "A..../B.... 1 steps_left='x' visited={0} log=[]",
        "A..../B.... 1 steps_left=2 visited={0} log=[[[[",
        "A..../B.... 1 steps_left=2 visited={0} log=['\\%']",
        "A..../B..Z. 1 steps_left=2 visited={0} log=[]",
        "...../B.... 1 steps_left=2 visited={0} log=[]",
    ],
)
@pytest.mark.filterwarnings("error")
def test_a_text_that_is_no_position_is_refused(text):
    with pytest.raises(ludoteca.InvalidPosition):
        RACE.parse(text)


def test_fields_that_are_left_out_are_as_at_the_start():
    assert str(RACE.parse("B..../.A... 2 steps_left=1")) == "B..../.A... 2 steps_left=1 visited={0,5} log=[]"
    with pytest.raises(ludoteca.InvalidPosition, match="a named field that is left out is as at the start"):
        RACE.parse("B..../.A... 2 steps_right=1")
    with pytest.raises(ludoteca.InvalidPosition, match="written with one space"):
        RACE.parse("B..../.A... 2 steps_left=1 steps_left=1")


def test_the_method_that_cannot_go_on_from_a_text_is_told():
    with pytest.raises(ludoteca.InvalidPosition, match=r"no game shows this: moves\(\) in line \d+ raises ValueError"):
        RACE.parse("B..../..... 1")


class Hands(Race):
    """Has an item for each seat, one for each cell, and a list that grows."""

    def set_up(self):
        Race.set_up(self)
        self.hands = [9, 9]
        self.heights = (0,) * 10


HANDS = plain_game(Hands, "hands")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hands=[9,9]", "hands=[6]", r"hands has 2 items, not 1, like hands=\[9,9\]"),
        ("hands=[9,9]", "hands=[6,6,6]", "hands has 2 items, not 3"),
        ("hands=[9,9]", "hands=[6,'x']", "'x' in hands is of another kind"),
        ("(0,0,0,0,0,0,0,0,0,0)", "(0,0)", "heights has 10 items, not 2"),
    ],
)
def test_lists_by_seat_or_by_cell_keep_their_lengths(old, new, message):
    text = str(HANDS.start())
    assert HANDS.parse(text.replace("log=[]", "log=['rest']")).key != HANDS.start().key
    assert old in text
    with pytest.raises(ludoteca.InvalidPosition, match=message):
        HANDS.parse(text.replace(old, new))


def test_a_position_text_names_the_options_that_are_not_as_usual():
    game = ludoteca.game("four-colours")
    for players in (2, 3, 4):
        text = str(game.start(players=players))
        assert text.endswith(" 1") == (players == 4)
        assert game.parse(text).seats == players
        assert str(game.parse(text, players=players)) == text
    with pytest.raises(ludoteca.InvalidPosition, match="a game with players 2, not 3"):
        game.parse(str(game.start(players=2)), players=3)
    for wrong in ("players=9", "players=2 players=3", "players="):
        with pytest.raises(ludoteca.InvalidPosition):
            game.parse(f"{game.start()} {wrong}")
