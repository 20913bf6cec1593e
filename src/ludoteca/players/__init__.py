"""Who sits on a seat."""

from ludoteca.players.by_name import make_player, make_repeatable_player

__all__ = ["make_player", "make_repeatable_player"]
