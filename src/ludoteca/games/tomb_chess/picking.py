"""How a move is picked on the board: squares in order, and words for what they do not tell."""

from ludoteca.core.look import Pick
from ludoteca.games.tomb_chess import board
from ludoteca.games.tomb_chess.board import GEOMETRY, KIND_NAMES, SQUARE
from ludoteca.games.tomb_chess.paths import bounce_stops, leap_between
from ludoteca.games.tomb_chess.position import TombChessPosition

NAMES = GEOMETRY.names


def pick(position: TombChessPosition, move: int) -> Pick:
    """Where it begins, each stop, and its marks in words."""
    form, origin = move & 15, SQUARE[move >> 8 & 255]
    cells: tuple[int, ...] = (origin,)
    words: list[str] = []
    if form == board.LEGS:
        cells, words = _legs(origin, move)
    elif form == board.BOUNCE:
        cells = (origin, *bounce_stops(position, move))
        words = ["bounce, then push"] if move >> 46 & 1 else ["bounce"]
    elif form == board.BREATH:
        words = ["breathe fire"]
    elif form == board.SWAP:
        cells, words = (origin, SQUARE[move >> 16 & 255]), ["change places"]
    elif form == board.ROTATION:
        size, quarters = move >> 16 & 7, move >> 19 & 3
        words = [f"turn the block of {size}x{size} with this south-west corner by {90 * quarters} degrees"]
    elif form == board.EXCHANGE:
        cells, words = (origin, SQUARE[move >> 16 & 255]), ["the king takes this place"]
    else:
        words = ["respawn the oldest here"]
    if move >> 5 & 7:
        words.append(f"become a {KIND_NAMES[move >> 5 & 7]}")
    if move & board.MIND:
        words.insert(0, "mind control")
    return Pick(cells, ", ".join(words))


def _legs(origin: int, move: int) -> tuple[tuple[int, ...], list[str]]:
    target, second, over = move >> 16 & 255, move >> 25 & 255, move >> 34 & 7
    cells: tuple[int, ...] = (origin, SQUARE[target])
    words: list[str] = []
    if move >> 24 & 1:
        words.append(f"push from {NAMES[SQUARE[target]]}")
    if second:
        cells = (*cells, SQUARE[second])
        if move >> 33 & 1:
            words.append(f"push from {NAMES[SQUARE[second]]}")
    if over:
        leap = leap_between(*cells[-2:])
        under = (move >> 8 & 255 if len(cells) == 2 else target) + board.UNDER[4 * leap + over - 1]
        words.append(f"capture on {NAMES[SQUARE[under]]} in the leap")
    return cells, words


def wish(position: TombChessPosition, squares: tuple[int, ...]) -> str:
    """A leg, a double move, or a bounce if there are more squares; of one square: a respawn, or a leg nowhere."""
    names = [NAMES[square] for square in squares]
    if len(names) == 1:
        is_empty = not position.state.unit_on(squares[0])
        return f"+{names[0]}" if is_empty else f"{names[0]}-{names[0]}"
    if len(names) <= 3:
        return "-".join(names)
    return f"{names[0]}-{'*'.join(names[1:])}"
