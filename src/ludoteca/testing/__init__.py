"""The tests that every game must pass, for games that live elsewhere. They need nothing but this package.

from ludoteca.testing import check_game

def test_the_game_keeps_its_contract():
    check_game(GAME)
"""

from ludoteca.testing.checking import Finding, Report, check_game, find_faults
from ludoteca.testing.contract import CHECKS, GAME_CHECKS
from ludoteca.testing.requirements import Fault

__all__ = ["CHECKS", "GAME_CHECKS", "Fault", "Finding", "Report", "check_game", "find_faults"]
