"""Teaches a small network Chinese Checkers for two by self-play, from nothing but the rules; numpy alone.

    python examples/lab/learn_by_self_play.py --minutes 15

The value network judges the position after a move, for whoever has made it, and learns by TD(lambda): it should be the
opposite of the value after the answer, and at the end what the game paid. Moves of self-play are drawn by the softmax
of these values, which the policy network learns to tell without looking ahead. Lessons begin just before the end of
the game, and ever farther from it as they are learnt: a random game from the beginning would never end.
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

from ludoteca.games.chinese_checkers import board
from ludoteca.lab import Batch
from ludoteca.players import make_player

GAME, PLAYERS, PIECES = "chinese-checkers", 2, board.PIECES[2]
HOLES = len(board.PLACES)
OPTIONS: dict[str, Any] = {"players": PLAYERS, "anti_blocking": True}
"""Who never leaves home cannot keep the other from winning (C4.4): random play would, and every game be drawn."""
Array = Any

LANES, STEPS = 128, 64
HIDDEN = 32
LAMBDA = 0.9
DISCOUNT = 0.99
"""A win is worth the less the later it comes: else nothing would make a winner hurry."""
SHORTEST, LONGEST = 20, 150
"""Moves after which a lesson is broken off: of the first lessons, and of whole games."""
LEARNT = 0.7
"""The share of lessons that must come to an end before they begin farther from it."""
TEST_LENGTH = 400
"""Moves after which a game against another player is drawn."""
HEAT, RATE = (0.02, 0.005), (0.002, 0.0003)
"""At the beginning and at the end: the temperature of the softmax of values, and the rate of learning."""
OPENING = 6
"""Random plies before a game against another player, so that no two are the same."""
MIRROR = numpy.concatenate([numpy.array(row[::-1]) + side for side in (0, HOLES) for row in board.ROW_HOLES])
"""From which input each input comes when left and right change places."""
HOME = [numpy.array(sorted(board.home_of(PLAYERS, seat))) for seat in range(PLAYERS)]
ELSEWHERE = [
    numpy.array(sorted((board.open_to(PLAYERS, seat) | board.start_of(PLAYERS, seat)) - board.home_of(PLAYERS, seat)))
    for seat in range(PLAYERS)
]
"""The holes that the pieces of a seat may be in, its home and all others."""
ROW = numpy.array([y for _, y in board.PLACES])
AWAY = [12 - ROW[ELSEWHERE[0]], ROW[ELSEWHERE[1]] - 4]
"""How many rows each hole elsewhere is before the home of a seat."""


class Network:
    """Two networks of one hidden layer over the holes of both players, one for values and one for the policy."""

    def __init__(self, generator: numpy.random.Generator) -> None:
        self.weights: dict[str, Array] = {}
        for name, outputs in (("value", 1), ("policy", 2 * HOLES)):
            self.weights[f"{name} hidden"] = generator.normal(0, 0.1, (2 * HOLES, HIDDEN)).astype(numpy.float32)
            self.weights[f"{name} hidden bias"] = numpy.zeros(HIDDEN, numpy.float32)
            # Zero, so that play begins at random: what is random in values would make it go round in circles.
            self.weights[name] = numpy.zeros((HIDDEN, outputs), numpy.float32)
            self.weights[f"{name} bias"] = numpy.zeros(outputs, numpy.float32)
        self.moments = {name: (numpy.zeros_like(w), numpy.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = dict.fromkeys(self.weights, 0)
        # Memory that is used again: to ask for it anew at every move would take as long as the sums.
        self.rooms: list[Array] = [numpy.empty((0, HIDDEN), numpy.float32)] * 2

    def values_after(self, pieces: Array, moves: "Moves") -> Array:
        """The value of the position after each move: a move changes two inputs, so all are valued cheaply."""
        w, count = self.weights, len(moves.lanes)
        if count > len(self.rooms[0]):
            self.rooms = [numpy.empty((2 * count, HIDDEN), numpy.float32) for _ in range(2)]
        hidden, change = (room[:count] for room in self.rooms)
        before = pieces @ w["value hidden"] + w["value hidden bias"]
        numpy.take(before, moves.lanes, axis=0, out=hidden, mode="clip")
        hidden += numpy.take(w["value hidden"], moves.targets, axis=0, out=change, mode="clip")
        hidden -= numpy.take(w["value hidden"], moves.origins, axis=0, out=change, mode="clip")
        numpy.maximum(hidden, 0, out=hidden)
        return numpy.tanh(hidden @ w["value"] + w["value bias"])[:, 0]

    def preferences(self, pieces: Array, moves: "Moves") -> Array:
        """The logarithm of the policy, but for a constant in each lane: one part for the origin, one for the target."""
        outputs = self._forward("policy", pieces)[1]
        return outputs[moves.lanes, moves.origins] + outputs[moves.lanes, HOLES + moves.targets]

    def learn_values(self, pieces: Array, wanted: Array, rate: float) -> float:
        """One step of Adam towards the values wanted; the mean square of what was missing before."""
        hidden, outputs = self._forward("value", pieces)
        value = numpy.tanh(outputs[:, 0])
        error = value - wanted
        slope = (error * (1 - value**2) / len(wanted)).astype(numpy.float32)
        self._backward("value", pieces, hidden, slope[:, None], rate)
        return float(numpy.mean(error**2))

    def learn_policy(self, pieces: Array, moves: "Moves", wanted: Array, rate: float) -> float:
        """One step of Adam towards the probabilities wanted; the mean cross entropy before."""
        hidden, outputs = self._forward("policy", pieces)
        chosen = moves.softmax(outputs[moves.lanes, moves.origins] + outputs[moves.lanes, HOLES + moves.targets])
        error = (chosen - wanted) / len(pieces)
        size = 2 * HOLES
        slope = numpy.bincount(moves.lanes * size + moves.origins, error, len(pieces) * size)
        slope += numpy.bincount(moves.lanes * size + HOLES + moves.targets, error, len(pieces) * size)
        self._backward("policy", pieces, hidden, slope.reshape(-1, size).astype(numpy.float32), rate)
        return float(-(wanted * numpy.log(chosen + 1e-9)).sum() / len(pieces))

    def _forward(self, name: str, pieces: Array) -> tuple[Array, Array]:
        w = self.weights
        hidden = numpy.maximum(pieces @ w[f"{name} hidden"] + w[f"{name} hidden bias"], 0)
        return hidden, hidden @ w[name] + w[f"{name} bias"]

    def _backward(self, name: str, pieces: Array, hidden: Array, slope: Array, rate: float) -> None:
        back = slope @ self.weights[name].T * (hidden > 0)
        self._adam(name, hidden.T @ slope, rate)
        self._adam(f"{name} bias", slope.sum(axis=0), rate)
        self._adam(f"{name} hidden", pieces.T @ back, rate)
        self._adam(f"{name} hidden bias", back.sum(axis=0), rate)

    def _adam(self, name: str, gradient: Array, rate: float) -> None:
        self.updates[name] += 1
        mean, square = self.moments[name]
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        step = numpy.sqrt(1 - 0.999 ** self.updates[name]) / (1 - 0.9 ** self.updates[name])
        self.weights[name] -= rate * step * mean / (numpy.sqrt(square) + 1e-8)


class Moves:
    """The legal moves of all lanes: the lane, origin and target of each, as whoever moves sees the board."""

    def __init__(self, batch: Batch) -> None:
        self.offsets = batch.offsets[:-1].copy()
        self.lanes = numpy.repeat(numpy.arange(batch.lanes), numpy.diff(batch.offsets))
        self.origins, self.targets = batch.features[:, 0].astype(int), batch.features[:, 1].astype(int)

    def best(self, scores: Array) -> Array:
        """The number of the best move of each lane, among all moves."""
        numbers = numpy.flatnonzero(scores == numpy.maximum.reduceat(scores, self.offsets)[self.lanes])
        return numbers[numpy.unique(self.lanes[numbers], return_index=True)[1]]

    def softmax(self, scores: Array) -> Array:
        """Probabilities that add up to 1 in each lane."""
        powers = numpy.exp(scores - numpy.maximum.reduceat(scores, self.offsets)[self.lanes])
        return powers / numpy.add.reduceat(powers, self.offsets)[self.lanes]


class Lessons:
    """A batch whose games begin near their end, and farther from it the better they go."""

    def __init__(self, lanes: int, seed: int) -> None:
        self.batch = Batch(GAME, lanes, seed=seed, observations=True, **OPTIONS)
        self.generator = numpy.random.default_rng(seed)
        self.level = 0.0
        """From 0, a piece of each player just before home, to 1, pieces anywhere."""
        self.results: list[bool] = []
        self.ages = numpy.zeros(lanes, int)
        self.begin(range(lanes))

    def end(self, terminated: Array) -> Array:
        """Break off what takes too long, and begin anew what has ended: which lanes those are."""
        self.ages += 1
        ended = terminated | (self.ages >= SHORTEST + self.level * (LONGEST - SHORTEST))
        self.results += terminated[ended].tolist()
        if len(self.results) > 2 * LANES:
            if numpy.mean(self.results) > LEARNT:
                self.level = min(1.0, self.level + 0.03)
            self.results.clear()
        self.begin(numpy.flatnonzero(ended).tolist())
        return ended

    def begin(self, lanes: Any) -> None:
        """Begin lessons, and from the last level on whole games in half of these lanes."""
        whole = [lane for lane in lanes if self.level == 1 and self.generator.random() < 0.5]
        others = [lane for lane in lanes if lane not in whole]
        self.batch.restart(whole)
        self.batch.load([self.late_position() for _ in others], others)
        self.ages[list(lanes)] = 0

    def late_position(self) -> str:
        """A random position text in which some pieces of each player are not home, not farther than the level says."""
        while True:
            cells = numpy.zeros(HOLES, int)
            for seat in self.generator.permutation(PLAYERS).tolist():
                self._place(cells, seat)
            if self._goes_on(cells):
                text = "".join(".12"[cell] for cell in cells.tolist())
                rows = [text[row[0] : row[-1] + 1] for row in reversed(board.ROW_HOLES)]
                return f"{'/'.join(rows)} {self.generator.integers(1, 3)} {PLAYERS} 1"

    def _place(self, cells: Array, seat: int) -> None:
        level = self.level * self.generator.random()
        near = ELSEWHERE[seat][(AWAY[seat] <= 1 + 11 * level) & (cells[ELSEWHERE[seat]] == 0)]
        out = self.generator.permutation(near)[: round(1 + (PIECES - 1) * level)]
        free = HOME[seat][cells[HOME[seat]] == 0]
        cells[out] = cells[self.generator.permutation(free)[: PIECES - len(out)]] = seat + 1

    def _goes_on(self, cells: Array) -> bool:
        """Whether all pieces have found a hole, and nobody's home is full."""
        return numpy.count_nonzero(cells) == PLAYERS * PIECES and not any(cells[home].all() for home in HOME)


