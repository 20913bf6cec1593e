"""Compare the rules with the slow reference, and print the differences sorted by kind.

The numbers are the first seed, how many seeds, and plies of each:

    python -m tests.tomb_chess.comparison games 0 5 100
    python -m tests.tomb_chess.comparison crowded 0 200 3
"""

import re
import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from random import Random

import ludoteca
from ludoteca.core.ruling import InvalidPosition
from tests.tomb_chess import reference
from tests.tomb_chess.reference.effects import is_king_safe
from tests.tomb_chess.reference.geometry import NEAR, SQUARES, file_of, rank_of
from tests.tomb_chess.reference.position import OTHER, Grave, State, new_unit

GAME = ludoteca.game("tomb-chess")
WINNERS = {0: "S", 1: "N", None: "draw"}
FORMS = (
    ("respawn", r"\+"),
    ("mind control", r"~"),
    ("rotation", r"rot:"),
    ("breath", r".*!"),
    ("swap", r".*/"),
    ("exchange", r".*\^"),
    ("knight's leap", r".*x"),
    ("bounce", r".*\*"),
    ("double", r"\w+>?-\w+>?-"),
    ("single", r""),
)


def form(move):
    name = next(name for name, pattern in FORMS if re.match(pattern, move))
    return f"{name} with push" if ">" in move else name


def differences(position, slow, random=None, samples=40):
    """(kind, what) of each difference between a position of the package and a state of the reference, and the moves.

    The positions after all moves are compared, or after some if `random` is given.
    """
    if str(position) != reference.text(slow):
        return [("text", f"{position} | {reference.text(slow)}")], {}
    found = []
    following = reference.legal_moves(slow)
    moves = {position.move_text(move): move for move in position.legal_moves()}
    found += [(f"missing {form(text)}", text) for text in sorted(following.keys() - moves.keys())]
    found += [(f"too many {form(text)}", text) for text in sorted(moves.keys() - following.keys())]
    ended = position.outcome()
    result = ended and (WINNERS[ended.winner], ended.clause)
    if result != reference.outcome(slow):
        found.append(("outcome", f"{result} for {reference.outcome(slow)}"))
    both = sorted(moves.keys() & following.keys())
    for text in random.sample(both, min(samples, len(both))) if random else both:
        position.push_text(text)
        if str(position) != reference.text(following[text]):
            found.append((f"after {form(text)}", f"{text}: {position} for {reference.text(following[text])}"))
        position.undo()
    return found, following


def choose(texts, random):
    """Each form of move is as likely as any other, for there is more to go wrong in the rare ones."""
    by_form = defaultdict(list)
    for text in texts:
        by_form[form(text)].append(text)
    return random.choice(by_form[random.choice(sorted(by_form))])


def game(random, plies, start=None, without=()):
    """Differences at each ply of a random game, with the position's text; `without` names options that are off."""
    options = dict.fromkeys(without, False)
    position = GAME.parse(start, **options) if start else GAME.start(**options)
    slow = reference.parse(str(position), without=frozenset(without))
    for _ in range(plies):
        found, following = differences(position, slow, random)
        yield str(position), found
        common = [text for text in sorted(following) if (f"missing {form(text)}", text) not in found]
        if not common:
            break
        text = choose(common, random)
        position.push_text(text)
        slow = following[text]
        if str(position) != reference.text(slow):
            break


def crowded(random, without=()):
    """A position text rich in tombs, walls, jesters and states, the units often in one part of the board."""
    while True:
        state = placed(random)
        if "tombs" in without:
            state.graves.clear()
        if is_king_safe(state, OTHER[state.side]):
            with suppress(InvalidPosition):
                return str(GAME.parse(reference.text(state), **dict.fromkeys(without, False)))


def placed(random):
    """One in six has all units on the edge, where nothing rotates, and those of the side to move resting (T4.5)."""
    side = random.choice("SN")
    is_resting = random.random() < 1 / 6
    area = edge() if is_resting else part_of_the_board(random)
    random.shuffle(area)
    kinds = "".join(kind * random.choice((0, 1, 4)) for kind in "NBRDJQ") + "PPPP"
    letters = "KkPp" + "".join(random.choices(kinds + kinds.lower(), k=random.randint(4, min(36, len(area) // 3))))
    units = {area.pop(): new_unit(letter, number) for number, letter in enumerate(letters)}
    walls = {area.pop(): random.choice((1, 2)) for _ in range(random.choice((0, 1, 3, len(area) // 4)))}
    kings = [at for at, unit in units.items() if unit.kind == "K"]
    graves = {}
    for at in random.sample(random.choice((SQUARES, NEAR[random.choice(list(units))], NEAR[random.choice(kings)])), 3):
        queue = "".join(random.choices("PpNnBbRrDdJjQq", k=random.randint(1, 3)))
        graves[at] = Grave(queue, random.random() < 0.5)
    for at in units:
        units[at] = with_states(units[at], random)
        if is_resting and units[at].side == side:
            units[at] = replace(units[at], resting=True)
    rooks = [at for at in units if units[at].kind == "R"]
    has_pushed = rooks and any(unit.pushed for unit in units.values())
    pusher = random.choice(rooks) if has_pushed else None
    return State(units, side, walls, graves, pusher, random.choice((1, 30, 500)))


def edge():
    return [at for at in SQUARES if len(NEAR[at]) < 8]


def part_of_the_board(random):
    centre, reach = random.choice(SQUARES), random.choice((3, 4, 6, 12))
    return [
        at for at in SQUARES if max(abs(file_of(at) - file_of(centre)), abs(rank_of(at) - rank_of(centre))) <= reach
    ]


def with_states(unit, random):
    ranges = {"P": (1, 1, 1, 2, 3, 5), "N": (3,), "J": (3,), "K": (1,)}.get(unit.kind, (12, 12, 10, 7, 4, 2))
    return replace(
        unit,
        range=random.choice(ranges),
        resting=random.random() < 0.1,
        paralysed=random.choice((0,) * 12 + (1, 2)) * (unit.kind != "K"),
        pushed=random.random() < 0.05 and unit.kind not in "RK",
    )


def main(mode, *numbers):
    first, count, plies = map(int, numbers)
    by_kind = defaultdict(list)
    positions = 0
    for seed in range(first, first + count):
        random = Random(f"{mode} {seed}")
        for text, found in game(random, plies, crowded(random) if mode == "crowded" else None):
            positions += 1
            for kind, what in found:
                by_kind[kind].append(f"{what}\n        in {text}")
    print(f"{positions} positions")
    for kind, shown in sorted(by_kind.items()):
        print(f"{kind}: {len(shown)}")
        for line in Random(0).sample(shown, min(4, len(shown))):
            print(f"    {line}")


if __name__ == "__main__":
    main(*sys.argv[1:])
