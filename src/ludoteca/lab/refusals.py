"""Which clauses forbid what is tried at a position, found by systematic wishes.

A wish is what a hand can pick on a page: each unit to each cell, each word alone and with cells, and legal moves with
another end. They are asked of the rules as a page asks why a move is refused.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludoteca.core.look import Picks
from ludoteca.core.plain_game import PlainGame
from ludoteca.core.position import Position
from ludoteca.core.ruling import Ruling

MOST = 400
"""How many wishes are tried at a position: in some games there are thousands, and each may take a millisecond."""
MOST_SHOWN = 100
"""How many legal moves are looked at for the shapes that moves have."""


class Refused(NamedTuple):
    """What was forbidden of all that was tried at a position.

    Attributes:
        tried: How many wishes were tried, legal ones among them. What is no move at all is none.
        counts: By clause, how many of them it forbade.
        examples: By clause, the first wish that it forbade: a move text, or picks if no text tells them.
    """

    tried: int
    counts: Counter[str]
    examples: Mapping[str, str]


def refusals_at(position: Position, most: int = MOST) -> Refused:
    """Try what could be wished at a position, at most so much; always the same. Nothing is tried in a finished game."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    if position.is_over():
        return Refused(0, counts, examples)
    seen: set[str] = set()
    formless = 0
    about_form = _about_form(position)
    for picks in _wishes(position, most):
        text = position.game.look.text_of_picks(position, picks)
        told = _picked(position, picks) if isinstance(text, Ruling) else text
        if told in seen:
            continue
        seen.add(told)
        ruling = text if isinstance(text, Ruling) else position.explain(text)
        if ruling and ruling.clause in about_form:
            formless += 1
        elif ruling and ruling.clause:
            counts[ruling.clause] += 1
            examples.setdefault(ruling.clause, told)
    return Refused(len(seen) - formless, counts, examples)


def _about_form(position: Position) -> set[str]:
    """What says how moves are written, such as a chapter on notation: no rule forbids what is no move at all."""
    game = position.game
    return {*game.rules.chapters, *([game.derived_clause("text")] if isinstance(game, PlainGame) else [])}


def _picked(position: Position, picks: Picks) -> str:
    names = position.game.look.sheet(position.options).geometry.names
    return " ".join(names[pick] if isinstance(pick, int) else pick for pick in picks)


def _wishes(position: Position, most: int) -> Iterator[Picks]:
    """From each group of wishes some, evenly, so that none is left out for another."""
    groups = [group for group in _groups(position) if group]
    left = most
    # Small groups first: what they leave is shared by the others.
    for index, group in enumerate(sorted(groups, key=len)):
        chosen = _evenly(group, left // (len(groups) - index))
        left -= len(chosen)
        yield from chosen


def _evenly(items: Sequence[Picks], most: int) -> list[Picks]:
    count = min(most, len(items))
    return [items[index * len(items) // count] for index in range(count)]


def _groups(position: Position) -> list[list[Picks]]:
    look = position.game.look
    sheet = look.sheet(position.options)
    cells = range(len(sheet.geometry))
    units = {cell: sheet.glyphs[name].seat for cell, name in sorted(look.view(position).units.items())}
    own = [cell for cell, seat in units.items() if seat is None or seat == position.to_move]
    others = [cell for cell in units if cell not in own]
    shapes = _shapes(position)
    words = sorted({*look.clauses, *look.words, *(pick for shape in shapes for pick in shape if isinstance(pick, str))})
    return [
        [(word,) for word in words],
        [(cell,) for cell in cells],
        [(word, cell) for word in words for cell in cells],
        [(unit, word) for word in words for unit in own],
        [(unit, word, target) for word in words for unit in own for target in units if target != unit],
        [(unit, target) for unit in own for target in cells if target != unit],
        [(unit, target) for unit in others for target in cells[: unit + 2][-2:] if target != unit],
        list(_with_other_ends(shapes.values(), cells)),
    ]


def _shapes(position: Position) -> dict[Picks, Picks]:
    """The first legal picks of each shape: which of them are words, and how many cells there are."""
    moves = position.legal_moves()
    count = min(MOST_SHOWN, len(moves))
    found: dict[Picks, Picks] = {}
    for index in range(count):
        picks = position.game.look.picks(position, moves[index * len(moves) // count])
        found.setdefault(tuple(pick if isinstance(pick, str) else 0 for pick in picks), picks)
    return found


def _with_other_ends(shapes: Iterable[Picks], cells: range) -> Iterator[Picks]:
    """Legal picks with another last cell."""
    for picks in shapes:
        last = max((place for place, pick in enumerate(picks) if isinstance(pick, int)), default=0)
        if last:
            yield from ((*picks[:last], cell, *picks[last + 1 :]) for cell in cells)
