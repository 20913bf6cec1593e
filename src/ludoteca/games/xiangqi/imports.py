"""How other programs write Xiangqi: FEN with other letters and fields, ICCS in small letters, WXF, Chinese, files."""

import re
from collections.abc import Sequence

from ludoteca.core.dialect import Dialect
from ludoteca.games.xiangqi import spoken

OTHER_LETTERS = str.maketrans("GSgs", "KPkp")
"""General and soldier, as some call king and pawn."""
SIDES = {
    **dict.fromkeys(("w", "r", "red", "white", "红", "紅"), "w"),
    **dict.fromkeys(("b", "black", "黑"), "b"),
}
COUNT = re.compile(r"[0-9]{1,5}")
SAME_SIGNS = str.maketrans("＋－–−＝．包上下", "+---=.炮进退")
ICCS_POINT = re.compile(r"[A-I][0-9]", re.ASCII)
COORDINATES = re.compile(r"[A-Ia-i](10|[0-9])-?[A-Ia-i](10|[0-9])[+#]?")
WXF_WITH_OTHER_LETTERS = re.compile(r"[+-]?[GSgs][1-9+-]?[+=.-][1-9]")
PUNCTUATION = re.compile(r"[,，;；。、]+")
SPOKEN = re.compile(f"(?:{spoken.CHINESE.pattern}|{spoken.CHINESE_ORDER.pattern})+")


WXF_BEGIN = re.compile(r"\bSTART\s{0,9}\{")
WXF_END = re.compile(r"\}\s*END\s*")
WXF_HEADER = re.compile(r"^(RED|BLACK|DATE|EVENT|RESULT|FEN)[ \t]+(.*\S)", re.MULTILINE)
TAG = re.compile(r"\[DhtmlXQ_(\w+)\]([^\[]*)\[/DhtmlXQ_\1\]")
TAG_HEADERS = {"event": "Event", "date": "Date", "place": "Site", "red": "Red", "black": "Black"}
FIRST_PLACES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces whose places a tag of 64 digits tells; 99 stands for a piece that is off the board."""


def text(text: str) -> str:
    """A WXF file, or the tags of DhtmlXQ that Chinese sites show games by, in the form of PGN."""
    begin, end = WXF_BEGIN.search(text), text.rfind("}")
    if begin and WXF_END.fullmatch(text, max(end, 0)):
        about = text[: begin.start()]
        headers = "".join(_header(*header) for header in WXF_HEADER.findall(about))
        # The lines are kept, so that complaints name those of the file.
        return headers.replace("\n", " ") + "\n" * about.count("\n") + text[begin.end() : end]
    tags = dict(TAG.findall(text))
    moves = re.sub(r"\s", "", tags.get("movelist", ""))
    if not re.fullmatch(r"(?:[0-8][0-9][0-8][0-9])+", moves, re.ASCII):
        return text
    headers = "".join(_header(TAG_HEADERS[name], tags[name]) for name in TAG_HEADERS if tags.get(name, "").strip())
    first = [_point(moves[at : at + 2]) + _point(moves[at + 2 : at + 4]) for at in range(0, len(moves), 4)]
    return headers + _header("Format", "ICCS") + _fen_header(tags.get("binit", "")) + " ".join(first)


def _header(name: str, value: str) -> str:
    return f'[{name.title()} "{value.replace(chr(92), "").replace(chr(34), "").strip()}"]\n'


def _point(digits: str) -> str:
    """A file from 0 and a rank from Black's side, as ICCS has it."""
    return f"{'ABCDEFGHI'[int(digits[0])]}{9 - int(digits[1])}"


def _fen_header(places: str) -> str:
    """The first position, if it is told; Red is to move."""
    if not re.fullmatch(r"(?:[0-8][0-9]|99){32}", places, re.ASCII):
        return ""
    rows = [["1"] * 9 for _ in range(10)]
    for piece, file, rank in zip(FIRST_PLACES, places[::2], places[1::2], strict=True):
        if file + rank != "99":
            rows[int(rank)][int(file)] = piece
    fen = "/".join("".join(row) for row in rows)
    return _header("Fen", re.sub("1+", lambda gap: str(len(gap[0])), fen) + " w")


def position(text: str) -> str:
    """A FEN with the letters, the side and the counters of this package."""
    board, *fields = text.split()
    side, *rest = fields or ["w"]
    counts = [field for field in rest if COUNT.fullmatch(field)]
    if side.lower() not in SIDES or len(counts) > 2 or any(field not in (*counts, "-") for field in rest):
        return text
    quiet, number = (*counts, *("0", "1")[len(counts) :])
    return f"{board.translate(OTHER_LETTERS)} {SIDES[side.lower()]} - - {int(quiet)} {max(1, int(number))}"


def words(word: str) -> Sequence[str]:
    """The moves in a word; a number alone is that of a move."""
    found: list[str] = []
    for part in PUNCTUATION.split(word):
        # One character for one, so that each move can be cut out as it was written.
        plain = _with_plain_signs(part).translate(spoken.ALSO_READ)
        if SPOKEN.fullmatch(plain):
            found += (part[at : at + 4] for at in range(0, len(part), 4))
        elif part and not part.isdigit():
            found.append(part)
    return found


def _with_plain_signs(text: str) -> str:
    plain = text.translate(SAME_SIGNS)
    return plain.translate(OTHER_LETTERS) if WXF_WITH_OTHER_LETTERS.fullmatch(plain) else plain


def _capitals(text: str) -> str:
    return text.upper() if COORDINATES.fullmatch(text) else _with_plain_signs(text)


def _small_letters(text: str) -> str:
    return text.lower() if COORDINATES.fullmatch(text) else _with_plain_signs(text)


def cell(text: str) -> str:
    """A point of ICCS, H2, by its name here, h3."""
    return f"{text[0].lower()}{int(text[1]) + 1}" if ICCS_POINT.fullmatch(text) else text


DIALECT = Dialect(
    text=text,
    position=position,
    words=words,
    cell=cell,
    # Small letters are coordinates and capitals are ICCS, as everywhere here, unless that gives no game.
    moves={"": _with_plain_signs, "iccs": _capitals, "coordinates": _small_letters},
    results={
        **dict.fromkeys(("红胜", "紅勝", "红先胜", "紅先勝"), "1-0"),
        **dict.fromkeys(("黑胜", "黑勝", "红先负", "紅先負"), "0-1"),
        **dict.fromkeys(("和棋", "平局", "红先和", "紅先和"), "1/2-1/2"),
    },
)
