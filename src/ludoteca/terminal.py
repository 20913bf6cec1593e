"""A game at the terminal: the board drawn in characters, moves typed in any notation of the game."""

import os
import sys
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.look import Mark, Sheet, View
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record
from ludoteca.core.ruling import LudotecaError
from ludoteca.players import make_player
from ludoteca.players.player import Player

HELP = """\
Type a move in any notation of the game, or:
  moves            all legal moves            undo         take the last move back
  why MOVE         why a move is not legal    rules [N]    the rules, or clause N
  save FILE        write the record           load FILE    go on with a saved game
  new              start again                flip         turn the board
  face [NAME]      other pieces               notation [NAME]  how `moves` writes
  hint             what the machine would do  quit         leave
  board            draw it again"""

SCALE = {"points": (4, 2), "squares": (3, 1), "holes": (1, 1), "hexagons": (1, 1)}
WOOD, INK = (224, 190, 140), (140, 105, 65)
HIGHLIGHT, ALARM = (200, 215, 120), (245, 140, 110)


class Canvas:
    """Characters with colours, written anywhere and read line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.characters = [[" "] * width for _ in range(height)]
        self.inks: dict[tuple[int, int], tuple[tuple[int, int, int], bool]] = {}
        self.papers: dict[tuple[int, int], tuple[int, int, int]] = {}

    def write(
        self, column: int, row: int, text: str, ink: tuple[int, int, int] | None = None, bold: bool = False
    ) -> None:
        for character in text:
            self.characters[row][column] = character
            if ink:
                self.inks[column, row] = (ink, bold)
            column += 1
            if _width(character) == 2:
                self.characters[row][column] = ""
                column += 1

    def lines(self, in_colour: bool) -> list[str]:
        if not in_colour:
            return ["".join(row).rstrip() for row in self.characters]
        return [self._coloured(row, line) for row, line in enumerate(self.characters)]

    def _coloured(self, row: int, line: list[str]) -> str:
        text = _paper(WOOD)
        for column, character in enumerate(line):
            ink, bold = self.inks.get((column, row), (INK, False))
            paper = self.papers.get((column, row), WOOD)
            text += f"{_paper(paper)}\x1b[{1 if bold else 22};38;2;{ink[0]};{ink[1]};{ink[2]}m{character}"
        return text + "\x1b[0m"


def _width(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _paper(colour: tuple[int, int, int]) -> str:
    return f"\x1b[48;2;{colour[0]};{colour[1]};{colour[2]}m"


def draw(sheet: Sheet, view: View, in_colour: bool = False, face: str = "text", is_flipped: bool = False) -> list[str]:
    """The lines of a board, north at the top unless it is flipped."""
    across, down = SCALE[sheet.style]
    across = sheet.columns or across
    places = sheet.geometry.places
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    margin = 5
    canvas = Canvas((right - left) * across + 2 * margin + 1, (high - low) * down + 3)

    def spot(x: float, y: float) -> tuple[int, int]:
        along, up = (right - x, y - low) if is_flipped else (x - left, high - y)
        return margin + round(along * across), 1 + round(up * down)

    for line in sheet.lines:
        _draw_line(canvas, spot(*places[line.start]), spot(*places[line.end]))
    for label in sheet.labels:
        column, row = spot(label.x, label.y)
        canvas.write(column - _width(label.text) // 2, row, label.text)
    if sheet.style not in ("holes", "hexagons") or not sheet.labels:
        _draw_names(canvas, sheet, spot, across)
    for cell, place in enumerate(places):
        column, row = spot(*place)
        unit = view.units.get(cell)
        if unit is not None:
            glyph = sheet.glyphs[unit]
            ink = INK if glyph.seat is None else sheet.seats[glyph.seat].colour
            canvas.write(column, row, glyph.faces.get(face, glyph.text), ink, bold=True)
        elif not sheet.lines:
            canvas.write(column, row, "·")
    if sheet.geometry.period:
        _draw_openings(canvas, sheet, spot)
    for mark in view.marks:
        if mark.where == "page":
            continue
        column, row = spot(*places[mark.cell])
        if mark.text:
            _write_mark(canvas, sheet, column, row, mark)
            continue
        for beside in (-1, 0, 1):
            canvas.papers[column + beside, row] = ALARM if mark.kind == "check" else HIGHLIGHT
    return canvas.lines(in_colour)


def _draw_openings(canvas: Canvas, sheet: Sheet, spot: Callable[[float, float], tuple[int, int]]) -> None:
    """On a wrapped board every rank and file goes on beyond the edge."""
    for x, y in sheet.geometry.places:
        column, row = spot(x, y)
        canvas.write(column, 0, "↕")
        canvas.write(3, row, "↔")
        canvas.write(len(canvas.characters[row]) - 3, row, "↔")


def _write_beside(canvas: Canvas, column: int, row: int, text: str, ink: tuple[int, int, int]) -> None:
    """A mark's text to the right of a unit, or else to the left; a third finds no room."""
    for place in (column + 1, column - len(text)):
        if canvas.characters[row][place] == " ":
            canvas.write(place, row, text, ink, bold=True)
            return


