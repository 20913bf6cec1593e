"""`python -m benchmarks.openspiel_match`: our Chinese Checkers engine against OpenSpiel's MCTS bot, on our rules.

The bot is `open_spiel.python.algorithms.mcts.MCTSBot` with `RandomRolloutEvaluator`, both as they come. It counts
simulations, not time, so before each move it is given as many as it could do in its time at the speed of its last
move; the table says what either side really used. A random game does not end before the round limit, hundreds of moves
later, so rollouts are cut by OpenSpiel's own `max_length` and count as a draw there, as the rule of the limit has it;
with `--judged` the cut rollout is worth what our evaluator thinks, which makes the bot stronger than it is by itself.

Seats rotate. With `--seats one` the engine has one seat and the bot all others; with `--seats half` every other one.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from open_spiel.python.algorithms import mcts

import ludoteca
from benchmarks import openspiel_game
from ludoteca.arena.rating import wilson
from ludoteca.core.position import Position
from ludoteca.core.record import Record
from ludoteca.games.chinese_checkers.board import SEATED
from ludoteca.players.engine import EnginePlayer

GAME = ludoteca.game("chinese-checkers")
FEWEST = 2
"""With fewer simulations the bot has no move to choose from."""


class Spent:
    """How long one side took, over all its moves."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.moves += 1
        self.seconds += seconds

    @property
    def milliseconds(self) -> float:
        return 1000 * self.seconds / max(self.moves, 1)


class TimedBot:
    """OpenSpiel's bot, with as many simulations as its time allows."""

    def __init__(self, game: Any, seconds: float, rollout_moves: int, boldness: float, seed: int) -> None:
        random = numpy.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random, rollout_moves or None)
        self.game = game
        self.seconds = seconds
        self.bot = mcts.MCTSBot(game, boldness, 10, evaluator, random_state=random)

    def choose(self, position: Position) -> int:
        state = self.game.state_of(position)
        begin = time.perf_counter()
        move: int = self.bot.step(state)
        took = time.perf_counter() - begin
        self.bot.max_simulations = max(FEWEST, round(self.bot.max_simulations * min(4.0, self.seconds / took)))
        return move


class Result(NamedTuple):
    """One game: the seats of the engine, the seat that won or -1, and its length."""

    engine_seats: tuple[int, ...]
    winner: int
    clause: str
    moves: int
    record: str

    @property
    def is_won(self) -> bool:
        return self.winner in self.engine_seats


def engine_seats(players: int, number: int, seats: str) -> tuple[int, ...]:
    """Where the engine sits in a game, turned by one from game to game."""
    if seats == "one":
        return (number % players,)
    return tuple(seat for seat in range(players) if (seat + number) % 2 == 0)


def play(arguments: argparse.Namespace, number: int, ours: Spent, theirs: Spent) -> Result:
    mine = engine_seats(arguments.players, number, arguments.seats)
    seed = 1_000_003 * arguments.seed + number
    options = {"players": arguments.players, "anti_blocking": arguments.anti_blocking}
    game = openspiel_game.load(judged=arguments.judged, **options)
    bot = TimedBot(game, arguments.bot_movetime / 1000, arguments.rollout_moves, arguments.boldness, seed % 2**32)
    engines = {seat: EnginePlayer(GAME, arguments.level, arguments.movetime / 1000, seed=seed + seat) for seat in mine}
    position = GAME.start(**options)
    while not position.is_over():
        begin = time.perf_counter()
        is_ours = position.to_move in mine
        move = engines[position.to_move].choose(position) if is_ours else bot.choose(position)
        (ours if is_ours else theirs).add(time.perf_counter() - begin)
        position.play(move)
    for engine in engines.values():
        engine.close()
    outcome = position.outcome()
    assert outcome is not None
    names = {f"seat{seat + 1}": "engine" if seat in mine else "openspiel" for seat in range(position.seats)}
    record = str(Record.of(position, number=str(number), **names))
    winner = -1 if outcome.winner is None else outcome.winner
    return Result(mine, winner, outcome.clause, len(position.moves_played()), record)


def play_all(arguments: argparse.Namespace, ours: Spent, theirs: Spent) -> Iterator[Result]:
    for number in range(arguments.games):
        result = play(arguments, number, ours, theirs)
        if arguments.records:
            folder = Path(arguments.records)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number + 1:05}.txt").write_text(result.record, encoding="utf-8")
        yield result


def summary(arguments: argparse.Namespace, results: list[Result], ours: Spent, theirs: Spent) -> dict[str, Any]:
    """All that the games say, for people and programs."""
    games = len(results)
    won = sum(result.is_won for result in results)
    decided = sum(result.winner >= 0 for result in results)
    clauses = [result.clause for result in results]
    return {
        "players": arguments.players,
        "engine seats": arguments.seats,
        "anti-blocking": arguments.anti_blocking,
        "judged rollouts": arguments.judged,
        "rollout moves": arguments.rollout_moves,
        "games": games,
        "won": won,
        "lost": decided - won,
        "drawn": games - decided,
        "share of games": round(won / games, 4),
        "share of games, 95 %": [round(bound, 4) for bound in wilson(won, games)],
        "share of wins": round(won / decided, 4) if decided else None,
        "share of wins, 95 %": [round(bound, 4) for bound in wilson(won, decided)],
        "clauses": {clause: clauses.count(clause) for clause in sorted(set(clauses))},
        "moves a game": round(sum(result.moves for result in results) / games, 1),
        "engine ms a move": round(ours.milliseconds, 1),
        "bot ms a move": round(theirs.milliseconds, 1),
    }


def read(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.openspiel_match", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, choices=list(SEATED), default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=8, help="of the engine")
    parser.add_argument("--movetime", type=float, default=50.0, help="ms a move of the engine")
    parser.add_argument("--bot-movetime", type=float, default=110.0, help="ms a move of the bot")
    parser.add_argument(
        "--rollout-moves", type=int, default=50, help="length of a rollout; 0 is to the end of the game"
    )
    parser.add_argument("--judged", action="store_true", help="judge cut rollouts by our evaluator")
    parser.add_argument("--anti-blocking", action="store_true", help="play with that option of the rules (C4.4)")
    parser.add_argument("--boldness", type=float, default=1.4, help="the bot's constant of exploration")
    parser.add_argument("--seats", choices=("one", "half"), default="one", help="how many seats the engine has")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", help="a folder for the games")
    parser.add_argument("--json", help="a file for the result")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    arguments = read(words)
    ours, theirs = Spent(), Spent()
    results: list[Result] = []
    for result in play_all(arguments, ours, theirs):
        results.append(result)
        word = "won" if result.is_won else "lost" if result.winner >= 0 else "drawn"
        print(f"game {len(results)}: {word} ({result.clause}) in {result.moves} moves", file=sys.stderr, flush=True)
    told = summary(arguments, results, ours, theirs)
    for name, figure in told.items():
        print(f"{name:24}{figure}")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
