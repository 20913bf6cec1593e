"""What a game was worth to each seat after each move, which moves were mistakes, and what would have been better."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoteca.core.position import Position
from ludoteca.search.think import Limits, Thinker

MARKS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""Of how much of the win a move gives away, with two seats."""
LINE_PLIES = 8
MEGABYTES = 64


class Assessment(NamedTuple):
    """A position as a search sees it: what share of the win each seat may expect, and the best line."""

    shares: tuple[float, ...]
    line: tuple[int, ...] = ()
    has_choice: bool = True
    """Whether more than one move is legal."""


class ReviewedMove(NamedTuple):
    """A move, and what it did to the seat that made it."""

    number: int
    seat: int
    text: str
    shares: tuple[float, ...]
    """What each seat may expect after it."""
    loss: float
    """How much of the win it gave away."""
    mark: str = ""
    """`inaccuracy`, `mistake` or `blunder`."""
    better: tuple[str, ...] = ()
    """The line that was better, if there is a mark."""
    answer: tuple[str, ...] = ()
    """What the move allows, if there is a mark."""


class Review(NamedTuple):
    """A whole game."""

    first_shares: tuple[float, ...]
    moves: tuple[ReviewedMove, ...]
    accuracies: tuple[float | None, ...]
    """By seat, from 0 to 100; None for a seat that never had a choice."""


def review(
    position: Position, limits: Limits, on_assessed: Callable[[int], None] | None = None, threads: int = 1
) -> Review:
    """Review the game that led to a position; `limits` are for each move. `on_assessed` gets how many are left."""
    positions = positions_of(position)
    thinker = Thinker(position.game.evaluator, MEGABYTES, threads)
    assessments = []
    # From the end: what was found of later positions is remembered when earlier ones are searched.
    for each in reversed(positions):
        assessments.append(assess(each, limits, thinker))
        if on_assessed:
            on_assessed(len(positions) - len(assessments))
    return review_of(positions, assessments[::-1])


def positions_of(position: Position) -> list[Position]:
    """The positions of a game, from the first to this one."""
    found = [position.copy()]
    while found[-1].moves_played():
        found.append(found[-1].copy())
        found[-1].undo()
    return found[::-1]


def assess(position: Position, limits: Limits, thinker: Thinker) -> Assessment:
    if outcome := position.outcome():
        return Assessment(shares_of_payoffs(outcome.payoffs), has_choice=False)
    line = thinker.think(position, limits).lines[0]
    return Assessment(line.shares, line.moves, len(position.legal_moves()) > 1)


def shares_of_payoffs(payoffs: Sequence[float]) -> tuple[float, ...]:
    """1 to the winner, the same to all in a draw."""
    best = [payoff == max(payoffs) for payoff in payoffs]
    return tuple(is_best / sum(best) for is_best in best)


def review_of(positions: Sequence[Position], assessments: Sequence[Assessment]) -> Review:
    """The review of a game whose positions have been assessed, well or in a hurry."""
    played = positions[-1].moves_played()
    steps = zip(positions, played, assessments, assessments[1:], strict=False)
    moves = [_review_move(number, *step) for number, step in enumerate(steps, 1)]
    return Review(assessments[0].shares, tuple(moves), _accuracies(assessments, moves))


def _review_move(number: int, position: Position, move: int, before: Assessment, after: Assessment) -> ReviewedMove:
    seat = position.to_move
    is_best = before.line[:1] == (move,)
    loss = 0.0 if is_best else max(0.0, before.shares[seat] - after.shares[seat])
    mark = next((name for least, name in MARKS if _among_two(loss, position.seats) >= least), "")
    text = position.move_text(move)
    if not mark:
        return ReviewedMove(number, seat, text, after.shares, loss)
    replayed = position.copy()
    replayed.play(move)
    better, answer = line_texts(position, before.line), line_texts(replayed, after.line)
    return ReviewedMove(number, seat, text, after.shares, loss, mark, better, answer)


def _among_two(loss: float, seats: int) -> float:
    """A loss as large for a seat of two as this one is among many, where each has less to lose."""
    return loss * seats / 2


def line_texts(position: Position, line: Sequence[int]) -> tuple[str, ...]:
    """The first moves of a line as texts."""
    position = position.copy()
    texts = []
    for move in line[:LINE_PLIES]:
        texts.append(position.move_text(move))
        position.play(move)
    return tuple(texts)


def _accuracies(assessments: Sequence[Assessment], moves: Sequence[ReviewedMove]) -> tuple[float | None, ...]:
    seats = len(assessments[0].shares)
    found: list[list[float]] = [[] for _ in range(seats)]
    for before, move in zip(assessments, moves, strict=False):
        if before.has_choice:
            found[move.seat].append(accuracy_of(_among_two(move.loss, seats)))
    return tuple(sum(each) / len(each) if each else None for each in found)


def accuracy_of(loss: float) -> float:
    """100 for nothing given away; the curve that chess sites use."""
    return min(100.0, max(0.0, 103.167 * math.exp(-4.354 * loss) - 3.167))
