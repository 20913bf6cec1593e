"""Position texts from observations: what is missing in the planes would be missing in the text."""

from ludoteca.core.encoding import turned_cells
from ludoteca.games.chinese_checkers import board as star
from ludoteca.games.chinese_checkers.encoding import grid_place
from ludoteca.games.exile import board as exile_board
from ludoteca.games.tomb_chess import board as tomb_board
from ludoteca.games.xiangqi import board as xiangqi_board


class Shown:
    """The planes of an observation by their names, each by the cells of the unturned board."""

    def __init__(self, planes, observation, sheet, to_move, place=lambda cell: cell):
        turned = turned_cells(sheet.geometry, sheet.scale, sheet.seats[to_move].turn)
        self.places = [place(turned[cell]) for cell in range(len(sheet.geometry))]
        self.unturned = {self.places[cell]: cell for cell in range(len(sheet.geometry))}
        self.bytes = {plane.name: each.reshape(-1).tolist() for plane, each in zip(planes, observation, strict=True)}

    def at(self, name, cell):
        return self.bytes[name][self.places[cell]]

    def cells(self, name):
        return [cell for cell, place in enumerate(self.places) if self.bytes[name][place]]

    def number(self, name):
        return self.bytes[name][self.places[0]]

    def two_bytes(self, name):
        return self.number(name) + 256 * self.number(f"{name} high")


def runs(characters):
    """Dots as numbers."""
    text, count = "", 0
    for character in [*characters, ""]:
        if character == ".":
            count += 1
            continue
        text += (str(count) if count else "") + character
        count = 0
    return text


def xiangqi(shown, to_move, options):
    """The count of moves, which no rule asks for, is left out."""
    points = ["."] * xiangqi_board.POINTS
    for kind, name in enumerate(xiangqi_board.KIND_NAMES):
        for side, whose in ((to_move, "own"), (1 - to_move, "enemy")):
            for point in shown.cells(f"{whose} {name}"):
                points[point] = xiangqi_board.LETTERS[side * xiangqi_board.KINDS + kind]
    rows = "/".join(runs(points[9 * rank : 9 * rank + 9]) for rank in reversed(range(10)))
    return f"{rows} {'wb'[to_move]} - - {shown.number('quiet plies')}"


def chinese_checkers(shown, to_move, options):
    players = options["players"]
    names = ("first", "second", "third", "fourth", "fifth")
    planes = ["own pieces", *(f"pieces of the {name} seat after" for name in names[: players - 1])]
    holes = ["."] * len(star.PLACES)
    for after, name in enumerate(planes):
        for hole in shown.cells(name):
            holes[hole] = str((to_move + after) % players + 1)
    rows = "/".join("".join(holes[hole] for hole in row) for row in reversed(star.ROW_HOLES))
    return f"{rows} {to_move + 1} {players} {shown.two_bytes('round')}"


def exile(shown, to_move, options):
    mode = exile_board.MODES[options["mode"]]
    whose = ("own", "first seat after's", "second seat after's", "third seat after's")[: mode.seats]
    names, size = mode.geometry.names, exile_board.SIZES[mode.board]
    tiles, flags, pools = ["."] * len(names), [""] * mode.seats, [""] * mode.seats
    for after, owner in enumerate(whose):
        seat = (to_move + after) % mode.seats
        for tile in shown.cells(f"{owner} pieces"):
            tiles[tile] = mode.digits[seat]
        (tile,) = shown.cells(f"{owner} flag")
        flags[seat] = f"{mode.digits[seat]}{names[tile]}{'*' if shown.at(f'{owner} flag', tile) == 2 else ''}"
        pools[seat] = f"{shown.number(f'{owner} ready pieces')}+{shown.number(f'{owner} waiting pieces')}"
    rows = "/".join("".join(tiles[size * rank : size * rank + size]) for rank in reversed(range(size)))
    spawned = ",".join(names[tile] for tile in shown.cells("spawned")) or "-"
    counts = f"{shown.two_bytes('quiet turns')} {shown.two_bytes('round')} {shown.number('flags to win')}"
    return f"{mode.name} {rows} {mode.digits[to_move]} {','.join(flags)} {','.join(pools)} {spawned} {counts}"


def tomb_chess(shown, to_move, options):
    names = tomb_board.GEOMETRY.names
    squares, states, walls = ["."] * 144, [], []
    for square in range(144):
        for kind, name in enumerate(tomb_board.KIND_NAMES):
            for side, whose in ((to_move, "own"), (1 - to_move, "enemy")):
                if shown.at(f"{whose} {name}", square):
                    squares[square] = tomb_board.LETTERS[8 * side + kind]
                    states += tomb_state(shown, square, kind)
        if shown.at("walls", square):
            walls.append(f"{names[square]}:{shown.at('walls', square)}")
    rows = "/".join(runs(squares[12 * rank : 12 * rank + 12]) for rank in reversed(range(12)))
    pusher = "".join(names[square] for square in shown.cells("pusher")) or "-"
    lists = " ".join(",".join(each) or "-" for each in (states, walls, tomb_graves(shown, to_move)))
    return f"{rows} {'SN'[to_move]} {lists} {pusher} {shown.two_bytes('turn')}"


def tomb_state(shown, square, kind):
    length, paralysis = shown.at("range", square), shown.at("paralysed", square)
    text = "" if length == tomb_board.FIRST_RANGE[kind] else str(length)
    text += (
        "r" * shown.at("resting", square) + (f"p{paralysis}" if paralysis else "") + "x" * shown.at("pushed", square)
    )
    return [f"{tomb_board.GEOMETRY.names[square]}={text}"] if text else []


def tomb_graves(shown, to_move):
    """From the list of the dead; the planes by square are to say the same."""
    dead: dict[int, list[tuple[int, str]]] = {}
    for place, code in zip(shown.bytes["squares of the dead"], shown.bytes["list of the dead"], strict=True):
        if place:
            letter = tomb_board.LETTERS[(code - 1) ^ (8 * to_move)]
            dead.setdefault(shown.unturned[place - 1], []).append((code, letter))
    for square in range(144):
        buried = dead.get(square, [])
        assert shown.at("graves", square) == len(buried)
        for number in range(4):
            assert shown.at(f"dead {number + 1}", square) == (buried[number][0] if number < len(buried) else 0)
    return [
        f"{tomb_board.GEOMETRY.names[square]}:{''.join(letter for _, letter in dead[square])}"
        + "!" * shown.at("open graves", square)
        for square in sorted(dead)
    ]


DECODERS = {"xiangqi": xiangqi, "chinese-checkers": chinese_checkers, "exile": exile, "tomb-chess": tomb_chess}


def decoded(position, planes, observation):
    """The text of a position, but for what its planes leave out."""
    sheet = position.game.look.sheet(position.options)
    place = grid_place if position.game.name == "chinese-checkers" else lambda cell: cell
    shown = Shown(planes, observation, sheet, position.to_move, place)
    return DECODERS[position.game.name](shown, position.to_move, position.options)