def _write_mark(canvas: Canvas, sheet: Sheet, column: int, row: int, mark: Mark) -> None:
    """A mark's text where it says, or beside the unit."""
    ink = mark.colour or (INK if mark.seat is None else sheet.seats[mark.seat].colour)
    if not mark.where:
        _write_beside(canvas, column, row, mark.text, ink)
        return
    shift = {"before": -_width(mark.text), "after": 1, "middle": -(_width(mark.text) - 1) // 2}
    canvas.write(column + shift[mark.where], row, mark.text, ink)


NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
JOINTS = dict(enumerate(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"))
"""The stroke for each sum of the ways in which lines leave a spot."""


def _draw_line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    (left, top), (right, bottom) = sorted((start, end))
    length = max(right - left, abs(bottom - top))
    for part in range(length + 1):
        column = left + round((right - left) * part / length)
        row = top + round((bottom - top) * part / length)
        if top == bottom:
            _add_joint(canvas, column, row, (WEST if part else 0) | (EAST if part < length else 0))
        elif left == right:
            _add_joint(canvas, column, row, (NORTH if part else 0) | (SOUTH if part < length else 0))
        elif canvas.characters[row][column] == " ":
            canvas.write(column, row, "╲" if bottom > top else "╱")


def _add_joint(canvas: Canvas, column: int, row: int, ways: int) -> None:
    there = canvas.characters[row][column]
    before = next((known for known, stroke in JOINTS.items() if stroke == there), 0)
    canvas.write(column, row, JOINTS[before | ways])


def _draw_names(canvas: Canvas, sheet: Sheet, spot: Callable[[float, float], tuple[int, int]], across: int) -> None:
    """The letters of the files below, the numbers of the ranks on the left, where all cells of one agree."""
    files: dict[int, set[str]] = {}
    ranks: dict[int, set[str]] = {}
    for name, (x, y) in zip(sheet.geometry.names, sheet.geometry.places, strict=True):
        column, row = spot(x, y)
        letter = name.rstrip("0123456789")
        files.setdefault(column, set()).add(letter)
        ranks.setdefault(row, set()).add(name[len(letter) :])
    for column, letters in files.items():
        if len(letters) == 1 and len(min(letters)) <= across:
            canvas.write(column, len(canvas.characters) - 1, min(letters))
    for row, numbers in ranks.items():
        if len(numbers - {""}) == 1:
            canvas.write(1, row, max(numbers).rjust(2))


class TerminalGame:
    """People around one terminal."""

    def __init__(
        self,
        game: Game,
        position: Position,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        machines: Mapping[int, Player] | None = None,
    ) -> None:
        self.game = game
        self.machines = machines or {}
        self.position = position
        self.ask = ask
        self.say = say
        self.in_colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.is_flipped = False
        self.face = game.look.faces[0]
        self.notation = game.notations[0]
        self.commands: Mapping[str, Callable[[str], None]] = {
            "moves": self.list_moves,
            "undo": self.undo,
            "why": self.why,
            "rules": self.rules,
            "save": self.save,
            "load": self.load,
            "new": self.restart,
            "flip": self.flip,
            "face": self.choose_face,
            "notation": self.choose_notation,
            "hint": self.hint,
            "board": lambda rest: self.show(),
            "help": lambda rest: self.say(HELP),
        }

    def run(self) -> None:
        """Play until somebody leaves."""
        self.say(f"{self.game.title}. Type a move, such as {self._example()}, or help.")
        self.show()
        while True:
            self.let_machines_move()
            try:
                line = self.ask(self._prompt()).strip()
            except EOFError:
                self.say("")
                return
            if line in ("quit", "exit", "q"):
                return
            if line:
                self.answer(line)

    def answer(self, line: str) -> None:
        """Carry out one line: a command or a move."""
        word, _, rest = line.partition(" ")
        try:
            if word in self.commands:
                self.commands[word](rest.strip())
            else:
                self.move(line)
        except LudotecaError as error:
            self.say(str(error))
        except OSError as error:
            self.say(f"{error.filename}: {error.strerror}")
        except UnicodeError:
            self.say("that file is not a text")

    def let_machines_move(self) -> None:
        """Play until it is a person's turn, or the game is over."""
        while not self.position.is_over() and self.position.to_move in self.machines:
            machine = self.machines[self.position.to_move]
            move = machine.choose(self.position)
            text = self.position.move_text(move, self.notation)
            who = self.game.look.sheet(self.position.options).seats[self.position.to_move].name
            self.position.play(move)
            self.show(f"{who} ({machine.name}) played {text}.")

    def hint(self, rest: str) -> None:
        if self.position.is_over():
            self.say("The game is over.")
            return
        move = make_player("engine", self.game).choose(self.position)
        self.say(f"The machine would play {self.position.move_text(move, self.notation)}.")

    def move(self, text: str) -> None:
        self.position.push_text(text)
        self.show()

    def show(self, played: str = "") -> None:
        """The board, how the game stands, and what a machine has played."""
        sheet, view = self.game.look.sheet(self.position.options), self.game.look.view(self.position)
        for line in draw(sheet, view, self.in_colour, self.face, self.is_flipped):
            self.say(line)
        for note in view.notes:
            self.say(note)
        if view.prompt:
            self.say(view.prompt)
        if played:
            self.say(played)
        outcome = self.position.outcome()
        if outcome:
            winner = "Drawn" if outcome.winner is None else f"{sheet.seats[outcome.winner].name} wins"
            self.say(f"{winner} by {outcome.clause}: {outcome.reason}.")
        elif any(mark.kind == "check" for mark in view.marks):
            self.say("Check!")

    def list_moves(self, rest: str) -> None:
        texts = sorted(self.position.move_text(move, self.notation) for move in self.position.legal_moves())
        self.say(" ".join(texts) or "There are none: the game is over.")

    def undo(self, rest: str) -> None:
        if self.position.moves_played():
            self.position.undo()
            # A machine would only play its move again: go back to a person's.
            while self.position.to_move in self.machines and self.position.moves_played():
                self.position.undo()
            self.show()
        else:
            self.say("There is no move to undo.")

    def why(self, rest: str) -> None:
        if not rest:
            self.say("Why what? Type why and a move.")
            return
        ruling = self.position.explain(rest)
        if ruling is None:
            self.say(f"{rest} is legal.")
        else:
            self.say(f"{ruling}.")
            self.say(f"  {ruling.clause} says: {self.game.rules[ruling.clause]}")

    def rules(self, rest: str) -> None:
        if not rest:
            for number, text in self.game.rules.items():
                title = self.game.rules.chapters.get(number, "")
                self.say(f"{number:6} {f'{title}. {text}'.strip() if title else text}")
        elif rest.upper() in self.game.rules:
            self.say(f"{rest.upper()}: {self.game.rules[rest.upper()]}")
        else:
            self.say(f"There is no clause {rest}.")

    def save(self, rest: str) -> None:
        if not rest:
            self.say("Save where? Type save and a file name.")
            return
        Path(rest).expanduser().write_text(str(Record.of(self.position)), encoding="utf-8")
        self.say(f"Saved to {rest}.")

    def load(self, rest: str) -> None:
        if not rest:
            self.say("Load what? Type load and a file name.")
            return
        text = Path(rest).expanduser().read_text(encoding="utf-8")
        self.position, fault = read_record(text, self._same_game).replay_legal_part()
        self.show()
        if fault:
            self.say(f"This is as far as the game can be replayed: {fault}.")

    def _same_game(self, name: str) -> Game:
        if name != self.game.name:
            raise LudotecaError(f"that is a game of {name}, and this table plays {self.game.name}")
        return self.game

    def restart(self, rest: str) -> None:
        self.position = self.game.start(**self.position.options)
        self.show()

    def flip(self, rest: str) -> None:
        self.is_flipped = not self.is_flipped
        self.show()

    def choose_face(self, rest: str) -> None:
        self.face = self._next(self.game.look.faces, self.face, rest)
        self.show()

    def choose_notation(self, rest: str) -> None:
        self.notation = self._next(self.game.notations, self.notation, rest)
        self.say(f"Moves are written like {self._example()}.")

    def _next(self, names: tuple[str, ...], now: str, wanted: str) -> str:
        if wanted and wanted not in names:
            raise LudotecaError(f"there is no {wanted!r}; there are: {', '.join(names)}")
        return wanted or names[(names.index(now) + 1) % len(names)]

    def _example(self) -> str:
        moves = self.position.legal_moves()
        return self.position.move_text(moves[len(moves) // 2], self.notation) if moves else "none"

    def _prompt(self) -> str:
        if self.position.is_over():
            return "over> "
        seats = self.game.look.sheet(self.position.options).seats
        return f"{seats[self.position.to_move].name}> "


def play(game: Game, options: Mapping[str, Any], text: str = "", machines: Mapping[int, str] | None = None) -> None:
    """Open a table at this terminal; `machines` tells which seats, from 0, the machine has, and who it is there."""
    with suppress(ImportError):
        import readline  # noqa: F401  Arrow keys and history at the prompt.
    position = game.parse(text, **options) if text else game.start(**options)
    for number in machines or {}:
        if not 0 <= number < position.seats:
            raise LudotecaError(f"there is no seat {number + 1}; there are {position.seats}")
    players = {number: make_player(name, game) for number, name in (machines or {}).items()}
    try:
        TerminalGame(game, position, input, print, players).run()
    finally:
        for player in players.values():
            player.close()
