"""Which games a report needs: those that it is about, and small sets that tell of openings, skill and strength."""

import hashlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.games import GAMES
from ludoteca.lab.plan import USUAL_OPENING, SelfPlayPlan

USUAL_PLAYER = "engine:7"
"""Who plays in a report unless somebody else is asked for: fast, and no beginner."""
GAMES_ASKED_FOR = "games"
"""The set that the report is about."""
OPENINGS = "openings"
"""The set of games that begin without random moves."""
OPENING_PLAYER = f"{USUAL_PLAYER},variety"
"""Who plays them: by choosing among moves that are about as good it shows how many ways to begin there are."""
LEVELS = (1, 2, 3, 4, 5, 6, 7)
"""Each plays the next; the highest takes too long for what it tells."""
STRENGTHS = (1, 4, 7)
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
    """The plans by the names of their folders; `games` is what the report is about.

    Each set has random numbers of its own: by those of another one it might play the same games again.
    """
    players = players or (USUAL_PLAYER,)
    besides = games_besides(games)
    is_random = "random" in players
    plies = 0 if is_random else opening_plies(game.parse(start, **options) if start else game.start(**options))
    sets: dict[str, tuple[tuple[str, ...], int, int]] = {GAMES_ASKED_FOR: (players, games, plies)}
    # Whoever asks for random play gets nothing else.
    if not is_random:
        sets[OPENINGS] = (OPENING_PLAYER,), besides, 0
        for name, who in _players_of_sets().items():
            if who != players:
                sets[name] = who, besides + besides % len(who), plies
    return {
        name: SelfPlayPlan.checked(
            game,
            options,
            who,
            count,
            seed if name == GAMES_ASKED_FOR else _own_seed(seed, name),
            opening_plies=random_plies,
            nodes=nodes,
            max_moves=MAX_MOVES,
            start=start,
        )
        for name, (who, count, random_plies) in sets.items()
    }


def set_of(players: tuple[str, ...]) -> str:
    """The set beside a report that these players would play; nothing if there is none."""
    return next((name for name, who in _players_of_sets().items() if who == players), "")


def _players_of_sets() -> dict[str, tuple[str, ...]]:
    """Who plays the sets about skill and strength, by their names."""
    skill = {f"skill-{lower}-{higher}": (f"engine:{lower}", f"engine:{higher}") for lower, higher in pairwise(LEVELS)}
    return {**skill, **{f"strength-{level}": (f"engine:{level}",) for level in STRENGTHS}}


def _own_seed(seed: int, name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}".encode()).digest()[:4])


def game_word(game: str) -> str:
    """A game as commands take it: by its name or, if it is in a file, by that of the file, without the folder."""
    module = GAMES[game].module
    return Path(module).name if module.endswith(".py") else game


def page_word(game: str) -> str:
    """What the page about a game is called like: its file, if it is in one, as copies of it hold the same game."""
    return game_word(game).removesuffix(".py")


def command_words(command: str, plan: SelfPlayPlan) -> list[str]:
    """The command that plays such games, as `report` or `match`, word by word."""
    words = ["ludoteca", command, game_word(plan.game), *plan.players]
    words += ["--games", str(plan.games), "--seed", str(plan.seed)]
    if plan.nodes:
        words += ["--nodes", str(plan.nodes)]
    for name, value in chosen_options(plan):
        words += [f"--{name.replace('_', '-')}", value]
    return [*words, "--position", plan.start] if plan.start else words


def chosen_options(plan: SelfPlayPlan) -> Iterator[tuple[str, str]]:
    """The options that are not as usual, as commands take them."""
    usual = GAMES[plan.game].choose({})
    for name, value in plan.options.items():
        if value != usual[name]:
            yield name, option_text(value)


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
