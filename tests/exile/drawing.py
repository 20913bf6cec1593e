"""Boards drawn in tests: the south-west part of the board, north at the top; the rest is empty.

Flags that a test does not speak of lie in the north-east, out of the way.
"""

import ludoteca

GAME = ludoteca.game("exile")
FILES = "abcdefghijkl"
FIELDS = ("mode", "pieces", "to_move", "flags", "exile", "spawned", "quiet", "round", "flags_to_win")


def draw(picture, to_move=1, flags="", exile="", spawned="-", quiet=0, number=1, mode="classic", wins=0, **options):
    """`flags` such as "1b2* 3c4", `exile` such as "1:2+0"; what is left out is as at a start."""
    return GAME.parse(text_of(picture, to_move, flags, exile, spawned, quiet, number, mode, wins), **options)


def text_of(picture, to_move=1, flags="", exile="", spawned="-", quiet=0, number=1, mode="classic", wins=0):
    size = 12 if mode.endswith("infinite") else 9
    seats = "13" if mode.startswith("duel") else "1234"
    lines = ["".join(line.split()) for line in picture.strip().splitlines()]
    rows = ["." * size] * (size - len(lines)) + [line.ljust(size, ".") for line in lines]
    places = {seat: f"{FILES[size - 4 + index]}{size}" for index, seat in enumerate(seats)}
    places.update({word[0]: word[1:] for word in flags.split()})
    pools = dict.fromkeys(seats, "0+0")
    pools.update(word.split(":") for word in exile.split())
    told = ",".join(seat + places[seat] for seat in seats)
    fields = (mode, "/".join(rows), to_move, told, ",".join(pools.values()), spawned, quiet, number)
    return " ".join(map(str, (*fields, wins or (2 if len(seats) == 2 else 3))))


def moves(position):
    return {position.move_text(move) for move in position.legal_moves()}


def slides(position, origin):
    return {text for text in paths(position, origin) if is_slide(text)}


def jumps(position, origin):
    return {text for text in paths(position, origin) if not is_slide(text)}


def paths(position, origin):
    return {text for text in moves(position) if tiles_in(text)[0] == origin and text[0] != "@"}


def spawns(position):
    return {text[1:] for text in moves(position) if text[0] == "@"}


def is_slide(text):
    """Of two tiles whose files and ranks differ by one at the most, across the seams too."""
    tiles = tiles_in(text)
    if len(tiles) != 2:
        return False
    (x, y), (other_x, other_y) = (place(tile) for tile in tiles)
    return abs(x - other_x) in (0, 1, 11) and abs(y - other_y) in (0, 1, 11)


def tiles_in(text):
    """The tiles that a move names; of a pass, one that is none."""
    found = []
    for character in text.removeprefix("@"):
        if character in FILES and text != "pass":
            found.append("")
        if found:
            found[-1] += character
    return found or ["pass"]


def place(tile):
    return FILES.index(tile[0]), int(tile[1:]) - 1


def cell(position, tile):
    """The number of a tile: a1 is 0, b1 is 1."""
    x, y = place(tile)
    return x + y * (12 if str(position).split()[0].endswith("infinite") else 9)


def cells(position, *tiles):
    return tuple(cell(position, tile) for tile in tiles)


def play(position, texts):
    """The position after the moves, each checked."""
    for text in texts.split():
        position.push_text(text)
    return position


def told(position, field):
    return str(position).split()[FIELDS.index(field)]


def flag(position, seat):
    """The tile of a flag, with `*` if it is held."""
    return next(word[1:] for word in told(position, "flags").split(",") if word[0] == str(seat))


def pool(position, seat):
    seats = "13" if str(position).startswith("duel") else "1234"
    return told(position, "exile").split(",")[seats.index(str(seat))]


def piece(position, tile):
    """The digit on a tile, or `.`."""
    x, y = place(tile)
    return told(position, "pieces").split("/")[-1 - y][x]


def steps(position, text):
    """What a move tells, one line each: verb, unit, tiles."""
    size = 12 if str(position).split()[0].endswith("infinite") else 9
    lines = []
    for step in position.steps(position.parse_move(text)):
        names = "".join(f"{FILES[cell % size]}{cell // size + 1}" for cell in step.cells)
        lines.append(f"{step.verb} {step.unit} {names}")
    return lines
