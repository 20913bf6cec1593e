"""Positions that somebody edits."""

import random

import pytest

import ludoteca
from ludoteca.games import GAMES

XIANGQI = ludoteca.game("xiangqi")
EDITED = [name for name in GAMES if GAMES[name].edit]


def some_position(name, plies):
    position, choose = GAMES[name].start(), random.Random(plies)
    for _ in range(plies):
        if position.is_over():
            break
        position.play(choose.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("plies", [0, 12, 40])
def test_an_edit_that_changes_nothing_shows_the_same_units(name, plies):
    position = some_position(name, plies)
    game, units = GAMES[name], position.game.look.view(position).units
    edited = game.parse(game.edit(position, units, position.to_move), **position.options)
    assert game.look.view(edited).units == units and edited.to_move == position.to_move


def test_an_edit_is_judged_by_the_rules():
    position = XIANGQI.start()
    units = dict(XIANGQI.look.view(position).units)
    units[XIANGQI.look.sheet({}).geometry.cell("d1")] = "K"
    with pytest.raises(ludoteca.InvalidPosition, match="a red general too many"):
        XIANGQI.parse(XIANGQI.edit(position, units, 0))