def pieces_of(batch: Batch) -> Array:
    """1 for each hole with a piece of whoever moves, then for each hole with one of the other."""
    is_hole = batch.observations[0, 0] == 1
    seen = batch.observations[:, 1:3][:, :, is_hole]
    return seen.reshape(len(seen), -1).astype(numpy.float32)


def self_play(lessons: Lessons, network: Network, heat: float) -> dict[str, list[Any]]:
    """Some moves in every lane: what there was before them and after, and what ended games paid."""
    batch, lanes = lessons.batch, numpy.arange(lessons.batch.lanes)
    names = ("before", "moves", "policy", "after", "value", "ended", "paid")
    found: dict[str, list[Any]] = {name: [] for name in names}
    for _ in range(STEPS):
        before, moves = pieces_of(batch), Moves(batch)
        values = network.values_after(before, moves)
        scores = values / heat
        chosen = moves.best(scores + lessons.generator.gumbel(size=len(scores)))
        after = before.copy()
        after[lanes, moves.origins[chosen]] -= 1
        after[lanes, moves.targets[chosen]] += 1
        movers = batch.to_move.copy()
        batch.step(chosen - moves.offsets)
        terminated = batch.terminated.copy()
        # What is broken off is worth what it seemed to be.
        paid = numpy.where(terminated, batch.rewards[lanes, movers], values[chosen])
        ended = lessons.end(terminated)
        for name, array in zip(names, (before, moves, scores, after, values[chosen], ended, paid), strict=True):
            found[name].append(array)
    return found


