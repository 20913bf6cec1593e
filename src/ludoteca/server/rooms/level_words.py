"""The machine's levels in words. They follow `ludoteca.players.engine.LEVELS`: how often a level only glances."""

from msgspec import Struct

from ludoteca.core.message import translatable


class LevelWords(Struct, frozen=True):
    name: str
    play: str
    time: str
    """How long it thinks about a move of a live game, if the server is not busy."""


LEVEL_WORDS = {
    1: LevelWords(translatable("beginner"), translatable("guesses three moves of four"), translatable("moves at once")),
    2: LevelWords(translatable("very easy"), translatable("guesses two moves of three"), translatable("moves at once")),
    3: LevelWords(translatable("easy"), translatable("guesses three moves of five"), translatable("moves at once")),
    4: LevelWords(translatable("casual"), translatable("guesses every other move"), translatable("moves at once")),
    5: LevelWords(
        translatable("fair"), translatable("overlooks much in two moves of five"), translatable("moves at once")
    ),
    6: LevelWords(
        translatable("good"), translatable("overlooks much in every third move"), translatable("moves at once")
    ),
    7: LevelWords(
        translatable("strong"), translatable("overlooks something in every fourth move"), translatable("moves at once")
    ),
    8: LevelWords(
        translatable("full strength"), translatable("as strong as it gets"), translatable("thinks for a second")
    ),
}
