"""Tells Gymnasium the names of the games: `ludoteca/Xiangqi-v0` and so on."""

from gymnasium.envs.registration import register, registry

from ludoteca.games import GAMES


def register_games() -> None:
    """Register every game; to call it again does no harm."""
    for name in GAMES:
        title = "".join(word.capitalize() for word in name.split("-"))
        if f"ludoteca/{title}-v0" not in registry:
            register(
                id=f"ludoteca/{title}-v0",
                entry_point="ludoteca.lab.gymnasium:SeatEnv",
                vector_entry_point="ludoteca.lab.gymnasium:BatchEnv",
                kwargs={"game": name},
            )