def returns(values: Array, ended: Array, paid: Array) -> Array:
    """TD(lambda): what the value after each move should have been, but for the last, whose answer is not known yet."""
    wanted = numpy.zeros_like(values[:-1])
    following = numpy.where(ended[-1], paid[-1], values[-1])
    for step in reversed(range(len(wanted))):
        answered = -DISCOUNT * (LAMBDA * following + (1 - LAMBDA) * values[step + 1])
        wanted[step] = following = numpy.where(ended[step], paid[step], answered)
    return wanted


def learn(network: Network, played: dict[str, list[Any]], rate: float, generator: numpy.random.Generator) -> float:
    """Learn from some moves of self-play; the mean square of what was missing in the values."""
    wanted = returns(*(numpy.stack(played[name]) for name in ("value", "ended", "paid"))).ravel()
    after = numpy.concatenate(played["after"][:-1])
    missing = []
    for part in numpy.array_split(generator.permutation(len(wanted)), 8):
        pieces = after[part][:, MIRROR] if generator.random() < 0.5 else after[part]
        missing.append(network.learn_values(pieces, wanted[part], rate))
    for step in generator.choice(STEPS, STEPS // 8, replace=False).tolist():
        moves = played["moves"][step]
        network.learn_policy(played["before"][step], moves, moves.softmax(played["policy"][step]), rate)
    return float(numpy.mean(missing))


def share(network: Network, opponent: str, games: int, seed: int, policy_alone: bool = False) -> float:
    """The share of points against a player of the package; half of the games with each seat. Long games are drawn."""
    batch = Batch(GAME, games, seed=seed, observations=True, max_moves=TEST_LENGTH, **OPTIONS)
    players = [make_player(opponent, batch.game, seed=seed + lane) for lane in range(games)]
    own_seat = numpy.arange(games) % PLAYERS
    points = numpy.full(games, numpy.nan)
    for ply in range(TEST_LENGTH):
        moves = Moves(batch)
        pieces = pieces_of(batch)
        judge = network.preferences if policy_alone else network.values_after
        choices = moves.best(judge(pieces, moves)) - moves.offsets
        if ply < OPENING:
            choices = batch.random_choices().copy()
        else:
            for lane in numpy.flatnonzero((batch.to_move != own_seat) & numpy.isnan(points)).tolist():
                legal = batch.moves[batch.offsets[lane] : batch.offsets[lane + 1]]
                choices[lane] = int(numpy.flatnonzero(legal == players[lane].choose(batch.position(lane)))[0])
        batch.step(choices)
        for lane in numpy.flatnonzero((batch.terminated | batch.truncated) & numpy.isnan(points)).tolist():
            points[lane] = (1 + numpy.sign(batch.rewards[lane, own_seat[lane]])) / 2
        if not numpy.isnan(points).any():
            break
    return float(points.mean())


def test(network: Network, games: int, seed: int) -> dict[str, float]:
    return {
        "random": share(network, "random", games, seed),
        "greedy": share(network, "greedy", games, seed),
        "greedy, policy alone": share(network, "greedy", games, seed, policy_alone=True),
    }


def train(budget: float, seed: int, games: int, tests: int, out: Path) -> None:
    """Learn for some seconds of processor time; the network and the curve of its tests are written to a folder."""
    lessons, generator = Lessons(LANES, seed), numpy.random.default_rng(seed)
    network = Network(generator)
    curve: list[dict[str, float]] = []
    begin, tested, rounds, missing = time.process_time(), 0.0, 0, 0.0
    while len(curve) < tests:
        spent = time.process_time() - begin - tested
        if spent >= budget * (len(curve) + 1) / tests:
            progress = {"moves": rounds * LANES * STEPS, "level": round(lessons.level, 2), "missing": round(missing, 5)}
            curve.append({"seconds": round(spent, 1), **progress, **test(network, games, seed)})
            print(json.dumps(curve[-1]), flush=True)
            (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
            (out / "curve.svg").write_text(plot(curve), encoding="utf-8")
            numpy.savez(out / "network.npz", **network.weights)
            tested = time.process_time() - begin - spent
        left = max(0.0, 1 - spent / budget)
        played = self_play(lessons, network, HEAT[1] + (HEAT[0] - HEAT[1]) * left)
        missing = learn(network, played, RATE[1] + (RATE[0] - RATE[1]) * left, generator)
        rounds += 1


def plot(curve: list[dict[str, float]]) -> str:
    """The shares of points over the time of learning, as SVG."""
    longest = max(1.0, *(row["seconds"] for row in curve))
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="sans-serif" font-size="13">']
    parts.append('<rect width="640" height="360" fill="white"/>')
    for tenth in range(0, 11, 2):
        parts.append(f'<path d="M50,{310 - 26 * tenth}H600" stroke="#ccc"/>')
        parts.append(f'<text x="44" y="{314 - 26 * tenth}" text-anchor="end">{10 * tenth} %</text>')
    for part in range(5):
        seconds = longest * part / 4
        parts.append(f'<text x="{50 + 550 * part / 4}" y="330" text-anchor="middle">{seconds:.0f} s</text>')
    colours = {"random": "#1b7837", "greedy": "#2166ac", "greedy, policy alone": "#b2182b"}
    for number, (name, colour) in enumerate(colours.items()):
        places = (f"{50 + 550 * row['seconds'] / longest:.1f},{310 - 260 * row[name]:.1f}" for row in curve)
        parts.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{50 + 150 * number}" y="30" fill="{colour}">against {name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=15.0, help="of processor time, tests not counted")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=200, help="in each test against a player")
    arguments.add_argument("--tests", type=int, default=10, help="how often it is tested while it learns")
    arguments.add_argument("--out", type=Path, default=Path("build/self_play"), help="for the network and its curve")
    given = arguments.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    train(60 * given.minutes, given.seed, given.games, given.tests, given.out)


if __name__ == "__main__":
    main()
