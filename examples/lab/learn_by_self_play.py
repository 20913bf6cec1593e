"""Teaches a small network Chinese Checkers for two by self-play, from nothing but the rules; numpy alone.

    python examples/lab/learn_by_self_play.py --minutes 15

The network gives the value of a position for whoever has just moved. Its policy is the softmax of the values after
each legal move, so it looks one move ahead. It learns by TD(lambda): the value after a move should be the opposite of
the value after the answer, and at the end what the game paid. A game may be cut at any move, ever less probably, and
then counts a little for whoever has less way to go; without that, the first games, which are random, would teach
nothing.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

# These products are too small to share among threads: it would take three times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy

from ludoteca.lab import Batch
from ludoteca.players import make_player

GAME, PLAYERS = "chinese-checkers", 2
OPTIONS: dict[str, Any] = {"players": PLAYERS, "anti_blocking": True}
"""Who never leaves home cannot keep the other from winning (C4.4): random play would, and every game be drawn."""
Array = Any

LANES, STEPS = 128, 64
HIDDEN = 64
LAMBDA = 0.8
CUT = 200
"""Moves after which a game is cut while learning."""
LONGEST = 400
"""Moves after which a game against another player is drawn."""
TESTS = 8
OPENING = 6
"""Random plies before a game against another player, so that no two are the same."""


class Network:
    """One hidden layer over the holes of both players. A move changes two inputs, so all moves are valued cheaply."""

    def __init__(self, holes: int, generator: numpy.random.Generator) -> None:
        self.holes = holes
        self.weights = {
            "hidden": generator.normal(0, 0.1, (2 * holes, HIDDEN)).astype(numpy.float32),
            "hidden bias": numpy.zeros(HIDDEN, numpy.float32),
            "value": generator.normal(0, 0.1, HIDDEN).astype(numpy.float32),
            "value bias": numpy.zeros(1, numpy.float32),
        }
        self.moments = {name: (numpy.zeros_like(w), numpy.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0
        # Memory that is used again: to ask for it anew at every move would take as long as the sums.
        self.rooms: list[Array] = [numpy.empty((0, HIDDEN), numpy.float32)] * 2

    def values_after(self, pieces: Array, lane_of_move: Array, origins: Array, targets: Array) -> Array:
        """The value of the position after each legal move, for whoever makes it."""
        w = self.weights
        if len(origins) > len(self.rooms[0]):
            self.rooms = [numpy.empty((2 * len(origins), HIDDEN), numpy.float32) for _ in range(2)]
        hidden, change = (room[: len(origins)] for room in self.rooms)
        before = pieces @ w["hidden"] + w["hidden bias"]
        numpy.take(before, lane_of_move, axis=0, out=hidden, mode="clip")
        hidden += numpy.take(w["hidden"], targets, axis=0, out=change, mode="clip")
        hidden -= numpy.take(w["hidden"], origins, axis=0, out=change, mode="clip")
        numpy.maximum(hidden, 0, out=hidden)
        return numpy.tanh(hidden @ w["value"] + w["value bias"])

    def learn(self, pieces: Array, wanted: Array, rate: float) -> float:
        """One step of Adam towards the values wanted; the mean square of what was missing before."""
        w = self.weights
        hidden = numpy.maximum(pieces @ w["hidden"] + w["hidden bias"], 0)
        value = numpy.tanh(hidden @ w["value"] + w["value bias"])
        error = value - wanted
        slope = (error * (1 - value**2) / len(wanted)).astype(numpy.float32)
        back = numpy.outer(slope, w["value"]) * (hidden > 0)
        gradients = {
            "hidden": pieces.T @ back,
            "hidden bias": back.sum(axis=0),
            "value": hidden.T @ slope,
            "value bias": slope.sum(keepdims=True),
        }
        self.updates += 1
        for name, gradient in gradients.items():
            mean, square = self.moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = numpy.sqrt(1 - 0.999**self.updates) / (1 - 0.9 ** min(self.updates, 1000))
            w[name] -= rate * step * mean / (numpy.sqrt(square) + 1e-8)
        return float(numpy.mean(error**2))


class Table:
    """A batch, and its positions as the network takes them."""

    def __init__(self, lanes: int, seed: int, max_moves: int | None = None) -> None:
        self.batch = Batch(GAME, lanes, seed=seed, observations=True, max_moves=max_moves, **OPTIONS)
        is_hole = self.batch.observations[0, 0] == 1
        self.rows = numpy.argwhere(is_hole)[:, 0]
        self.is_hole = is_hole
        self.holes = len(self.rows)
        # What a piece has still to go, squared so that the last ones count most: the own go up, the others down.
        to_go = (self.rows.max() - self.rows) ** 2
        self.progress = numpy.concatenate([-to_go, self.rows**2]).astype(numpy.float32)

    def pieces(self) -> Array:
        """1 for each hole with an own piece, then for each hole with a piece of the other."""
        seen = self.batch.observations[:, 1:3][:, :, self.is_hole]
        return seen.reshape(len(seen), -1).astype(numpy.float32)

    def values(self, network: Network, pieces: Array) -> tuple[Array, Array]:
        """The value after each legal move of all lanes, and the lane of each."""
        lane_of_move = numpy.repeat(numpy.arange(self.batch.lanes), numpy.diff(self.batch.offsets))
        features = self.batch.features
        return network.values_after(pieces, lane_of_move, features[:, 0], features[:, 1]), lane_of_move

    def best(self, values: Array, lane_of_move: Array) -> Array:
        """The number of the best move of each lane, among all moves."""
        offsets = self.batch.offsets[:-1]
        highest = numpy.maximum.reduceat(values, offsets)
        numbers = numpy.flatnonzero(values == highest[lane_of_move])
        _, first = numpy.unique(lane_of_move[numbers], return_index=True)
        return numbers[first]


def judged(table: Table, pieces: Array) -> Array:
    """What a game that is cut counts for whoever has just moved."""
    lead = pieces @ table.progress
    # Even far ahead, farther is better.
    return 0.7 * lead / (600 + abs(lead))


def self_play(
    table: Table, network: Network, temperature: float, generator: numpy.random.Generator
) -> dict[str, Array]:
    """Some moves in every lane: positions after them, their values, and what ended games paid."""
    batch = table.batch
    found: dict[str, list[Array]] = {"pieces": [], "value": [], "ended": [], "paid": [], "judged": []}
    for _ in range(STEPS):
        pieces = table.pieces()
        values, lane_of_move = table.values(network, pieces)
        noise = generator.gumbel(size=len(values)).astype(numpy.float32)
        chosen = table.best(values / temperature + noise, lane_of_move)
        lanes = numpy.arange(batch.lanes)
        origins, targets = batch.features[chosen, :2].T
        movers = batch.to_move.copy()
        pieces[lanes, origins] -= 1
        pieces[lanes, targets] += 1
        batch.step(chosen - batch.offsets[:-1])
        paid = batch.rewards[lanes, movers].astype(numpy.float32)
        if_cut = judged(table, pieces)
        paid[batch.truncated] = if_cut[batch.truncated]
        found["pieces"].append(pieces)
        found["value"].append(values[chosen])
        found["ended"].append(batch.terminated | batch.truncated)
        found["paid"].append(paid)
        found["judged"].append(if_cut)
    return {name: numpy.stack(arrays) for name, arrays in found.items()}


def returns(played: dict[str, Array], hazard: float) -> Array:
    """TD(lambda): what each value should have been, but for the last, whose answer is not known yet.

    `hazard` is how probable it is at each move that the game is cut there: without cutting it, this is its mean.
    """
    value, ended, paid = played["value"], played["ended"], played["paid"]
    wanted = numpy.zeros_like(value[:-1])
    following = value[-1]
    following = numpy.where(ended[-1], paid[-1], following)
    for step in reversed(range(len(wanted))):
        goes_on = LAMBDA * following + (1 - LAMBDA) * value[step + 1]
        bootstrapped = -(hazard * played["judged"][step + 1] + (1 - hazard) * goes_on)
        following = numpy.where(ended[step], paid[step], bootstrapped)
        wanted[step] = following
    return wanted


def share(network: Network, opponent: str, games: int, seed: int) -> float:
    """The share of points against a player of the package; half of the games with each seat. Long games are drawn."""
    table = Table(games, seed, LONGEST)
    batch = table.batch
    players = [make_player(opponent, batch.game, seed=seed + lane) for lane in range(games)]
    own_seat = numpy.arange(games) % PLAYERS
    points = numpy.full(games, numpy.nan)
    for ply in range(LONGEST):
        values, lane_of_move = table.values(network, table.pieces())
        choices = table.best(values, lane_of_move) - batch.offsets[:-1]
        if ply < OPENING:
            choices = batch.random_choices().copy()
        else:
            for lane in numpy.flatnonzero((batch.to_move != own_seat) & numpy.isnan(points)).tolist():
                moves = batch.moves[batch.offsets[lane] : batch.offsets[lane + 1]]
                choices[lane] = int(numpy.flatnonzero(moves == players[lane].choose(batch.position(lane)))[0])
        batch.step(choices)
        for lane in numpy.flatnonzero((batch.terminated | batch.truncated) & numpy.isnan(points)).tolist():
            points[lane] = (1 + numpy.sign(batch.rewards[lane, own_seat[lane]])) / 2
        if not numpy.isnan(points).any():
            break
    return float(points.mean())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=15.0, help="of processor time")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=100, help="in each test against a player")
    arguments.add_argument("--out", type=Path, default=Path("build/self_play"))
    given = arguments.parse_args()
    generator = numpy.random.default_rng(given.seed)
    table = Table(LANES, given.seed, CUT)
    network = Network(table.holes, generator)
    given.out.mkdir(parents=True, exist_ok=True)
    curve = []
    begin, tested, steps, games = time.process_time(), 0.0, 0, 0
    budget = 60 * given.minutes
    next_test = budget / TESTS
    while True:
        spent = time.process_time() - begin - tested
        if spent >= next_test or spent >= budget:
            before = time.process_time()
            row = {name: share(network, name, given.games, given.seed) for name in ("random", "greedy")}
            tested += time.process_time() - before
            curve.append({"seconds": round(spent, 1), "steps": steps, "games": games, **row})
            print(json.dumps(curve[-1]), flush=True)
            (given.out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
            arrays: dict[str, Any] = dict(network.weights)
            numpy.savez(given.out / "network.npz", **arrays)
            next_test = spent + budget / TESTS
            if spent >= budget:
                break
        left = 1 - spent / budget
        played = self_play(table, network, 0.001 + 0.004 * left, generator)
        steps += LANES * STEPS
        games += int(played["ended"].sum())
        wanted = returns(played, 0.01 + 0.09 * left).ravel()
        pieces = played["pieces"][:-1].reshape(len(wanted), -1)
        for part in numpy.array_split(generator.permutation(len(wanted)), 8):
            network.learn(pieces[part], wanted[part], 0.0003 + 0.0017 * left)


if __name__ == "__main__":
    main()
