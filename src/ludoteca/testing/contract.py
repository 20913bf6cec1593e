"""What must hold in every position of every game, one check each.

A check gets a position, reached by moves from the start of a game, and raises `Fault` with a sentence that tells what
is wrong. The first line of its docstring is what must hold. A check may leave the position changed.
"""

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import ludoteca.core.position
from ludoteca.core.game import Game
from ludoteca.core.look import Picks
from ludoteca.core.option import Choice, Switch, Value
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record
from ludoteca.core.ruling import IllegalMove, InvalidOption, InvalidPosition, LudotecaError, Ruling
from ludoteca.search import scores
from ludoteca.search.perft import perft
from ludoteca.search.playout import Playout
from ludoteca.search.think import Limits, Thinker
from ludoteca.terminal import draw

Check = Callable[[Position, Random], None]

IS_COMPILED = not ludoteca.core.position.__file__.endswith(".py")
SAMPLE = 12 if IS_COMPILED else 5
"""How many moves of a position are tried; without a compiler answers are slow."""
UNDONE = 120
"""How many moves are taken back."""
PLAYOUT_PLIES = 40
THINKING = Limits(seconds=10, nodes=20)
TOLERANCE = 1e-9


class Fault(AssertionError):
    """A sentence that tells what is wrong with a game."""


class Everything(NamedTuple):
    """All that can be seen of a position."""

    text: str
    key: int
    to_move: int
    legal_moves: list[int]
    outcome: Outcome | None
    moves_played: list[int]


def everything(position: Position) -> Everything:
    return Everything(
        str(position),
        position.key,
        position.to_move,
        position.legal_moves(),
        position.outcome(),
        position.moves_played(),
    )


def variants_of(game: Game) -> list[dict[str, Value]]:
    """A game as usual, and with each other value of each of its options that is a choice or a switch."""
    found: list[dict[str, Value]] = [{}]
    for option in game.options:
        if isinstance(option, Choice):
            found += [{option.name: value} for value in option.values if value != option.default]
        elif isinstance(option, Switch):
            found.append({option.name: not option.default})
    return found


