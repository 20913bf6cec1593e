"""Positions of Tomb Chess from a few words, for tests."""

import re
from typing import Any

import ludoteca

GAME = ludoteca.game("tomb-chess")
NAMES = GAME.look.sheet({}).geometry.names
ALWAYS = {"K": "b1", "k": "k12", "P": "a2", "p": "l11"}
"""Where kings and a pawn of each side stand unless a test says otherwise."""


def place(
    units: str,
    side: str = "S",
    states: str = "-",
    walls: str = "-",
    graves: str = "-",
    pusher: str = "-",
    turn: int = 1,
    **options: Any,
) -> Any:
    """`place("Re4 pe7")`: a rook and a pawn, with kings and a pawn each out of the way."""
    stands: dict[str, str] = {}
    for word in units.split():
        assert word[1:] in NAMES, word
        assert word[1:] not in stands, word
        stands[word[1:]] = word[0]
    for letter, square in ALWAYS.items():
        is_dead = letter in "Kk" and letter in re.sub(r"[a-l]\d+:", "", graves)
        if letter not in stands.values() and not is_dead:
            assert square not in stands, f"{square} is taken, say where {letter} stands"
            stands[square] = letter
    ranks = []
    for rank in range(12, 0, -1):
        row = "".join(stands.get(f"{file}{rank}", ".") for file in "abcdefghijkl")
        ranks.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    told = " ".join(map(in_order, (states, walls, graves)))
    return GAME.parse(f"{'/'.join(ranks)} {side} {told} {pusher} {turn}", **options)


def in_order(field: str) -> str:
    """The items of a field as the notation orders them."""
    return (
        field
        if field == "-"
        else ",".join(sorted(field.split(","), key=lambda item: NAMES.index(re.split("[=:]", item)[0])))
    )


def moves(position: ludoteca.Position, start: str = "") -> set[str]:
    """The legal moves whose text begins so."""
    return {text for text in map(position.move_text, position.legal_moves()) if text.startswith(start)}


def ends(position: ludoteca.Position, origin: str) -> set[str]:
    """The squares that a unit reaches with a single plain leg."""
    found = moves(position, f"{origin}-")
    return {match[1] for text in found if (match := re.fullmatch(rf"{origin}-([a-l]\d+)", text))}


def fields(position: ludoteca.Position) -> dict[str, str]:
    names = ("board", "side", "states", "walls", "graves", "pusher", "turn")
    return dict(zip(names, str(position).split(" "), strict=True))


def unit(position: ludoteca.Position, square: str) -> str:
    """The letter on a square, or nothing."""
    return GAME.look.view(position).units.get(NAMES.index(square), "")


def played(position: ludoteca.Position, *texts: str) -> ludoteca.Position:
    """A copy on which moves were made."""
    after = position.copy()
    for text in texts:
        after.push_text(text)
    return after


def clause(position: ludoteca.Position, text: str) -> str:
    """The clause that forbids a move."""
    ruling = position.explain(text)
    assert ruling is not None, f"{text} is legal"
    return str(ruling.clause)
