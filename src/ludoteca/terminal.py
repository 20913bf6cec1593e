"""A game at the terminal: the board drawn in characters, moves typed in any notation of the game."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record
from ludoteca.core.ruling import LudotecaError
from ludoteca.core.text_board import draw
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