def affordable(position: Position, plies: int) -> int:
    """Fewer plies for a game that has more moves in a position, so that all games take about as long to check."""
    return min(plies, plies * 60 // max(1, len(position.legal_moves())) + 1)


def require(holds: bool, complaint: str) -> None:
    if not holds:
        raise Fault(complaint)


def require_same(found: Everything, wanted: Everything, when: str) -> None:
    for field, one, other in zip(Everything._fields, found, wanted, strict=True):
        require(one == other, f"{when}, {field.replace('_', ' ')} is {_short(one)} and was {_short(other)}")


def _short(value: object) -> str:
    shown = str(value)
    return shown if len(shown) <= 300 else f"{shown[:297]}..."


def _sample(moves: list[int], random: Random) -> list[int]:
    return random.sample(moves, min(SAMPLE, len(moves)))


def _raises(error: type[Exception], work: Callable[[], object]) -> bool:
    try:
        work()
    except error:
        return True
    return False


# Moves


def check_moves(position: Position, random: Random) -> None:
    """Legal moves are different numbers of 63 bits, and all that counts or tests moves agrees with them."""
    moves = position.legal_moves()
    for move, times in Counter(moves).items():
        require(0 <= move < 1 << 63, f"a legal move is the number {move}, not one of 63 bits")
        if times > 1:
            raise Fault(f"the move {position.move_text(move)} is {times} times among the legal moves")
    counted = perft(position, 1)
    require(counted == len(moves), f"perft counts {counted} moves, but there are {len(moves)}")
    for move in _sample(moves, random):
        is_taken = position.accepts(move) and position.allows(move)
        require(is_taken, f"{position.move_text(move)} is among the legal moves, but is not allowed")


def check_state(position: Position, random: Random) -> None:
    """A game changes only attributes that `set_up` sets, and nothing that belongs to the class."""
    kind = type(position)
    before = copy.deepcopy(_containers(kind))
    for move in position.legal_moves()[:1]:
        position.play(move)
        position.outcome()
    for name, value in _containers(kind).items():
        require(value == before[name], f"a move changes {name} of the class {kind.__name__}: set it in set_up")


def _containers(kind: type) -> dict[str, object]:
    """What can be changed of a class of the game itself."""
    return {
        name: value
        for each in kind.__mro__
        for name, value in vars(each).items()
        if isinstance(value, list | dict | set) and not name.startswith("__")
    }


def check_replay(position: Position, random: Random) -> None:
    """The same moves from the start lead to the same position, however often they are played."""
    again = position.game.start(**position.options)
    for move in position.moves_played():
        require(again.allows(move), f"{move} was legal, but is not when the same moves are played again")
        again.play(move)
    require_same(everything(again), everything(position), "when the same moves are played again")


def check_undo(position: Position, random: Random) -> None:
    """Undo restores everything."""
    before = everything(position)
    for move in _sample(before.legal_moves, random):
        text = position.move_text(move)
        position.play(move)
        position.undo()
        require_same(everything(position), before, f"after {text} is taken back")
    again = position.game.start(**position.options)
    early = len(before.moves_played) - UNDONE
    seen = []
    for ply, move in enumerate(before.moves_played):
        if ply >= early:
            seen.append(everything(again))
        again.play(move)
    while seen:
        position.undo()
        require_same(everything(position), seen.pop(), "after moves are taken back")
    if early <= 0:
        require(_raises(IndexError, position.undo), "undo in the first position raises no IndexError")


def check_copies(position: Position, random: Random) -> None:
    """Copies are equal and share nothing."""
    _check_twins(position, (position.copy(), copy.copy(position), copy.deepcopy(position)), "a copy")


def check_pickling(position: Position, random: Random) -> None:
    """A position can be pickled, as matches and servers do between processes, and is the same when it is read back."""
    try:
        twin = pickle.loads(pickle.dumps(position))
    except Exception as error:
        raise Fault(f"the position cannot be pickled and read back: {type(error).__name__}: {error}") from error
    same = twin.game.name == position.game.name
    require(same, f"pickled and read back, {position.game.name} is {twin.game.name}: a module has one GAME")
    _check_twins(position, (twin,), "the position that was pickled and read back")


def _check_twins(position: Position, twins: Iterable[Position], name: str) -> None:
    before = everything(position)
    for twin in twins:
        require_same(everything(twin), before, f"in {name}")
        for move in before.legal_moves[:1]:
            text = position.move_text(move)
            twin.play(move)
            require(str(twin) != before.text, f"{text} changes nothing that the position text shows")
        while twin.moves_played():
            twin.undo()
        require_same(everything(position), before, f"after moves in {name}")


# Keys


def check_keys(position: Position, random: Random) -> None:
    """Positions have the same key exactly where the rules see the same position."""
    seen: dict[int, Position] = {}
    texts: dict[str, int] = {}
    for near in _nearby(position, random):
        text, key = str(near), near.key
        require(texts.setdefault(text, key) == key, f"two ways lead to {text}, but to different keys")
        other = seen.setdefault(key, near)
        if str(other) != text:
            _require_alike(other, near)


def _nearby(position: Position, random: Random) -> list[Position]:
    """Copies of positions up to three moves away; the same moves in another order often lead to the same position."""
    found = [position.copy()]
    first = _sample(position.legal_moves(), random)
    for move in first:
        near = position.copy()
        near.play(move)
        found.append(near.copy())
        for _ in range(2):
            moves = near.legal_moves()
            if moves:
                near.play(random.choice([move for move in first if move in moves] or moves))
                found.append(near.copy())
    return found


def _require_alike(one: Position, other: Position) -> None:
    """Positions with different texts and one key: at the most a counter may differ."""
    difference = _difference(one, other)
    if not difference and not one.is_over() and not other.is_over():
        move = one.legal_moves()[0]
        one, other = one.copy(), other.copy()
        text = one.move_text(move)
        one.play(move)
        other.play(move)
        difference = _difference(one, other, f" after {text}")
        one.undo()
        other.undo()
    require(not difference, f"{one} and {other} have the same key, but {difference}")


def _difference(one: Position, other: Position, when: str = "") -> str:
    view = one.game.look.view
    if one.to_move != other.to_move:
        return f"another seat is to move{when}"
    if dict(view(one).units) != dict(view(other).units):
        return f"the boards differ{when}"
    if not one.is_over() and not other.is_over() and set(one.legal_moves()) != set(other.legal_moves()):
        return f"the legal moves differ{when}"
    return ""


# Texts


def check_move_texts(position: Position, random: Random) -> None:
    """Each legal move has a text of its own, which reads back as the move and is explained as legal."""
    texts: dict[str, int] = {}
    for move in position.legal_moves():
        text = position.move_text(move)
        require(text not in texts, f"two legal moves are both written {text!r}")
        require(bool(text) and len(text.split()) == 1, f"a move is written {text!r}: a text without spaces is needed")
        texts[text] = move
    for move in _sample(list(texts.values()), random):
        for notation in position.game.notations:
            text = position.move_text(move, notation)
            ruling = position.explain(text)
            require(ruling is None, f"{text} is legal, but is refused: {ruling}")
            require(position.parse_move(text) == move, f"{text} reads back as another move")
        text = position.move_text(move)
        before = everything(position)
        position.push_text(text)
        position.undo()
        require_same(everything(position), before, f"after {text} is pushed and taken back")


def check_position_text(position: Position, random: Random) -> None:
    """A position text reads back exactly."""
    text = str(position)
    try:
        again = position.game.parse(text, **position.options)
    except InvalidPosition as error:
        raise Fault(f"the text of a position of the game is refused: {error}") from error
    require(str(again) == text, f"the position text reads back as {again}")
    require(again.key == position.key, "the position that is read back from its text has another key")
    if position.outcome() is None:
        same = again.legal_moves() == position.legal_moves()
        require(same, "the position that is read back from its text has other legal moves")


def check_record(position: Position, random: Random) -> None:
    """The record of a game reads back exactly and replays to the same position."""
    text = str(Record.of(position, event="a check"))
    try:
        record = read_record(text, lambda name: position.game)
        again = record.replay()
    except LudotecaError as error:
        raise Fault(f"the record of the game is refused: {error}") from error
    require(str(record) == text, "the record of the game does not read back exactly")
    require_same(everything(again), everything(position), "in the replayed record")


# Explanations


def check_refusals(position: Position, random: Random) -> None:
    """A move that is not legal is refused with a message and a clause that the rules have."""
    legal = {position.move_text(move) for move in position.legal_moves()}
    before = everything(position)
    for text in _wishes(position, random):
        ruling = position.explain(text)
        if ruling is None:
            meant = position.move_text(position.parse_move(text))
            require(meant in legal, f"{text} is not legal, but explain() finds nothing against it")
            continue
        _require_ruling(position, text, ruling)
        try:
            position.push_text(text)
        except IllegalMove as refused:
            require(refused.ruling == ruling, f"{text} is refused by {refused.ruling}, but explained by {ruling}")
        else:
            raise Fault(f"{text} is refused ({ruling}), but can be pushed")
    require_same(everything(position), before, "after moves were refused")


def _wishes(position: Position, random: Random) -> list[str]:
    """Moves of other moments of the game, and moves with their cells changed."""
    game = position.game
    other = game.start(**position.options)
    Playout(random.randrange(1 << 32)).run(other, random.randrange(affordable(other, PLAYOUT_PLIES)))
    models = [each.move_text(move) for each in (other, position) for move in each.legal_moves()[:400]]
    if not models:
        return ["a1-a2", "pass"]
    found = random.sample(models, min(SAMPLE, len(models)))
    names = game.look.sheet(position.options).geometry.names
    cell = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    return found + [cell.sub(lambda _: random.choice(names), random.choice(models)) for _ in range(SAMPLE)]


def _require_ruling(position: Position, wish: object, ruling: object) -> None:
    require(isinstance(ruling, Ruling), f"{wish} is answered with {ruling!r}, not with a Ruling")
    assert isinstance(ruling, Ruling)
    known = ruling.clause in position.game.rules
    require(known, f"{wish} is refused by the clause {ruling.clause!r}, which the rules do not have")
    require(bool(ruling.message), f"{wish} is refused by {ruling.clause} without a message")
    cells = range(len(position.game.look.sheet(position.options).geometry))
    on_board = all(cell in cells for cell in ruling.cells)
    require(on_board, f"{wish} is refused with cells that the board does not have: {ruling.cells}")


def check_picks(position: Position, random: Random) -> None:
    """Each legal move has picks of its own, which mean that move, and any other picks are answered with a clause."""
    look = position.game.look
    seen: dict[Picks, int] = {}
    for move in position.legal_moves():
        picks, text = look.picks(position, move), position.move_text(move)
        require(picks not in seen, f"{text} is picked by {picks}, and so is another move")
        seen[picks] = move
    for picks, move in random.sample(list(seen.items()), min(SAMPLE, len(seen))):
        text, meant = position.move_text(move), look.text_of_picks(position, look.picks(position, move))
        require(meant == text, f"the picks {picks} of {text} mean {meant}")
    cells = range(len(look.sheet(position.options).geometry))
    words = ["", "pass", *look.clauses]
    for _ in range(SAMPLE):
        cell, word = random.choice(cells), random.choice(words)
        wishes: tuple[Picks, ...] = ((cell,), (word, cell), (cell, word), (cell, word, cells[-1 - cell]), (word,))
        for wish in wishes:
            answer = look.text_of_picks(position, wish)
            ruling = position.explain(answer) if isinstance(answer, str) else answer
            if ruling is not None:
                _require_ruling(position, f"picking {wish}", ruling)


def check_text(position: Position, text: str, random: Random) -> None:
    """Whatever text comes in, the answer is a ruling or an error of our own, and nothing is lost."""
    before = everything(position)
    moves = [position.move_text(move) for move in before.legal_moves[:50]] or ["a1a2"]
    for attempt in (text, mangled(random.choice(moves), text, random), random.choice(moves) + text):
        ruling = position.explain(attempt)
        if ruling is not None:
            _require_ruling(position, repr(attempt), ruling)
        try:
            position.push_text(attempt)
        except IllegalMove:
            require_same(everything(position), before, f"after {attempt!r} was refused")
        else:
            position.undo()
    parse, options = position.game.parse, position.options
    for wrong in (text, mangled(before.text, text, random), before.text + text, text + before.text):
        with suppress(InvalidPosition):
            found = parse(wrong, **options)
            everything(found)
            require(
                str(parse(str(found), **options)) == str(found), f"{wrong!r} is read as {found}, and that otherwise"
            )


def check_record_text(position: Position, text: str, random: Random) -> None:
    """Whatever record comes in, the answer is a record or an error of our own."""
    record = str(Record.of(position))
    for wrong in (text, mangled(record, text, random), record.replace("\n", text, 1), record + text):
        with suppress(LudotecaError):
            found = str(read_record(wrong, lambda name: position.game))
            again = str(read_record(found, lambda name: position.game))
            require(again == found, f"{wrong!r} is read as {found!r}, and that otherwise")


def mangled(text: str, other: str, random: Random) -> str:
    """A text with some of it cut out, and some other text put in."""
    begin = random.randrange(len(text) + 1)
    end = min(len(text), begin + random.randrange(4))
    return text[:begin] + other[: random.randrange(4)] + text[end:]


def check_any_text(position: Position, random: Random) -> None:
    """Whatever text comes in, the answer is a ruling or an error of our own, and nothing is lost."""
    text = "".join(random.choices("aA1 -/.=[](){}'\"\\\n%é中\0", k=random.randrange(12)))
    check_text(position, text, random)
    check_record_text(position, text, random)


def check_numbers(position: Position, numbers: Iterable[int]) -> None:
    """A number that is no move is a ValueError and does no harm."""
    before = everything(position)
    for number in numbers:
        try:
            position.play(number)
        except ValueError:
            require_same(everything(position), before, f"after the number {number} was refused")
        else:
            position.undo()


def check_any_number(position: Position, random: Random) -> None:
    """A number that is no move is a ValueError and does no harm."""
    check_numbers(position, [-1, 1 << 62, 1 << 63, 1 << 70, *(random.randrange(1 << 63) for _ in range(SAMPLE))])


# The end


def check_outcome(position: Position, random: Random) -> None:
    """A game is over exactly when it has an outcome; then nobody moves, and payoffs fit the seats and the winner."""
    outcome, moves = position.outcome(), position.legal_moves()
    if outcome is None:
        require(bool(moves), "there is no legal move, but outcome() says that the game goes on")
        require(not position.is_over(), "is_over() is true, but outcome() says that the game goes on")
        return
    require(not moves, f"the game is over ({outcome.reason}), but there are legal moves")
    require(position.is_over(), f"outcome() says that the game is over ({outcome.reason}), but is_over() is false")
    _require_payoffs(outcome, position.seats)
    known = outcome.clause in position.game.rules
    require(known, f"the game ends by the clause {outcome.clause!r}, which the rules do not have")
    require(bool(outcome.reason) and len(outcome.reason.splitlines()) == 1, "the outcome needs one line as its reason")
    played = position.moves_played()
    if not played:
        return
    for text in ("a1a2", position.game.name):
        ruling = position.explain(text)
        require(ruling is not None, f"the game is over, but explain() finds nothing against {text}")
        _require_ruling(position, text, ruling)
    position.undo()
    require(position.outcome() is None, "the last move is taken back, but the game is still over")
    position.play(played[-1])
    require(position.outcome() == outcome, f"the last move is played again, and the outcome is {position.outcome()}")


def _require_payoffs(outcome: Outcome, seats: int) -> None:
    payoffs, winner = outcome.payoffs, outcome.winner
    require(len(payoffs) == seats, f"there are {seats} seats, but the payoffs are {payoffs}")
    require(abs(sum(payoffs)) < TOLERANCE, f"the payoffs {payoffs} do not add up to 0")
    if winner is None:
        require(not any(payoffs), f"nobody wins, but the payoffs are {payoffs}; in a draw they are 0")
    else:
        require(winner in range(seats), f"the winner is {winner}, but seats are 0 to {seats - 1}")
        is_best = payoffs[winner] == 1 and payoffs.count(1) == 1
        require(is_best, f"the winner is seat {winner}, but the payoffs are {payoffs}; the winner has 1, alone")


# The look


def check_view(position: Position, random: Random) -> None:
    """A view shows units that the sheet has, on cells that the board has, and can be drawn."""
    look = position.game.look
    sheet, view = look.sheet(position.options), look.view(position)
    require(len(sheet.seats) == position.seats, f"the sheet has {len(sheet.seats)} seats, the game {position.seats}")
    for cell, unit in view.units.items():
        require(0 <= cell < len(sheet.geometry), f"{unit} stands on {cell}, which is not a cell")
        _require_glyph(unit, sheet.glyphs, f"{unit!r} stands on {sheet.geometry.names[cell]}")
    for pool in view.pools:
        require(0 <= pool.seat < position.seats, f"the pool {pool.name} is of seat {pool.seat}")
        for unit in pool.units:
            _require_glyph(unit, sheet.glyphs, f"{unit!r} is in the pool {pool.name}")
    for face in look.faces:
        for is_flipped in (False, True):
            require(bool(draw(sheet, view, True, face, is_flipped)), f"nothing is drawn with the face {face}")
            plain = draw(sheet, view, False, face, is_flipped)
            require(not any("\x1b" in line for line in plain), "a drawing without colours has control characters")


def _require_glyph(unit: str, glyphs: Mapping[str, Any], where: str) -> None:
    require(unit in glyphs, f"{where}, but the pieces are {', '.join(map(repr, glyphs)) or 'none'}")


def check_steps(position: Position, random: Random) -> None:
    """The steps of a move tell of units and cells that can be drawn, and change nothing."""
    sheet = position.game.look.sheet(position.options)
    before = everything(position)
    for move in _sample(before.legal_moves, random):
        text, steps = position.move_text(move), position.steps(move)
        require(isinstance(steps, tuple), f"the steps of {text} are {steps!r}, not a tuple")
        for step in steps:
            require(bool(step.verb), f"a step of {text} has no verb: {step}")
            if step.unit:
                _require_glyph(step.unit, sheet.glyphs, f"a step of {text} is of {step.unit!r}")
            on_board = all(0 <= cell < len(sheet.geometry) for cell in step.cells)
            require(on_board, f"a step of {text} leaves the board: {step}")
    require_same(everything(position), before, "after steps() was asked")


# The machine


def check_playout(position: Position, random: Random) -> None:
    """Random games inside the searches are legal games, and leave nothing behind."""
    before = everything(position)
    played = position.copy()
    made = Playout(random.randrange(1 << 32)).run(played, affordable(position, PLAYOUT_PLIES))
    added = played.moves_played()[len(before.moves_played) :]
    require(len(added) == made, f"a random game tells of {made} moves, but {len(added)} were played")
    again = position.copy()
    for move in added:
        require(move in again.legal_moves(), f"a random game plays {move}, which is not legal in {again}")
        again.play(move)
    require_same(everything(again), everything(played), "after a random game")
    require_same(everything(position), before, "after a random game on a copy")


def check_machine(position: Position, random: Random) -> None:
    """The machine evaluates a position and finds a legal move, and leaves the position as it was."""
    game, before = position.game, everything(position)
    if game.has_evaluator:
        for seat in range(position.seats):
            score = game.evaluator().score(position, seat)
            require(abs(score) < scores.PROVEN, f"evaluate({seat}) is {score}, which means a proven win to a search")
        require_same(everything(position), before, "after the position was evaluated")
    if before.legal_moves:
        best = Thinker(game.evaluator, megabytes=1).think(position, THINKING).best
        require(best in before.legal_moves, f"the machine chooses {best}, which is not legal")
        require_same(everything(position), before, "after the machine has thought")


CHECKS: dict[str, Check] = {
    "moves": check_moves,
    "state": check_state,
    "outcome": check_outcome,
    "replay": check_replay,
    "undo": check_undo,
    "copies": check_copies,
    "keys": check_keys,
    "move texts": check_move_texts,
    "position texts": check_position_text,
    "records": check_record,
    "pickling": check_pickling,
    "refusals": check_refusals,
    "picks": check_picks,
    "views": check_view,
    "steps": check_steps,
    "any text": check_any_text,
    "any number": check_any_number,
    "random games": check_playout,
    "machine": check_machine,
}
"""By the name under which a fault is told; what others rest on comes first."""


# The record of the game


def check_rules(game: Game) -> None:
    """The rules page has a title, a summary and numbered clauses, and refers only to clauses that are there."""
    named = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.name)
    require(bool(named), f"the name of the game is {game.name!r}: small letters, digits and hyphens are needed")
    require(bool(game.title and game.summary), "the game needs a title and a summary")
    rules = game.rules
    chapters = list(rules.chapters)
    require(len(chapters) > 1, "the rules page has no chapter with numbered clauses")
    for number, clause in rules.clauses.items():
        require(bool(clause.text) or clause.mark == "chapter", f"the clause {number} has no text")
    letter = chapters[0][0]
    missing = sorted(set(re.findall(rf"\b{letter}\d+(?:\.\d+)?\b", rules.page)) - set(rules))
    require(not missing, f"the rules page refers to {', '.join(missing)}, which it does not have")
    last = chapters[-1]
    has_notation = "notation" in rules.chapters[last].lower() and bool(rules[last])
    require(has_notation, f"the last chapter, {last}, is not about notation")
    for word, number in game.look.clauses.items():
        require(number in rules, f"the word {word} has the clause {number}, which the rules do not have")


def check_options(game: Game) -> None:
    """Options take their usual value and refuse what they do not know."""
    wrong: list[tuple[str, Value]] = [
        ("no_such_option", 1),
        *((option.name, "no such value") for option in game.options),
    ]
    for name, value in wrong:
        refused = _raises(InvalidOption, lambda given={name: value}: game.start(**given))  # type: ignore[misc]
        require(refused, f"the option {name}={value!r} is not refused")
    for option in game.options:
        usual = option.default
        require(option.read(usual) == usual, f"the option {option.name} refuses its usual value, {usual!r}")


GAME_CHECKS: dict[str, Callable[[Game], None]] = {"rules": check_rules, "options": check_options}
