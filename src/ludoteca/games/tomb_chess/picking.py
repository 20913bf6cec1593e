"""How a move is picked by hand: squares to click, and a word for each ability that squares alone do not tell."""

from ludoteca.core.geometry import OFF
from ludoteca.core.look import Picks
from ludoteca.core.ruling import Ruling
from ludoteca.games.tomb_chess import board, layout
from ludoteca.games.tomb_chess.board import GEOMETRY, KIND_NAMES, LETTERS
from ludoteca.games.tomb_chess.moves.parts import MoveParts, decode
from ludoteca.games.tomb_chess.position import TombChessPosition

NAMES = GEOMETRY.names
ABILITIES = {layout.BOUNCE: "bounce", layout.BREATH: "breathe", layout.SWAP: "swap", layout.EXCHANGE: "exchange"}
CAPTURE = "capture "
TURNS = {1: "turn 90°", 2: "turn 180°", 3: "turn 270°"}
LETTER_OF = {name: LETTERS[kind] for kind, name in enumerate(KIND_NAMES)}
CLAUSES = {
    "bounce": "T7.1",
    "breathe": "T14.2",
    "swap": "T14.5",
    "exchange": "T14.7",
    "control": "T14.3",
    "rotate": "T14.6",
    "respawn": "T9.1",
    "push": "T10.1",
    **dict.fromkeys(TURNS.values(), "T14.6"),
    **{KIND_NAMES[kind]: "T15.2" for kind in board.PROMOTIONS},
}


def picks(position: TombChessPosition, move: int) -> Picks:
    """The unit, its ability if it uses one, where it goes, and what is to be chosen then.

    A block is turned by picking its south-western corner and then the one across.
    """
    parts = decode(position.state, move)
    if parts.move_type == layout.ROTATION:
        across = GEOMETRY.step(parts.origin, (parts.size - 1, parts.size - 1))
        return "rotate", parts.origin, across, TURNS[parts.quarters]
    if parts.move_type == layout.RESPAWN:
        return "respawn", parts.origin
    return (("control",) if parts.is_control else ()) + _unit_picks(parts)


def _unit_picks(parts: MoveParts) -> Picks:
    found: list[int | str] = [parts.origin]
    if parts.move_type != layout.LEGS:
        found.append(ABILITIES[parts.move_type])
    for number, target in enumerate(parts.targets):
        found.append(target)
        if parts.move_type == layout.LEGS and parts.pushes[number]:
            found.append("push")
    if parts.move_type == layout.BOUNCE and parts.pushes[0]:
        found.append("push")
    if parts.captured >= 0:
        found.append(CAPTURE + NAMES[parts.captured])
    if parts.promotion:
        found.append(KIND_NAMES[parts.promotion])
    return tuple(found)


def text_of(position: TombChessPosition, picks: Picks) -> str | Ruling:
    """The text of what was picked, legal or not."""
    squares = [NAMES[pick] for pick in picks if isinstance(pick, int)]
    words = [pick for pick in picks if isinstance(pick, str)]
    if "rotate" in words:
        return _rotation_text([pick for pick in picks if isinstance(pick, int)], words)
    if "respawn" in words:
        return "+" + "".join(squares[:1])
    if words == ["control"] and len(squares) == 1:
        # Where it would go does not matter: no move of it can be asked for.
        return f"~{squares[0]}-{NAMES[_beside(GEOMETRY.cell(squares[0]))]}"
    control = "~" if "control" in words else ""
    if "breathe" in words:
        return f"{control}{''.join(squares[:1])}!"
    if "bounce" in words and len(squares) == 2:
        return _no_bounce(position, *squares)
    for word, sign in (("swap", "/"), ("exchange", "^")):
        if word in words:
            return control + sign.join(squares) + _ending(words)
    return control + _path_text(picks, "*" if "bounce" in words else "-") + _ending(words)


def _no_bounce(position: TombChessPosition, origin: str, corner: str) -> Ruling:
    """Why no line from a square turns on another one: the move ends there, or nothing is in its way."""
    square = GEOMETRY.cell(corner)
    around = (GEOMETRY.step(square, way) for way in board.DIRECTIONS)
    rulings = (position.explain(f"{origin}-{corner}*{NAMES[beyond]}") for beyond in around if beyond != OFF)
    for ruling in rulings:
        if ruling and ruling.clause in ("T7.5", "T7.9"):
            return ruling
    message = f"no line from {origin} turns on {corner}: pick an empty square before an obstacle first"
    return Ruling("T7.1", message, (square,))


def _beside(square: int) -> int:
    return square + 1 if square % board.FILES == 0 else square - 1


def _rotation_text(squares: list[int], words: list[str]) -> str | Ruling:
    """A corner alone stands for the smallest block on it."""
    files = [square % board.FILES for square in squares] or [0]
    ranks = [square // board.FILES for square in squares] or [0]
    corner = NAMES[min(ranks) * board.FILES + min(files)]
    wide, high = max(files) - min(files) + 1, max(ranks) - min(ranks) + 1
    size = 2 if len(squares) == 1 else wide
    if len(squares) > 1 and (wide != high or wide not in (2, 3, 4)):
        shape = f"{wide}x{high} squares are no block"
        message = f"{shape}: it has 2x2, 3x3 or 4x4; pick its south-western corner, then the one across"
        return Ruling("T14.6", message, tuple(squares))
    quarters = next((quarters for quarters, word in TURNS.items() if word in words), 1)
    return f"rot:{corner}:{size}:{90 * quarters}"


def _path_text(picks: Picks, joint: str) -> str:
    """Squares with a dash after the first and the joint after the others, and `>` where something is pushed."""
    text = ""
    count = 0
    for pick in picks:
        if isinstance(pick, int):
            text += ("" if not count else "-" if count == 1 else joint) + NAMES[pick]
            count += 1
        elif pick == "push":
            text += ">"
    return text


def _ending(words: list[str]) -> str:
    """What is captured under a leap, and what a pawn becomes."""
    captured = "".join(f"x{word.removeprefix(CAPTURE)}" for word in words if word.startswith(CAPTURE))
    return captured + "".join(f"={LETTER_OF[word]}" for word in words if word in LETTER_OF)
