"""How moves are picked by hand; what holds for every game is in test_every_game.py."""

import ludoteca
from ludoteca.core.ruling import Ruling
from tests.play import IS_COMPILED
from tests.tomb_chess.drawing import place


def test_half_an_ability_is_answered_by_its_own_clause():
    """Who has picked a first square only hears why nothing can follow, and nothing about how moves are written."""
    position = ludoteca.game("tomb-chess").start()
    look = position.game.look
    legal = {look.picks(position, move)[:2] for move in position.legal_moves()}
    for word in ("rotate", "control"):
        for cell in range(0, 144, 1 if IS_COMPILED else 5):
            if (word, cell) not in legal:
                text = look.text_of_picks(position, (word, cell))
                ruling = position.explain(text) if isinstance(text, str) else text
                assert ruling is not None and ruling.clause != "T18", (word, cell, ruling)
    for far in (20, 40, 143):
        far_ruling = look.text_of_picks(position, ("rotate", 13, far))
        assert isinstance(far_ruling, Ruling) and far_ruling.clause == "T14.6"


def test_a_square_on_which_no_bounce_can_turn_is_told_by_its_clause():
    """T7.1: there is nothing to turn before; T7.5: the move ends there, for the king is in check."""
    position = place("Re5 Kb1 kl12 Pa2 pa11 nl2")
    look = position.game.look
    cell = look.sheet({}).geometry.cell
    for target, clause in (("h5", "T7.1"), ("l5", "T7.5")):
        ruling = look.text_of_picks(position, (cell("e5"), "bounce", cell(target)))
        assert isinstance(ruling, Ruling) and ruling.clause == clause
