"""Exile once more, slow and obvious: dictionaries, sets and recursion, and every turn carried out on a copy.

Written from the clauses alone; it shares nothing with the package.
"""

from copy import deepcopy
from itertools import pairwise
from typing import Any

FILES = "abcdefghijkl"
SIZE = {"classic": 9, "infinite": 12, "duel-classic": 9, "duel-infinite": 12}
AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]


class Game:
    """`pieces` is tile to seat, `flags` seat to tile, `holders` seat of a flag to the seat that holds it."""

    def __init__(self, text, edge_rule=None, repetition=True, round_limit=400, quiet_limit=40):
        mode, rows, to_move, flags, exile, spawned, quiet, number, flags_to_win = text.split(" ")
        self.mode = mode
        self.size = SIZE[mode]
        self.wraps = mode.endswith("infinite")
        self.seats = [1, 3] if mode.startswith("duel") else [1, 2, 3, 4]
        self.edge_rule = mode == "duel-classic" if edge_rule is None else edge_rule
        self.repetition, self.round_limit, self.quiet_limit = repetition, round_limit, quiet_limit
        self.pieces = {}
        for down, row in enumerate(rows.split("/")):
            for x, character in enumerate(row):
                if character != ".":
                    self.pieces[x, self.size - 1 - down] = int(character)
        self.to_move = int(to_move)
        self.flags, self.holders = {}, {}
        for word in flags.split(","):
            tile = read_tile(word[1:].rstrip("*"))
            self.flags[int(word[0])] = tile
            if word.endswith("*"):
                self.holders[int(word[0])] = self.pieces[tile]
        self.ready, self.waiting = {}, {}
        for seat, word in zip(self.seats, exile.split(","), strict=True):
            self.ready[seat], self.waiting[seat] = map(int, word.split("+"))
        self.spawned = [] if spawned == "-" else [read_tile(word) for word in spawned.split(",")]
        self.quiet, self.number, self.flags_to_win = int(quiet), int(number), int(flags_to_win)
        self.starts = [] if self.spawned else [self.situation()]
        self.result = None
        self.judge()

    # The board

    def step(self, tile, way, times=1):
        x, y = tile[0] + way[0] * times, tile[1] + way[1] * times
        if self.wraps:
            return x % self.size, y % self.size
        return (x, y) if 0 <= x < self.size and 0 <= y < self.size else None

    def neighbours(self, tile):
        return [near for near in (self.step(tile, way) for way in AROUND) if near]

    def is_edge(self, tile):
        return len(self.neighbours(tile)) < 8

    # Moves

    def moves(self):
        """Move text to the game after it."""
        if self.result:
            return {}
        found = {f"@{write_tile(tile)}": self.after_spawn(tile) for tile in self.spawn_tiles()}
        found["pass"] = self.after_path([])
        for tile, seat in self.pieces.items():
            if seat == self.to_move and tile not in self.spawned:
                for target in self.neighbours(tile):
                    if target not in self.pieces and not self.is_barred(tile, target):
                        found[write_tile(tile) + write_tile(target)] = self.after_path([tile, target])
        found.update(self.jumps())
        return found

    def spawn_tiles(self):
        own_flag = self.flags[self.to_move]
        if not self.ready[self.to_move] or len(self.spawned) == 2:
            return []
        if self.spawned and self.spawned[0] not in self.neighbours(own_flag):
            return []
        found = []
        for x in range(self.size):
            for y in range(self.size):
                tile = (x, y)
                around = self.neighbours(tile)
                if tile in self.pieces or tile in self.flags.values():
                    continue
                if any(flag in around and flag not in self.pieces for flag in self.flags.values()):
                    continue
                if any(self.pieces.get(near, self.to_move) != self.to_move for near in around):
                    continue
                if self.spawned and (own_flag not in around or order(tile) <= order(self.spawned[0])):
                    continue
                found.append(tile)
        return found

    def is_barred(self, tile, target):
        holds_own = self.holders.get(self.to_move) == self.to_move and self.flags[self.to_move] == tile
        return self.edge_rule and holds_own and self.is_edge(target)

    def jumps(self):
        best: dict[str, tuple[Any, list[tuple[int, int]], Game]] = {}
        for path in self.paths():
            after = self.after_path(path)
            key = after.situation()
            rank = (len(path), [order(tile) for tile in path])
            if key not in best or rank < best[key][0]:
                best[key] = (rank, path, after)
        return {"".join(map(write_tile, path)): after for _, path, after in best.values()}

    def paths(self):
        """Every way in which a piece can hop, however it ends."""
        found: list[list[tuple[int, int]]] = []
        for tile, seat in self.pieces.items():
            if seat == self.to_move and tile not in self.spawned:
                self.add_paths([tile], deepcopy(self), found)
        return found

    def add_paths(self, path, now, paths, exiles=()):
        """`now` is the game after the hops of `path`, the turn not yet ended; `exiles` tells which hops exiled."""
        for way in AROUND:
            over, target = now.step(path[-1], way), now.step(path[-1], way, 2)
            if over not in now.pieces or target is None or target in now.pieces:
                continue
            if self.is_jump_back(path, exiles, target) or now.is_barred(path[-1], target):
                continue
            paths.append([*path, target])
            after = deepcopy(now)
            after.hop(path[-1], target)
            self.add_paths([*path, target], after, paths, (*exiles, now.pieces[over] != now.to_move))

    def is_jump_back(self, path, exiles, target):
        """Whether the piece has stood on a tile, and no hop since it left that tile has exiled anybody."""
        if target not in path:
            return False
        left = len(path) - 1 - path[::-1].index(target)
        return not any(exiles[left:])

    # What moves do

    def after_spawn(self, tile):
        after = deepcopy(self)
        after.ready[self.to_move] -= 1
        after.pieces[tile] = self.to_move
        after.spawned.append(tile)
        return after

    def after_path(self, path):
        after = deepcopy(self)
        before = deepcopy(after.holders), sum(after.waiting.values())
        changes = [after.hop(*hop) for hop in pairwise(path)]
        after.end_turn(any(changes), before)
        return after

    def hop(self, origin, target):
        """A slide or a hop; whether anything was exiled or changed hands."""
        seat = self.pieces[origin]
        changed = False
        carried = [flag for flag, holder in self.holders.items() if self.flags[flag] == origin and holder == seat]
        foreign = [flag for flag in self.clockwise_from(seat) if flag != seat and self.flags[flag] == target]
        taken = foreign[:1] + ([seat] if self.flags[seat] == target else [])
        for flag in carried:
            if flag != seat and foreign:
                del self.holders[flag]
            else:
                self.flags[flag] = target
        for flag in taken:
            self.holders[flag] = seat
            changed = True
        del self.pieces[origin]
        self.pieces[target] = seat
        over = [near for near in self.neighbours(origin) if near in self.neighbours(target)]
        if target not in self.neighbours(origin):
            middle = next(tile for tile in over if self.is_between(origin, tile, target))
            if self.pieces[middle] != seat:
                self.exile(middle)
                changed = True
        return changed

    def is_between(self, origin, tile, target):
        return any(self.step(origin, way) == tile and self.step(tile, way) == target for way in AROUND)

    def exile(self, tile):
        seat = self.pieces.pop(tile)
        self.waiting[seat] += 1
        for flag in self.seats:
            if self.flags[flag] == tile:
                self.holders.pop(flag, None)

    def clockwise_from(self, seat):
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def end_turn(self, changed, before):
        self.ready[self.to_move] += self.waiting[self.to_move]
        self.waiting[self.to_move] = 0
        cornered = [tile for tile in self.pieces if self.is_cornered(tile)]
        for tile in cornered:
            self.exile(tile)
        self.quiet = 0 if changed or cornered else self.quiet + 1
        self.spawned = []
        following = self.clockwise_from(self.to_move)[1]
        self.number += following == self.seats[0]
        self.to_move = following
        self.starts.append(self.situation())
        self.judge()

    def is_cornered(self, tile):
        seat = self.pieces[tile]
        holds_own = self.holders.get(seat) == seat and self.flags[seat] == tile
        for near in self.neighbours(tile):
            if self.pieces.get(near) == seat:
                return False
            if near not in self.pieces and not (self.edge_rule and holds_own and self.is_edge(near)):
                return False
        return True

    # The end

    def judge(self):
        """`result` is the clause and the seat that wins, or None for a draw."""
        controls = {seat: list(self.holders.values()).count(seat) for seat in self.seats}
        before = self.seats[self.seats.index(self.to_move) - 1]
        if controls[before] >= self.flags_to_win:
            self.result = ("E7.1", before)
        elif self.is_repeated() or (self.round_limit and self.number > self.round_limit):
            self.result = ("E7.3", None)
        elif self.quiet_limit and self.quiet >= self.quiet_limit * len(self.seats):
            self.result = ("E7.4", None)

    def is_repeated(self):
        return self.repetition and bool(self.starts) and self.starts.count(self.starts[-1]) >= 3

    # Texts

    def situation(self):
        """What E7.3 calls the same position."""
        return " ".join(str(self).split(" ")[1:5])

    def __str__(self):
        rows = [
            "".join(str(self.pieces.get((x, y), ".")) for x in range(self.size)) for y in reversed(range(self.size))
        ]
        flags = ",".join(
            f"{flag}{write_tile(self.flags[flag])}{'*' if flag in self.holders else ''}" for flag in self.seats
        )
        exile = ",".join(f"{self.ready[seat]}+{self.waiting[seat]}" for seat in self.seats)
        spawned = ",".join(map(write_tile, self.spawned)) or "-"
        fields = (self.mode, "/".join(rows), self.to_move, flags, exile, spawned)
        return " ".join(map(str, (*fields, self.quiet, self.number, self.flags_to_win)))

    def __deepcopy__(self, memo):
        twin = object.__new__(Game)
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, (dict, list)) else value)
        return twin


def read_tile(text):
    return FILES.index(text[0]), int(text[1:]) - 1


def write_tile(tile):
    return f"{FILES[tile[0]]}{tile[1] + 1}"


def order(tile):
    """Tile order: a1, b1 … then a2."""
    return tile[1], tile[0]
