"""Finds the weights of the Xiangqi evaluation from games that it plays against itself.

    python tools/tune_xiangqi.py play GAMES FILE [SEED]     add positions and results of games to a file
    python tools/tune_xiangqi.py fit FILE...                fit the weights to them, and write weights.py

Needs NumPy. Play and fit by turns: games of better weights are better teachers.
"""

import sys
from array import array
from pathlib import Path
from random import Random
from typing import Any

from ludoteca.games.xiangqi import notation
from ludoteca.games.xiangqi.board import START
from ludoteca.games.xiangqi.evaluation import XiangqiEvaluator
from ludoteca.games.xiangqi.position import XiangqiPosition
from ludoteca.games.xiangqi.weights import END, MIDDLE
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.transposition import TranspositionTable

NODES = 4000
"""What each move of a game is thought about."""
LONGEST = 200
CLEAR = 1500
"""A game is decided when both sides have seen such a score for some moves."""
SCALE = 250.0
"""The score that means winning three times as often as losing, nearly."""
RESULT_SHARE = 0.6
"""How much the result of the game counts, against what the search thought."""
PULL = 2e-7
"""How strongly weights are held to what they were, for those that are seldom seen."""
WEIGHTS_PAGE = Path(notation.__file__).parent / "weights.py"


def think(position: XiangqiPosition, table: TranspositionTable, nodes: int) -> AlphaBeta:
    table.new_search()
    search = AlphaBeta(position.copy(), XiangqiEvaluator(), table)
    search.set_limits(0, nodes)
    search.run()
    return search


def play(games: int, path: str, seed: int) -> None:
    """Each line of the file: the result for Red, the score for Red, the position."""
    random = Random(seed)
    with open(path, "a", encoding="utf-8") as file:
        for _ in range(games):
            lines, result = play_one(random)
            for score, text in lines:
                file.write(f"{result} {score} {text}\n")
            file.flush()


def play_one(random: Random) -> tuple[list[tuple[int, str]], float]:
    position = notation.read_position(START)
    for _ in range(random.randrange(4, 12)):
        if position.is_over():
            break
        position.play(random.choice(position.legal_moves()))
    table = TranspositionTable(4)
    lines: list[tuple[int, str]] = []
    clear = 0
    while not position.is_over() and len(lines) < LONGEST:
        search = think(position, table, NODES)
        score = search.score if position.to_move == 0 else -search.score
        clear = clear + 1 if abs(score) >= CLEAR else 0
        if clear >= 6:
            return lines, 1.0 if score > 0 else 0.0
        # Only quiet positions teach: a capture that is due would be the search's merit.
        is_quiet = not position.is_in_check(position.to_move) and position.pieces.piece_at(search.best_move & 127) < 0
        if is_quiet and abs(score) < CLEAR:
            lines.append((score, notation.write_position(position)))
        position.play(search.best_move)
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return lines, 0.5
    return lines, 1.0 if outcome.winner == 0 else 0.0


def fit(paths: list[str]) -> None:
    import numpy

    evaluator = XiangqiEvaluator()
    # The features of a position are few: kept as rows of (feature, count).
    features, counts, starts, shares, targets = array("i"), array("f"), array("i"), array("f"), array("f")
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            result, score, text = line.split(" ", 2)
            seen, phase = evaluator.trace(notation.read_position(text))
            starts.append(len(features))
            for feature, count in enumerate(seen):
                if count:
                    features.append(feature)
                    counts.append(count)
            shares.append(phase / 16)
            thought = 1 / (1 + 10 ** (-float(score) / (2 * SCALE)))
            targets.append(RESULT_SHARE * float(result) + (1 - RESULT_SHARE) * thought)
    feature_row = numpy.array(features)
    count_row = numpy.array(counts, dtype=numpy.float64)
    start_row = numpy.array(starts)
    of_position = numpy.repeat(numpy.arange(len(starts)), numpy.diff(numpy.append(start_row, len(feature_row))))
    share, target = numpy.array(shares, dtype=numpy.float64), numpy.array(targets, dtype=numpy.float64)
    first = numpy.array([MIDDLE, END], dtype=numpy.float64)
    fitted = descend(numpy, first, feature_row, count_row, start_row, of_position, share, target)
    write(numpy.rint(fitted).astype(int).tolist())


def descend(
    numpy: Any, first: Any, feature: Any, count: Any, start: Any, of_position: Any, share: Any, target: Any
) -> Any:
    """Adam on the squared error of the expected result."""
    weights = first.copy()
    slope_mean, slope_square = numpy.zeros_like(weights), numpy.zeros_like(weights)
    factor = numpy.log(10) / (2 * SCALE)
    for turn in range(1, 301):
        middle = numpy.add.reduceat(weights[0][feature] * count, start)
        end = numpy.add.reduceat(weights[1][feature] * count, start)
        expected = 1 / (1 + numpy.exp(-factor * (middle * share + end * (1 - share))))
        error = expected - target
        if turn % 100 == 1:
            print(f"turn {turn}: mean squared error {numpy.mean(error**2):.6f} over {len(target)} positions")
        pull = error * expected * (1 - expected) * factor
        slope = numpy.empty_like(weights)
        for part, weight in enumerate((share, 1 - share)):
            slope[part] = numpy.bincount(feature, (pull * weight)[of_position] * count, weights.shape[1])
        slope = slope / len(target) + PULL * (weights - first)
        slope_mean = 0.9 * slope_mean + 0.1 * slope
        slope_square = 0.999 * slope_square + 0.001 * slope**2
        step = slope_mean / (1 - 0.9**turn) / (numpy.sqrt(slope_square / (1 - 0.999**turn)) + 1e-12)
        weights -= 1.0 * step if turn < 200 else 0.3 * step
    return weights


def write(weights: list[list[int]]) -> None:
    page = '"""What each thing that the evaluation sees is worth; a pawn is about 100. See `evaluation.py`."""\n\n'
    page += "# fmt: off\n"
    for name, row in zip(("MIDDLE", "END"), weights, strict=True):
        page += f"{name} = [\n"
        for begin in range(0, len(row), 10):
            page += "    " + ", ".join(map(str, row[begin : begin + 10])) + ",\n"
        page += "]\n"
    WEIGHTS_PAGE.write_text(page, encoding="utf-8")
    print(f"written to {WEIGHTS_PAGE}")


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "play":
        play(int(words[0]), words[1], int(words[2]) if len(words) > 2 else 1)
    else:
        fit(words)
