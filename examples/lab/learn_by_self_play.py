"""Teaches a small network Chinese Checkers for two by self-play, from nothing but the rules; numpy alone.

    python examples/lab/learn_by_self_play.py --minutes 5

The value network judges the position after a move, for whoever has made it: the chances to win and to lose, which it
learns by TD(lambda) from the chances after the answer, and at the end from the result. Moves of self-play are drawn by
the softmax of these values, which the policy network learns to tell without looking ahead. Lessons begin just before
the end of the game, and ever farther from it as they are learnt: a random game from the beginning would never end.

Several processes play and learn, each on a core of its own, and share the mean of their weights after every round.
What is kept is the network that has beaten the one kept before it.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# These products are too small to share among threads: it would take three times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy

import ludoteca
from ludoteca.games.chinese_checkers import board
from ludoteca.lab import Batch
from ludoteca.players import make_player

GAME, PLAYERS, PIECES = "chinese-checkers", 2, board.PIECES[2]
HOLES = len(board.PLACES)
OPTIONS: dict[str, Any] = {"players": PLAYERS, "anti_blocking": True}
"""Who never leaves home cannot keep the other from winning (C4.4): random play would, and every game be drawn."""
Array = Any
Weights = dict[str, Array]

LANES, STEPS = 128, 64
HIDDEN = 64
LAMBDA = 0.9
DISCOUNT = 0.99
"""A win is worth the less the later it comes: else nothing would make a winner hurry."""
LOSS = 0.5
"""What a loss costs if a win is worth 1 and a draw nothing. Less than 1, or two players who block each other's home
would have no reason to stop: a draw is worse for both than an even race."""
SHORTEST, LONGEST = 20, 150
"""Moves after which a lesson is drawn: of the first lessons, and of whole games."""
LEARNT = 0.7
"""The share of lessons that must be won before they begin farther from the end."""
TEST_LENGTH = 400
"""Moves after which a game against another player is drawn."""
HEAT, RATE = (0.02, 0.005), (0.002, 0.0003)
"""At the beginning and at the end: the temperature of the softmax of values, and the rate of learning."""
MEMORY = 0.98
"""How much of the mean of earlier weights stays after a round. This mean is what is tested."""
OPENING = 6
"""Random plies before a game against another player, so that no two are the same."""
GATES, GATE_GAMES, GATE = 10, 200, 0.52
"""How often the network meets the best one so far, in how many games, and the share with which it takes its place."""
CANDIDATES = 6
"""How many moves are looked at closely by a player who looks ahead."""
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
    """Two networks over the holes of both players, one for values and one for the policy.

    Each has one hidden layer, and weights that lead from the inputs directly to the outputs.
    """

    def __init__(self, generator: numpy.random.Generator) -> None:
        self.weights: Weights = {}
        for name, outputs in (("value", 2), ("policy", 2 * HOLES)):
            self.weights[f"{name} hidden"] = generator.normal(0, 0.1, (2 * HOLES, HIDDEN)).astype(numpy.float32)
            self.weights[f"{name} hidden bias"] = numpy.zeros(HIDDEN, numpy.float32)
            # Zero, so that play begins at random: what is random in values would make it go round in circles.
            self.weights[name] = numpy.zeros((HIDDEN, outputs), numpy.float32)
            self.weights[f"{name} direct"] = numpy.zeros((2 * HOLES, outputs), numpy.float32)
            self.weights[f"{name} bias"] = numpy.zeros(outputs, numpy.float32)
        self.moments = {name: (numpy.zeros_like(w), numpy.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = dict.fromkeys(self.weights, 0)
        # Memory that is used again: to ask for it anew at every move would take as long as the sums.
        self.rooms: list[Array] = [numpy.empty((0, HIDDEN), numpy.float32)] * 2

    def chances_after(self, pieces: Array, moves: "Moves") -> Array:
        """The chances to win and to lose after each move: a move changes two inputs, so all are judged cheaply."""
        w, count = self.weights, len(moves.lanes)
        if count > len(self.rooms[0]):
            self.rooms = [numpy.empty((2 * count, HIDDEN), numpy.float32) for _ in range(2)]
        hidden, change = (room[:count] for room in self.rooms)
        before = pieces @ w["value hidden"] + w["value hidden bias"]
        numpy.take(before, moves.lanes, axis=0, out=hidden, mode="clip")
        hidden += numpy.take(w["value hidden"], moves.targets, axis=0, out=change, mode="clip")
        hidden -= numpy.take(w["value hidden"], moves.origins, axis=0, out=change, mode="clip")
        numpy.maximum(hidden, 0, out=hidden)
        direct = w["value direct"]
        outputs = (pieces @ direct + w["value bias"])[moves.lanes] + direct[moves.targets] - direct[moves.origins]
        return logistic(hidden @ w["value"] + outputs)

    def values_after(self, pieces: Array, moves: "Moves") -> Array:
        return worth(self.chances_after(pieces, moves))

    def preferences(self, pieces: Array, moves: "Moves") -> Array:
        """The logarithm of the policy, but for a constant in each lane: one part for the origin, one for the target."""
        outputs = self._forward("policy", pieces)[1]
        return outputs[moves.lanes, moves.origins] + outputs[moves.lanes, HOLES + moves.targets]

    def learn_chances(self, pieces: Array, wanted: Array, rate: float) -> float:
        """One step of Adam towards the chances wanted; the mean square of what was missing before."""
        hidden, outputs = self._forward("value", pieces)
        chances = logistic(outputs)
        error = chances - wanted
        # That of the cross entropy: it does not vanish where the chances are small.
        self._backward("value", pieces, hidden, (error / len(wanted)).astype(numpy.float32), rate)
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
        return hidden, hidden @ w[name] + pieces @ w[f"{name} direct"] + w[f"{name} bias"]

    def _backward(self, name: str, pieces: Array, hidden: Array, slope: Array, rate: float) -> None:
        back = slope @ self.weights[name].T * (hidden > 0)
        self._adam(name, hidden.T @ slope, rate)
        self._adam(f"{name} direct", pieces.T @ slope, rate)
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


def logistic(outputs: Array) -> Array:
    return 1 / (1 + numpy.exp(-outputs))


def worth(chances: Array) -> Array:
    return chances[..., 0] - LOSS * chances[..., 1]


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

    def candidates(self, scores: Array) -> Array:
        """The numbers of the best moves of each lane, a row for each rank; where there are too few, the last again."""
        order = numpy.lexsort((-scores, self.lanes))
        last = numpy.append(self.offsets[1:], len(scores)) - 1
        return numpy.stack([order[numpy.minimum(self.offsets + rank, last)] for rank in range(CANDIDATES)])

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

    def end(self, terminated: Array, won: Array) -> Array:
        """Break off what takes too long, and begin anew what has ended: which lanes those are."""
        self.ages += 1
        ended = terminated | (self.ages >= SHORTEST + self.level * (LONGEST - SHORTEST))
        self.results += won[ended].tolist()
        if len(self.results) > 2 * LANES:
            if numpy.mean(self.results) > LEARNT:
                self.level = min(1.0, self.level + 0.05)
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
        """Some pieces are home, the others around some row before it: close together, scattered, or in between."""
        generator = self.generator
        level = self.level * generator.random()
        near = (AWAY[seat] <= 1 + 11 * level) & (cells[ELSEWHERE[seat]] == 0)
        row, scatter = 1 + 11 * level * generator.random(), 12 * generator.random()
        off = abs(AWAY[seat][near] - row) + scatter * generator.random(numpy.count_nonzero(near))
        out = ELSEWHERE[seat][near][numpy.argsort(off)][: round(1 + (PIECES - 1) * self.level * generator.random())]
        free = HOME[seat][cells[HOME[seat]] == 0]
        cells[out] = cells[generator.permutation(free)[: PIECES - len(out)]] = seat + 1

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
    names = ("before", "moves", "policy", "after", "chances", "ended", "paid")
    found: dict[str, list[Any]] = {name: [] for name in names}
    for _ in range(STEPS):
        before, moves = pieces_of(batch), Moves(batch)
        chances = network.chances_after(before, moves)
        scores = worth(chances) / heat
        # To add what is distributed like this draws by the softmax.
        noise = -numpy.log(lessons.generator.standard_exponential(len(scores), numpy.float32) + 1e-30)
        chosen = moves.best(scores + noise)
        after = before.copy()
        after[lanes, moves.origins[chosen]] -= 1
        after[lanes, moves.targets[chosen]] += 1
        movers = batch.to_move.copy()
        batch.step(chosen - moves.offsets)
        terminated, rewards = batch.terminated.copy(), batch.rewards[lanes, movers]
        # What is broken off is worth what it seemed to be.
        results = numpy.stack([rewards > 0, rewards < 0], axis=1)
        paid = numpy.where(terminated[:, None], results, chances[chosen])
        ended = lessons.end(terminated, rewards != 0)
        for name, array in zip(names, (before, moves, scores, after, chances[chosen], ended, paid), strict=True):
            found[name].append(array)
    return found


def returns(chances: Array, ended: Array, paid: Array) -> Array:
    """TD(lambda): what the chances after each move should have been, but for the last, whose answer is not known yet.

    What the other wins is lost, and what the other loses is won.
    """
    wanted = numpy.zeros_like(chances[:-1])
    following = numpy.where(ended[-1][:, None], paid[-1], chances[-1])
    for step in reversed(range(len(wanted))):
        answered = DISCOUNT * (LAMBDA * following + (1 - LAMBDA) * chances[step + 1])[:, ::-1]
        wanted[step] = following = numpy.where(ended[step][:, None], paid[step], answered)
    return wanted


def learn(network: Network, played: dict[str, list[Any]], rate: float, generator: numpy.random.Generator) -> float:
    """Learn from some moves of self-play; the mean square of what was missing in the chances."""
    wanted = returns(*(numpy.stack(played[name]) for name in ("chances", "ended", "paid"))).reshape(-1, 2)
    after = numpy.concatenate(played["after"][:-1])
    missing = []
    for part in numpy.array_split(generator.permutation(len(wanted)), 8):
        pieces = after[part][:, MIRROR] if generator.random() < 0.5 else after[part]
        missing.append(network.learn_chances(pieces, wanted[part], rate))
    for step in generator.choice(STEPS, STEPS // 8, replace=False).tolist():
        moves = played["moves"][step]
        network.learn_policy(played["before"][step], moves, moves.softmax(played["policy"][step]), rate)
    return float(numpy.mean(missing))


Player = Callable[[Batch, Array], Array]
"""Chooses a move in each lane of a batch; only those in the lanes given count."""


def by_values(network: Network) -> Player:
    def choose(batch: Batch, _: Array) -> Array:
        moves = Moves(batch)
        return moves.best(network.values_after(pieces_of(batch), moves)) - moves.offsets

    return choose


def by_policy(network: Network) -> Player:
    def choose(batch: Batch, _: Array) -> Array:
        moves = Moves(batch)
        return moves.best(network.preferences(pieces_of(batch), moves)) - moves.offsets

    return choose


def looking_ahead(network: Network) -> Player:
    """Three moves ahead: some of the best moves by value, the best answer to each, and the best move after it."""

    def choose(batch: Batch, _: Array) -> Array:
        moves = Moves(batch)
        candidates = moves.candidates(network.values_after(pieces_of(batch), moves)) - moves.offsets
        scores = numpy.stack([worth_ahead(network, batch, choices) for choices in candidates])
        return candidates[scores.argmax(axis=0), numpy.arange(batch.lanes)]

    return choose


def worth_ahead(network: Network, batch: Batch, choices: Array) -> Array:
    """What a move in each lane is worth after the best answer and the best move after that."""
    line, lanes, movers = batch.clone(), numpy.arange(batch.lanes), batch.to_move.copy()
    found, open_lanes, discount = numpy.zeros(batch.lanes), numpy.ones(batch.lanes, bool), 1.0
    for answer in (choices, None):
        line.step(by_values(network)(line, lanes) if answer is None else answer)
        rewards = line.rewards[lanes, movers]
        ended = open_lanes & (line.terminated | line.truncated)
        found[ended] = discount * worth(numpy.stack([rewards > 0, rewards < 0], axis=1))[ended]
        open_lanes &= ~ended
        discount *= DISCOUNT
    moves = Moves(line)
    best = numpy.maximum.reduceat(network.values_after(pieces_of(line), moves), moves.offsets)
    return numpy.where(open_lanes, discount * best, found)


def of_the_package(name: str, games: int, seed: int) -> Player:
    players = [make_player(name, ludoteca.game(GAME), seed=seed + lane) for lane in range(games)]

    def choose(batch: Batch, lanes: Array) -> Array:
        choices = numpy.zeros(games, int)
        for lane in lanes.tolist():
            legal = batch.moves[batch.offsets[lane] : batch.offsets[lane + 1]]
            choices[lane] = int(numpy.flatnonzero(legal == players[lane].choose(batch.position(lane)))[0])
        return choices

    return choose


def share(player: Player, opponent: Player, games: int, seed: int) -> float:
    """The share of points against an opponent; half of the games with each seat. Long games are drawn."""
    batch = Batch(GAME, games, seed=seed, observations=True, max_moves=TEST_LENGTH, **OPTIONS)
    own_seat = numpy.arange(games) % PLAYERS
    points = numpy.full(games, numpy.nan)
    for ply in range(TEST_LENGTH):
        if ply < OPENING:
            choices = batch.random_choices()
        else:
            own, is_open = batch.to_move == own_seat, numpy.isnan(points)
            mine, theirs = numpy.flatnonzero(own & is_open), numpy.flatnonzero(~own & is_open)
            choices = numpy.where(own, player(batch, mine), opponent(batch, theirs))
        batch.step(choices)
        for lane in numpy.flatnonzero((batch.terminated | batch.truncated) & numpy.isnan(points)).tolist():
            points[lane] = (1 + numpy.sign(batch.rewards[lane, own_seat[lane]])) / 2
        if not numpy.isnan(points).any():
            break
    return float(points.mean())


def test(network: Network, games: int, seed: int) -> dict[str, float]:
    greedy = of_the_package("greedy", games, seed)
    return {
        "random": share(by_values(network), of_the_package("random", games, seed), games, seed),
        "greedy, looking ahead": share(looking_ahead(network), greedy, games, seed),
        "greedy, one move ahead": share(by_values(network), greedy, games, seed),
        "greedy, policy alone": share(by_policy(network), greedy, games, seed),
    }


class Crew:
    """Processes that play and learn side by side. After every round all have the mean of their weights."""

    def __init__(self, processes: int, seed: int) -> None:
        self.learner = Learner(seed)
        self.lines: list[Connection] = []
        for number in range(1, processes):
            here, there = multiprocessing.Pipe()
            multiprocessing.Process(target=serve, args=(there, seed + 1000 * number), daemon=True).start()
            self.lines.append(here)

    def round(self, left: float) -> float:
        """Some moves in every lane of every process, and what they teach; the mean square of what was missing."""
        weights = self.learner.network.weights
        for line in self.lines:
            line.send((weights, left))
        missing = self.learner.round(left)
        found = [weights] + [line.recv() for line in self.lines]
        self.learner.network.weights = {name: sum(each[name] for each in found) / len(found) for name in weights}
        return missing


class Learner:
    def __init__(self, seed: int) -> None:
        self.lessons, self.generator = Lessons(LANES, seed), numpy.random.default_rng(seed)
        self.network = Network(self.generator)

    def round(self, left: float) -> float:
        """Play and learn, the colder and the slower the less time is left."""
        heat, rate = (end * (begin / end) ** left for begin, end in (HEAT, RATE))
        return learn(self.network, self_play(self.lessons, self.network, heat), rate, self.generator)


def serve(line: Connection, seed: int) -> None:
    """Play and learn with the weights received, and send back what they became, as long as there is who asks."""
    learner, parent = Learner(seed), multiprocessing.parent_process()
    while parent and parent.is_alive():
        if line.poll(1):
            learner.network.weights, left = line.recv()
            learner.round(left)
            line.send(learner.network.weights)


def train(budget: float, seed: int, games: int, tests: int, processes: int, out: Path) -> None:
    """Learn for some seconds of each processor; the best network and the curve of its tests are written to a folder."""
    crew = Crew(processes, seed)
    mean, best = Network(crew.learner.generator), Network(crew.learner.generator)
    curve: list[dict[str, float]] = []
    begin, tested, rounds, gates, changes, missing = time.process_time(), 0.0, 0, 0, 0, 0.0
    while len(curve) < tests:
        spent = time.process_time() - begin - tested
        if spent >= budget * (gates + 1) / GATES:
            gates += 1
            if share(by_values(mean), by_values(best), GATE_GAMES, seed + gates) > GATE:
                best.weights = {name: w.copy() for name, w in mean.weights.items()}
                changes += 1
        if spent >= budget * (len(curve) + 1) / tests:
            paused = time.process_time()
            moves = rounds * LANES * STEPS * processes
            progress = {"moves": moves, "level": round(crew.learner.lessons.level, 2), "missing": round(missing, 5)}
            curve.append({"seconds": round(spent, 1), "bests": changes, **progress, **test(best, games, seed)})
            print(json.dumps(curve[-1]), flush=True)
            (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
            (out / "curve.svg").write_text(plot(curve), encoding="utf-8")
            numpy.savez(out / "network.npz", **best.weights)
            tested += time.process_time() - paused
        missing = crew.round(max(0.0, 1 - spent / budget))
        rounds += 1
        for name, w in crew.learner.network.weights.items():
            mean.weights[name] += (1 - MEMORY) * (w - mean.weights[name])


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
    colours = {
        "random": "#1b7837",
        "greedy, looking ahead": "#2166ac",
        "greedy, one move ahead": "#762a83",
        "greedy, policy alone": "#b2182b",
    }
    for number, (name, colour) in enumerate(colours.items()):
        places = (f"{50 + 550 * row['seconds'] / longest:.1f},{310 - 260 * row[name]:.1f}" for row in curve)
        parts.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = 50 + 270 * (number % 2), 18 + 20 * (number // 2)
        parts.append(f'<text x="{x}" y="{y}" fill="{colour}">against {name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=5.0, help="of each processor, tests not counted")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=200, help="in each test against a player")
    arguments.add_argument("--tests", type=int, default=4, help="how often it is tested while it learns")
    arguments.add_argument("--processes", type=int, default=2, help="that play and learn, each on a core of its own")
    arguments.add_argument("--out", type=Path, default=Path("build/self_play"), help="for the network and its curve")
    given = arguments.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    train(60 * given.minutes, given.seed, given.games, given.tests, given.processes, given.out)


if __name__ == "__main__":
    main()
