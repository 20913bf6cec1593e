"""How Xiangqi is drawn: pieces on the crossings of lines, a river, two palaces."""

from ludoteca.core.look import Edges, Glyph, Label, Line, Look, Mark, Picks, Pool, Seat, Sheet, Step, View
from ludoteca.core.message import translatable
from ludoteca.games.xiangqi import layout
from ludoteca.games.xiangqi.board import BLACK, FILES, GEOMETRY, KIND_NAMES, KINDS, LETTERS, POINTS, RANKS, RED, SET
from ludoteca.games.xiangqi.notes import notes
from ludoteca.games.xiangqi.position import XiangqiPosition
from ludoteca.games.xiangqi.spoken import DIGITS, file_number

CHARACTERS = "帥仕相傌俥炮兵將士象馬車砲卒"
PICTURES = ("general", "guard", "elephant", "horse", "cart", "cannon", "soldier")
SEATS = (Seat("Red", (200, 40, 40), shape=0), Seat("Black", (40, 40, 40), 180, shape=0))

GLYPHS = {
    letter: Glyph(
        letter,
        KIND_NAMES[piece % KINDS],
        piece // KINDS,
        {"chinese": CHARACTERS[piece]},
        PICTURES[piece % KINDS],
    )
    for piece, letter in enumerate(LETTERS)
}


def lines() -> tuple[Line, ...]:
    """Ranks; files, which stop at the river but for the outer two; the diagonals of the palaces."""
    at = GEOMETRY.at
    found = [Line(at(0, y), at(FILES - 1, y)) for y in range(RANKS)]
    for x in range(FILES):
        if x in (0, FILES - 1):
            found.append(Line(at(x, 0), at(x, RANKS - 1)))
        else:
            found += [Line(at(x, 0), at(x, 4)), Line(at(x, 5), at(x, RANKS - 1))]
    for low in (0, RANKS - 3):
        found += [Line(at(3, low), at(5, low + 2)), Line(at(3, low + 2), at(5, low))]
    return tuple(found)


def corners() -> tuple[int, ...]:
    """Where cannons and pawns start."""
    cannons = [GEOMETRY.at(x, y) for y in (2, RANKS - 3) for x in (1, FILES - 2)]
    return tuple(cannons + [GEOMETRY.at(x, y) for y in (3, RANKS - 4) for x in range(0, FILES, 2)])


def edges() -> dict[str, Edges]:
    """X4: the files and ranks of ICCS; the files of WXF and Chinese, which each side counts from its right."""
    red, black = ([file_number(side, x) for x in range(FILES)] for side in (RED, BLACK))
    above = "".join(map(str, black))
    chinese = Edges("".join(DIGITS[number - 1] for number in red), above)
    wxf = Edges("".join(map(str, red)), above)
    return {
        "iccs": Edges("ABCDEFGHI", left="0123456789"),
        "wxf": wxf,
        "chinese": chinese,
        "traditional chinese": chinese,
    }


SHEET = Sheet(
    geometry=GEOMETRY,
    style="points",
    glyphs=GLYPHS,
    seats=SEATS,
    lines=lines(),
    labels=(Label("楚河", 2, 4.5), Label("漢界", 6, 4.5)),
    corners=corners(),
    edges=edges(),
)


def view(position: XiangqiPosition) -> View:
    pieces = map(position.pieces.piece_at, range(POINTS))
    units = {point: LETTERS[piece] for point, piece in enumerate(pieces) if piece >= 0}
    marks = []
    played = position.moves_played()
    if played:
        marks += [Mark("last", layout.origin(played[-1])), Mark("last", layout.target(played[-1]))]
    for side in (0, 1):
        if position.is_in_check(side):
            marks.append(Mark("check", position.pieces.general_of(side)))
    return View(units, tuple(marks), pools=captured(units))


def captured(units: dict[int, str]) -> tuple[Pool, ...]:
    """What each side has lost."""
    if len(units) == 2 * sum(SET):
        return ()
    left = "".join(units.values())
    pools = []
    for side in (0, 1):
        letters = LETTERS[side * KINDS : side * KINDS + KINDS]
        lost = "".join([letter * (SET[kind] - left.count(letter)) for kind, letter in enumerate(letters)])
        if lost:
            pools.append(Pool(translatable("lost"), side, tuple(lost)))
    return tuple(pools)


def picks(position: XiangqiPosition, move: int) -> Picks:
    return layout.origin(move), layout.target(move)


def text_of_picks(position: XiangqiPosition, picks: Picks) -> str:
    return "".join(pick if isinstance(pick, str) else GEOMETRY.names[pick] for pick in picks)


def steps(position: XiangqiPosition, move: int) -> tuple[Step, ...]:
    """The piece goes, over the points between on a line or by its leg or eye; then the captured piece dies."""
    origin, target = layout.origin(move), layout.target(move)
    mover, captured = position.pieces.piece_at(origin), position.pieces.piece_at(target)
    went = Step("go", LETTERS[mover], (origin, target))
    return (went, Step("die", LETTERS[captured], (target,))) if captured >= 0 else (went,)


LOOK = Look(
    lambda options: SHEET,
    view,
    picks,
    text_of_picks,
    faces=("text", translatable("chinese")),
    asks_for_face=True,
    notes=notes,
)
