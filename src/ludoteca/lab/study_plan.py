"""Which games a report needs: those that it is about, and small sets that tell of openings, skill and strength."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from random import Random

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.games import GAMES
from ludoteca.lab.plan import USUAL_OPENING, SelfPlayPlan

USUAL_PLAYER = "engine:4"
"""Who plays in a report unless somebody else is asked for: fast, and no beginner."""
OPENINGS = "openings"
"""The set of games that begin without random moves."""
OPENING_PLAYER = f"{USUAL_PLAYER},variety"
"""Who plays them: by choosing among moves that are about as good it shows how many ways to begin there are."""
LEVELS = (1, 2, 3, 4, 5)
"""Each plays the next: higher ones take too long for what they tell."""
STRENGTHS = (1, 3, 5)
LEAST_GAMES, MOST_GAMES = 24, 100
"""Of each set besides the games that the report is about; never more than of those."""
PART = 3
"""And usually so many times fewer."""
MAX_MOVES = 1000


def plans_of_report(
    game: Game,
    options: Mapping[str, Value],
    players: tuple[str, ...],
    games: int,
    seed: int,
    start: str = "",
    nodes: int = 0,
) -> dict[str, SelfPlayPlan]:
    """The plans by the names of their folders; `games` is what the report is about."""
    players = players or (USUAL_PLAYER,)
    besides = games_besides(games)
    is_random = "random" in players
    plies = 0 if is_random else opening_plies(game.parse(start, **options) if start else game.start(**options))
    sets: dict[str, tuple[tuple[str, ...], int, int]] = {"games": (players, games, plies)}
    # Whoever asks for random play gets nothing else.
    if not is_random:
        sets[OPENINGS] = (OPENING_PLAYER,), besides, 0
        for lower, higher in pairwise(LEVELS):
            sets[f"skill-{lower}-{higher}"] = (f"engine:{lower}", f"engine:{higher}"), besides + besides % 2, plies
        for level in STRENGTHS:
            sets[f"strength-{level}"] = (f"engine:{level}",), besides, plies
    return {
        name: SelfPlayPlan.checked(
            game, options, who, count, seed, opening_plies=random_plies, nodes=nodes, max_moves=MAX_MOVES, start=start
        )
        for name, (who, count, random_plies) in sets.items()
    }


def game_word(game: str) -> str:
    """A game as commands take it: by its name or, if it is in a file, by that of the file, without the folder."""
    module = GAMES[game].module
    return Path(module).name if module.endswith(".py") else game


def command_words(command: str, plan: SelfPlayPlan) -> list[str]:
    """The command that plays such games, as `report` or `match`, word by word."""
    words = ["ludoteca", command, game_word(plan.game), *plan.players]
    words += ["--games", str(plan.games), "--seed", str(plan.seed)]
    if plan.nodes:
        words += ["--nodes", str(plan.nodes)]
    usual = GAMES[plan.game].choose({})
    for name, value in plan.options.items():
        if value != usual[name]:
            words += [f"--{name.replace('_', '-')}", option_text(value)]
    return [*words, "--position", plan.start] if plan.start else words


def option_text(value: Value) -> str:
    """The value of an option as commands take it."""
    if value is None or value is False:
        return "off"
    return "on" if value is True else str(value)


def games_besides(games: int) -> int:
    """Of each set besides so many games."""
    return min(games, MOST_GAMES, max(LEAST_GAMES, games // PART))


def games_for(besides: int) -> int:
    """How many games a report needs for so many in each set besides; 0 if it has never so many."""
    return 0 if besides > MOST_GAMES else PART * besides


def opening_plies(position: Position) -> int:
    """How many random moves begin a game: a quarter of a random game, and not more than usual."""
    random, moves = Random(1), 0
    while moves < 4 * USUAL_OPENING and not position.is_over():
        position.play(random.choice(position.legal_moves()))
        moves += 1
    return max(1, moves // 4)
