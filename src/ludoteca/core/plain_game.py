"""The record of a game in plain Python: texts, refusals and a look, derived from its position class."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from operator import methodcaller
from random import Random
from typing import Any

from ludoteca.core.clause_roles import ClauseRoles
from ludoteca.core.evaluator import Evaluator, NoEvaluator
from ludoteca.core.game import Game, module_named
from ludoteca.core.geometry import OFF
from ludoteca.core.look import Look, Picks
from ludoteca.core.option import Option, Value
from ludoteca.core.plain import EMPTY, Part, PlainEvaluator, PlainPosition, PlainTactics
from ludoteca.core.plain_encoding import PlainEncoding
from ludoteca.core.plain_faults import in_words
from ludoteca.core.plain_features import PlainFeatures
from ludoteca.core.plain_look import PlainLook, are_counts, cells_of, seats_of
from ludoteca.core.plain_text import LONGEST_SHOWN, literal, read_cells, read_field, write_cells
from ludoteca.core.position import REQUIRED
from ludoteca.core.rules import Rules, page_beside
from ludoteca.core.ruling import InvalidOption, InvalidPosition, LudotecaError, Ruling

HOUSE_LETTER = "H"
USUAL_LETTER = "R"
"""Of the derived clauses of a game that has no rules of its own yet."""
MOST_NODES = 20_000
"""The pace of a small game, by which the levels of the machine think some milliseconds."""
PLIES_A_SECOND = 700_000
"""Without an evaluator a node is a random game; by this the highest level but one thinks about 0.6 s in Hex."""
LONGEST_GAME = 300
LONGEST_EXAMPLE = 200
FOR_DESIGNERS = frozenset(
    {"board", "pieces", "seat_names", "seat_colours", "words", "zones", "clauses_in_moves", "has_twin"}
    | {"set_up", "moves", "apply", "result"}
    | {"next_seat", "take_back", "identity", "refusal", "notes", "prompt", "evaluate"}
)
"""What a position class may define of all that PlainPosition has."""
TAKEN = frozenset(
    {name for name in dir(PlainPosition) if not name.startswith("__")}
    | {*REQUIRED, "copy_state", "count_moves", "is_legal", "missing", "played"}
).difference(FOR_DESIGNERS)
"""Other names of a position: compiled code would not call what a class defines under them."""

VTABLE = "__pyx_vtable__"
"""What a class has of its own if it is compiled: the methods that compiled code calls."""


class PlainGame(Game):
    """A game whose rules page gets one more chapter, for what is derived: how moves are written and refused."""

    @cached_property
    def rules(self) -> Rules:
        return Rules(self._page + self._derived_chapter)

    @cached_property
    def _page(self) -> str:
        return page_of(self.module)

    @cached_property
    def chapter(self) -> str:
        """The number of the derived chapter, such as A4: the next one after the designer's own."""
        own = list(Rules(self._page).chapters) or [f"{USUAL_LETTER}0"]
        return f"{own[-1][0]}{int(own[-1][1:]) + 1}"

    @property
    def _derived_chapter(self) -> str:
        clauses = "\n\n".join(
            f"**{self.chapter}.{number}** (house) {text}" for number, text in enumerate(DERIVED.values(), 1)
        )
        return f"\n\n## {self.chapter} Notation\n\nHow moves and positions are written.\n\n{clauses}\n"

    @cached_property
    def nodes_a_second(self) -> int:
        """As given, or by the length of a random game. It is counted, not timed, so that levels are always the same."""
        if self.pace:
            return self.pace
        return MOST_NODES if self.has_evaluator else min(MOST_NODES, PLIES_A_SECOND // self._plies_of_a_game())

    def _plies_of_a_game(self) -> int:
        random, position = Random(1), self.start()
        while not position.is_over() and len(position.moves_played()) < LONGEST_GAME:
            position.play(random.choice(position.legal_moves()))
        return len(position.moves_played()) or 1

    def derived_clause(self, kind: str) -> str:
        return f"{self.chapter}.{1 + list(DERIVED).index(kind)}"


DERIVED = {
    "text": "A move is written as the cells that it names, and as words, with hyphens between them, which may be left "
    "out where the move is clear.",
    "position": "A position is written row by row from the north, then the seat to move, counted from 1, then "
    "whatever else counts, each with its name.",
    "over": "When the game is over, nobody moves.",
    "empty": "A piece is put on an empty cell.",
    "none": "A move begins at a cell that is not empty.",
    "owner": "Players move what is theirs.",
    "other": "A piece goes only where these rules let it go, and a word is said only when they allow it.",
}
"""The clauses behind derived refusals."""


def plain_game(
    position: type[PlainPosition],
    name: str = "",
    title: str = "",
    summary: str = "",
    options: tuple[Option, ...] = (),
    rules_version: int = 1,
    searches: Mapping[int, str] | None = None,
    pace: int = 0,
) -> Game:
    """The record of a game. What is not given comes from its rules page: the title, and the first paragraph.

    `pace` is about how many nodes a second a search visits, by which the levels of the machine go.
    The rules are the docstring of its module or, if that has no clause, `rules.md` beside it.
    """
    module = position.__module__
    rules = Rules(page_of(module))
    title = title or rules.page.strip().partition("\n")[0].lstrip("# ").strip() or position.__name__
    if any(clause.startswith(HOUSE_LETTER) for clause in rules):
        raise LudotecaError(
            f"the clauses of {title} begin with {HOUSE_LETTER}, the letter of the house rules: take another letter "
            "(docs/games.md, The rules)"
        )
    _refuse_taken_names(position)
    _refuse_unknown_clauses(position, rules)
    own = Plain(position, options)
    return PlainGame(
        name=name or re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", title.lower())).strip("-"),
        title=title,
        summary=summary or (rules.introduction[0] if rules.introduction else title),
        begin=own.begin,
        read_position=own.read_position,
        write_position=own.write_position,
        edit=own.edit_position if own.can_be_edited() else None,
        read_move=own.read_move,
        write_move=own.write_move,
        outcome=methodcaller("ending"),
        steps=own.look.steps,
        look=Look(own.look.sheet, own.look.view, own.look.picks, own.text_of_picks, words=position.words),
        module=module,
        rules_version=rules_version,
        evaluator=_evaluator(position),
        tactics=PlainTactics,
        encoding=partial(PlainEncoding, position),
        features=partial(PlainFeatures, position),
        searches=searches or {},
        pace=pace,
        options=options,
        options_in_text=own.options_in_text,
        clause_roles=ClauseRoles(moves=position.clauses_in_moves),
    )


def _refuse_taken_names(position: type[PlainPosition]) -> None:
    if position.has_twin:
        if VTABLE in vars(PlainPosition) and VTABLE not in vars(position):
            raise TypeError(f"{position.__name__} has a twin but is not compiled: build it first")
        return
    for kind in position.__mro__[: position.__mro__.index(PlainPosition)]:
        for name in sorted(TAKEN & set(vars(kind))):
            raise TypeError(f"{kind.__name__} defines {name}, which is a part of every position: take another name")


def _refuse_unknown_clauses(position: type[PlainPosition], rules: Rules) -> None:
    for clause in position.clauses_in_moves:
        if clause not in rules or clause in rules.chapters:
            raise LudotecaError(f"{position.__name__}.clauses_in_moves has {clause!r}, which is no clause of the rules")


def _evaluator(position: type[PlainPosition]) -> type[Evaluator]:
    return NoEvaluator if position.evaluate is PlainPosition.evaluate else PlainEvaluator


def page_of(module: str) -> str:
    """The rules page of a module: its docstring if that has clauses, else rules.md beside it, else the docstring."""
    loaded = sys.modules.get(module) or module_named(module)
    docstring = loaded.__doc__ or ""
    if Rules(docstring).clauses:
        return docstring
    return page_beside(str(loaded.__file__)) or docstring


class Plain:
    """What a game's record asks, answered for one position class."""

    def __init__(self, position: type[PlainPosition], options: tuple[Option, ...]) -> None:
        self.position = position
        self.options = options
        self.board = position.board
        self.look = PlainLook(position, options)
        self._has_begun = False

    # Positions

    def begin(self, options: Mapping[str, Value]) -> PlainPosition:
        position = self.position(seats_of(self.position, options))
        position.begin(options)
        if not self._has_begun:
            self._refuse_taken_attributes(position)
            self.write_position(position)  # Raises for a state that no text can tell.
            self._has_begun = True
        return position

    def _refuse_taken_attributes(self, position: PlainPosition) -> None:
        for name in sorted((TAKEN | FOR_DESIGNERS) & set(position.state())):
            raise AttributeError(f"{self.position.__name__}.set_up() sets {name}, which has a meaning of its own")

    def write_position(self, position: PlainPosition) -> str:
        state = position.state()
        fields = []
        if "cells" in state:
            cells = state.pop("cells")
            fields.append(write_cells(self.board, cells))
            self.look.refuse_unknown_pieces(cells)
        fields.append(str(position.to_move + 1))
        for option in self.options:
            if option.name not in state and position.options[option.name] != option.default:
                fields.append(f"{option.name}={position.options[option.name]}")
        for name, value in state.items():
            fields.append(f"{name}={literal(name, value)}")
        return " ".join(fields)

    def can_be_edited(self) -> bool:
        """Whether pieces stand on cells; counts and other states are edited as text."""
        return bool(self.look.glyphs)

    def edit_position(self, position: PlainPosition, units: Mapping[int, str], to_move: int) -> str:
        """Whatever else counts stays as it is."""
        cells = [units.get(cell, EMPTY) for cell in self.board]
        others = self.write_position(position).split(" ")[2:]
        return " ".join([write_cells(self.board, cells), str(to_move + 1), *others])

    def options_in_text(self, text: str) -> dict[str, Value]:
        """The options that a position text names, for they are not as usual."""
        given = dict(field.split("=", 1) for field in text.split(" ") if "=" in field)
        found = {}
        for option in self.options:
            if option.name in given:
                # What cannot be its value is an attribute of the same name.
                with suppress(InvalidOption):
                    found[option.name] = option.read(given[option.name])
        return found

    def read_position(self, text: str, options: Mapping[str, Value]) -> PlainPosition:
        position = self.begin(options)
        models = position.state()
        fields = []
        for field in text.split(" "):
            name, _, value = field.partition("=")
            if name in models or name not in options:
                fields.append(field)
            elif value != str(options[name]):
                raise InvalidPosition(f"{name} cannot be {value[:20]!r}")
        first = 2 if "cells" in models else 1
        given = {field.partition("=")[0]: field for field in fields[first:]}
        if len(fields) < first or len(given) < len(fields) - first or not given.keys() <= models.keys() - {"cells"}:
            example = self.write_position(position)
            raise InvalidPosition(
                f"a position is written with one space between its fields, like {example[:LONGEST_EXAMPLE]}; a named "
                "field that is left out is as at the start"
            )
        state: dict[str, Any] = {}
        if "cells" in models:
            pieces = None if are_counts(models.pop("cells")) else self.look.sheet_for(position.seats).glyphs
            state["cells"] = read_cells(self.board, fields.pop(0), pieces)
        seat = fields.pop(0)
        if seat not in map(str, range(1, position.seats + 1)):
            raise InvalidPosition(f"the seat to move is a number from 1 to {position.seats}, not {seat[:20]!r}")
        for name, field in given.items():
            state[name] = read_field(field, name, models[name], (position.seats, len(self.board)))
        try:
            position.resume(state, int(seat) - 1)
            position.legal_moves()
        except LudotecaError:
            raise
        except Exception as error:
            words = in_words(error, self.position.__module__)
            raise InvalidPosition(f"no game shows this: {words}") from error
        return position

    # Moves

    def write_move(self, position: PlainPosition, move: int, notation: str = "") -> str:
        if notation:
            raise ValueError(f"{position.game.title} has no notation {notation!r}")
        return self._text(position.parts_of(move))

    def _text(self, parts: Picks) -> str:
        return "-".join([part if isinstance(part, str) else self.board.names[part] for part in parts])

    def read_move(self, position: PlainPosition, text: str) -> int | Ruling:
        """The legal move that a text means, or why there is none."""
        if not isinstance(text, str):
            return self._derived(position, "text", f"a move is a text, not {type(text).__name__}")
        ended = position.ending()
        if ended:
            return Ruling(ended.clause, f"the game is over: {ended.reason}")
        legal = position.legal_moves()
        example = self._text(position.parts_of(legal[0]))
        shapes = {_shape(position.parts_of(move)) for move in legal} | {(str,)}
        parts: list[Part] = []
        for word in re.split(r"\s*-\s*|\s+", text.strip()):
            part = self._part(word, position.words)
            if part is None:
                parts = self._parts_without_hyphens(text.strip(), position.words, shapes)
                if parts:
                    break
                shown = word if len(word) <= LONGEST_SHOWN else word[:LONGEST_SHOWN] + "…"
                return self._derived(position, "text", f"{shown!r} is not a cell; a move is written like {example}")
            parts.append(part)
        if _shape(parts) not in shapes:
            if shapes == {(str,)}:
                words = sorted({self._text(position.parts_of(move)) for move in legal})
                return self._derived(position, "other", f"only {' or '.join(words)} is possible now", *cells_of(parts))
            return self._derived(position, "text", f"a move is written like {example} here, not like {text.strip()}")
        move = parts[0] if len(parts) == 1 else tuple(parts)
        number = position.number_of(move)
        if number in legal:
            return number
        return position.refusal(move) or self._usual_refusal(position, parts, legal)

    def _part(self, word: str, words: tuple[str, ...]) -> Part | None:
        for each in (word, word.lower()):
            cell = self.board.cell(each)
            if cell != OFF or each in words:
                return cell if cell != OFF else each
        return None

    def _parts_without_hyphens(self, text: str, words: tuple[str, ...], shapes: set[tuple[type, ...]]) -> list[Part]:
        """The only parts of a possible shape that make up a text, or none."""
        longest, most = max(map(len, (*self.board.names, *words))), max(map(len, shapes))
        ways: list[list[Part]] = []

        def split(rest: str, parts: list[Part]) -> None:
            if not rest and _shape(parts) in shapes:
                ways.append(parts)
            if len(parts) < most:
                for length in range(1, min(longest, len(rest)) + 1):
                    part = self._part(rest[:length], words)
                    if part is not None:
                        split(rest[length:], [*parts, part])

        split(text, [])
        return ways[0] if len(ways) == 1 else []

    def _usual_refusal(self, position: PlainPosition, parts: list[Part], legal: list[int]) -> Ruling:
        """By what stands on the cells, as far as `cells` tells."""
        first, *others = parts
        cells: list[Any] = position.state().get("cells", [])
        if are_counts(cells):
            refused = self._refusal_by_count(position, first, {position.parts_of(move)[0] for move in legal})
            if refused:
                return refused
        elif cells and isinstance(first, int):
            name, piece = self.board.names[first], cells[first]
            if not others and piece != EMPTY:
                return self._derived(position, "empty", f"{name} is not empty", first)
            if others and piece == EMPTY:
                return self._derived(position, "none", f"there is no piece on {name}", first)
            seat = self.look.glyphs[piece].seat if piece != EMPTY else position.to_move
            if others and seat != position.to_move:
                owner = "nobody's" if seat is None else f"{position.seat_names[seat]}'s"
                return self._derived(position, "owner", f"the piece on {name} is {owner}", first)
        text = self._text(tuple(parts))
        likely = [self._text(known) for known in map(position.parts_of, legal) if known[0] == first]
        if likely and others:
            message = f"{text} is not possible; from {self._text((first,))} there are {_listed(likely)}"
            return self._derived(position, "other", message, *cells_of(parts))
        return self._derived(position, "other", f"{text} is not possible now", *cells_of(parts))

    def _refusal_by_count(self, position: PlainPosition, first: Part, origins: set[Part]) -> Ruling | None:
        """If all legal moves begin at cells that are not empty, or at one's own, and this one does not."""
        if not isinstance(first, int):
            return None
        cells, owners = position.state()["cells"], self.look.owners
        begun = [cell for cell in origins if isinstance(cell, int)]
        if not cells[first] and all(cells[cell] for cell in begun):
            return self._derived(position, "none", f"{self.board.names[first]} is empty", first)
        owner = owners.get(first, position.to_move)
        if owner != position.to_move and all(owners.get(cell) == position.to_move for cell in begun):
            whose = self.look.sheet_for(position.seats).seats[owner].name
            return self._derived(position, "owner", f"{self.board.names[first]} is {whose}'s", first)
        return None

    def text_of_picks(self, position: PlainPosition, picks: Picks) -> str:
        return self._text(picks)

    def _derived(self, position: PlainPosition, kind: str, message: str, *cells: int) -> Ruling:
        assert isinstance(position.game, PlainGame)
        return Ruling(position.game.derived_clause(kind), message, cells)


def _shape(parts: Sequence[Part]) -> tuple[type, ...]:
    return tuple(map(type, parts))


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
