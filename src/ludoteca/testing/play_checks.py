"""Checks of moves, what they do to a position, and the end of a game."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterable
from random import Random

from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.search.perft import perft
from ludoteca.testing.requirements import (
    Fault,
    everything,
    raises,
    require,
    require_clause,
    require_ruling,
    require_same,
    sample,
)

UNDONE = 120
"""How many moves are taken back."""
TOLERANCE = 1e-9


def check_moves(position: Position, random: Random) -> None:
    """Legal moves are different numbers of 63 bits, and all that counts or tests moves agrees with them."""
    moves = position.legal_moves()
    for move, times in Counter(moves).items():
        require(0 <= move < 1 << 63, f"a legal move is the number {move}, not one of 63 bits")
        if times > 1:
            raise Fault(f"the move {position.move_text(move)} is {times} times among the legal moves")
    counted = perft(position, 1)
    require(counted == len(moves), f"perft counts {counted} moves, but there are {len(moves)}")
    for move in sample(moves, random):
        is_taken = position.accepts(move) and position.allows(move)
        require(is_taken, f"{position.move_text(move)} is among the legal moves, but is not allowed")


def check_state(position: Position, random: Random) -> None:
    """A game changes only attributes that `set_up` sets, and nothing that belongs to the class."""
    kind = type(position)
    before = copy.deepcopy(_containers(kind))
    for move in position.legal_moves()[:1]:
        position.play(move)
        position.outcome()
    for name, value in _containers(kind).items():
        require(value == before[name], f"a move changes {name} of the class {kind.__name__}: set it in set_up")


def _containers(kind: type) -> dict[str, object]:
    """What can be changed of a class of the game itself."""
    return {
        name: value
        for each in kind.__mro__
        for name, value in vars(each).items()
        if isinstance(value, list | dict | set) and not name.startswith("__")
    }


def check_replay(position: Position, random: Random) -> None:
    """The same moves from the start lead to the same position, however often they are played."""
    again = position.game.start(**position.options)
    try:
        for move in position.moves_played():
            require(again.allows(move), f"{move} was legal, but is not when the same moves are played again")
            again.play(move)
        require_same(everything(again), everything(position), "when the same moves are played again")
    except Fault as fault:
        raise Fault(f"{fault}: do moves() or apply() use random, or keep something outside the attributes?") from None


def check_undo(position: Position, random: Random) -> None:
    """Undo restores everything."""
    before = everything(position)
    for move in sample(before.legal_moves, random):
        text = position.move_text(move)
        position.play(move)
        position.undo()
        require_same(everything(position), before, f"after {text} is taken back")
    again = position.game.start(**position.options)
    early = len(before.moves_played) - UNDONE
    seen = []
    for ply, move in enumerate(before.moves_played):
        if ply >= early:
            seen.append(everything(again))
        again.play(move)
    while seen:
        position.undo()
        require_same(everything(position), seen.pop(), "after moves are taken back")
    if early <= 0:
        require(raises(IndexError, position.undo), "undo in the first position raises no IndexError")


def check_copies(position: Position, random: Random) -> None:
    """Copies are equal and share nothing."""
    _check_twins(position, (position.copy(), copy.copy(position), copy.deepcopy(position)), "a copy")


def check_pickling(position: Position, random: Random) -> None:
    """A position can be pickled, as matches and servers do between processes, and is the same when it is read back."""
    try:
        twin = pickle.loads(pickle.dumps(position))
    except Exception as error:
        raise Fault(f"the position cannot be pickled and read back: {type(error).__name__}: {error}") from error
    same = twin.game.name == position.game.name
    require(same, f"pickled and read back, {position.game.name} is {twin.game.name}: a module has one GAME")
    _check_twins(position, (twin,), "the position that was pickled and read back")


def _check_twins(position: Position, twins: Iterable[Position], name: str) -> None:
    before = everything(position)
    for twin in twins:
        require_same(everything(twin), before, f"in {name}")
        for move in before.legal_moves[:1]:
            text = position.move_text(move)
            twin.play(move)
            require(str(twin) != before.text, f"{text} changes nothing that the position text shows")
        while twin.moves_played():
            twin.undo()
        require_same(everything(position), before, f"after moves in {name}")


# Keys


def check_keys(position: Position, random: Random) -> None:
    """Positions have the same key exactly where the rules see the same position."""
    seen: dict[int, Position] = {}
    texts: dict[str, int] = {}
    for near in _nearby(position, random):
        text, key = str(near), near.key
        require(texts.setdefault(text, key) == key, f"two ways lead to {text}, but to different keys")
        other = seen.setdefault(key, near)
        if str(other) != text:
            _require_alike(other, near)


def _nearby(position: Position, random: Random) -> list[Position]:
    """Copies of positions up to three moves away; the same moves in another order often lead to the same position."""
    found = [position.copy()]
    first = sample(position.legal_moves(), random)
    for move in first:
        near = position.copy()
        near.play(move)
        found.append(near.copy())
        for _ in range(2):
            moves = near.legal_moves()
            if moves:
                near.play(random.choice([move for move in first if move in moves] or moves))
                found.append(near.copy())
    return found


def _require_alike(one: Position, other: Position) -> None:
    """Positions with different texts and one key: at the most a counter may differ."""
    difference = _difference(one, other)
    if not difference and not one.is_over() and not other.is_over():
        move = one.legal_moves()[0]
        one, other = one.copy(), other.copy()
        text = one.move_text(move)
        one.play(move)
        other.play(move)
        difference = _difference(one, other, f" after {text}")
        one.undo()
        other.undo()
    require(not difference, f"{one} and {other} have the same key, but {difference}")


def _difference(one: Position, other: Position, when: str = "") -> str:
    view = one.game.look.view
    if one.to_move != other.to_move:
        return f"another seat is to move{when}"
    if dict(view(one).units) != dict(view(other).units):
        return f"the boards differ{when}"
    if not one.is_over() and not other.is_over() and set(one.legal_moves()) != set(other.legal_moves()):
        return f"the legal moves differ{when}"
    return ""


# The end


def check_outcome(position: Position, random: Random) -> None:
    """A game is over exactly when it has an outcome; then nobody moves, and payoffs fit the seats and the winner."""
    outcome, moves = position.outcome(), position.legal_moves()
    if outcome is None:
        require(bool(moves), "there is no legal move, but outcome() says that the game goes on")
        require(not position.is_over(), "is_over() is true, but outcome() says that the game goes on")
        return
    require(not moves, f"the game is over ({outcome.reason}), but there are legal moves")
    require(position.is_over(), f"outcome() says that the game is over ({outcome.reason}), but is_over() is false")
    _require_payoffs(outcome, position.seats)
    require_clause(position.game, outcome.clause, "the game ends by")
    require(bool(outcome.reason) and len(outcome.reason.splitlines()) == 1, "the outcome needs one line as its reason")
    played = position.moves_played()
    if not played:
        return
    for text in ("a1a2", position.game.name):
        ruling = position.explain(text)
        require(ruling is not None, f"the game is over, but explain() finds nothing against {text}")
        require_ruling(position, text, ruling)
    position.undo()
    require(position.outcome() is None, "the last move is taken back, but the game is still over")
    position.play(played[-1])
    require(position.outcome() == outcome, f"the last move is played again, and the outcome is {position.outcome()}")


def _require_payoffs(outcome: Outcome, seats: int) -> None:
    payoffs, winner = outcome.payoffs, outcome.winner
    require(len(payoffs) == seats, f"there are {seats} seats, but the payoffs are {payoffs}")
    require(abs(sum(payoffs)) < TOLERANCE, f"the payoffs {payoffs} do not add up to 0")
    if winner is None:
        require(not any(payoffs), f"nobody wins, but the payoffs are {payoffs}; in a draw they are 0")
    else:
        require(winner in range(seats), f"the winner is {winner}, but seats are 0 to {seats - 1}")
        is_best = payoffs[winner] == 1 and payoffs.count(1) == 1
        require(is_best, f"the winner is seat {winner}, but the payoffs are {payoffs}; the winner has 1, alone")
