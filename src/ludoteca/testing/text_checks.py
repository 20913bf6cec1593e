"""Checks of texts, refusals, picks, and of whatever else may come in."""

import re
from collections.abc import Iterable
from contextlib import suppress
from random import Random

from ludoteca.core.look import Picks
from ludoteca.core.position import Position
from ludoteca.core.record import Record, read_record
from ludoteca.core.ruling import IllegalMove, InvalidPosition, LudotecaError
from ludoteca.search.playout import Playout
from ludoteca.testing.requirements import (
    PLAYOUT_PLIES,
    SAMPLE,
    Fault,
    affordable,
    everything,
    require,
    require_ruling,
    require_same,
    sample,
)


def check_move_texts(position: Position, random: Random) -> None:
    """Each legal move has a text of its own, which reads back as the move and is explained as legal."""
    texts: dict[str, int] = {}
    for move in position.legal_moves():
        text = position.move_text(move)
        require(text not in texts, f"two legal moves are both written {text!r}")
        require(bool(text) and len(text.split()) == 1, f"a move is written {text!r}: a text without spaces is needed")
        texts[text] = move
    for move in sample(list(texts.values()), random):
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


# Refusals


def check_refusals(position: Position, random: Random) -> None:
    """A move that is not legal is refused with a message and a clause that the rules have."""
    legal = {position.move_text(move) for move in position.legal_moves()}
    before = everything(position)
    for text in _attempted_moves(position, random):
        ruling = position.explain(text)
        if ruling is None:
            meant = position.move_text(position.parse_move(text))
            require(meant in legal, f"{text} is not legal, but explain() finds nothing against it")
            continue
        require_ruling(position, text, ruling)
        try:
            position.push_text(text)
        except IllegalMove as refused:
            require(refused.ruling == ruling, f"{text} is refused by {refused.ruling}, but explained by {ruling}")
        else:
            raise Fault(f"{text} is refused ({ruling}), but can be pushed")
    require_same(everything(position), before, "after moves were refused")


def _attempted_moves(position: Position, random: Random) -> list[str]:
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
        attempts: tuple[Picks, ...] = ((cell,), (word, cell), (cell, word), (cell, word, cells[-1 - cell]), (word,))
        for attempt in attempts:
            answer = look.text_of_picks(position, attempt)
            ruling = position.explain(answer) if isinstance(answer, str) else answer
            if ruling is not None:
                require_ruling(position, f"picking {attempt}", ruling)


def check_text(position: Position, text: str, random: Random) -> None:
    """Whatever text comes in, the answer is a ruling or an error of our own, and nothing is lost."""
    before = everything(position)
    moves = [position.move_text(move) for move in before.legal_moves[:50]] or ["a1a2"]
    for attempt in (text, mangled(random.choice(moves), text, random), random.choice(moves) + text):
        ruling = position.explain(attempt)
        if ruling is not None:
            require_ruling(position, repr(attempt), ruling)
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
