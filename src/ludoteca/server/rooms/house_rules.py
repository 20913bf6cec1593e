"""Results that no game's rules know: resignation, time and agreed draws. They have clauses of their own."""

from ludoteca.core.message import Message, translatable
from ludoteca.core.outcome import Outcome, drawn, won_by
from ludoteca.core.rules import Clause
from ludoteca.server.rooms.quota import MAX_OFFERS, MAX_SEAT_CHANGES
from ludoteca.server.rooms.retention import PLAYED_DAYS, SOLO_DAYS

TITLE = Message("House rules of every game")
CLAUSES = {
    "H1": Message(
        "Who resigns or leaves a game of two loses it. In a game of three or more the machine takes over the seat "
        "and the game goes on."
    ),
    "H2": Message(
        "Who has used up the time of the clock loses a game of two. In a game of three or more the machine takes "
        "over the seat. Machines have no clock. No clock runs before a move was played with all seats taken. With "
        "days a move the time begins anew with every move, played or taken back."
    ),
    "H3": Message(
        "A game is drawn when all who play agree to it, machines too. Nobody can agree for an open seat, so there is "
        "no draw while a seat is open."
    ),
    "H4": Message(
        "A game that began by older rules goes on by the present ones if all its moves are legal by them. "
        "Otherwise it ends without a result at the last position that they allow, and its record keeps all moves."
    ),
    "H5": Message(
        "Who has a seat may hand it to the machine at any time. After the first move a machine's seat is opened, or "
        "gets another level, only if all other people who play agree. Who plays with machines alone changes them "
        "freely."
    ),
    "H6": Message(
        "A clock belongs to its seat. Who hands a seat over leaves its time as it is, and who takes it goes on with "
        "what is left. Once a move was played with all seats taken, the clock of an open seat runs in its turn, too."
    ),
    "H7": Message(
        "In one game a person changes names and seats at most {seat_changes} times, and offers or takes back at most "
        "{offers} times. Moves, answers to offers and resigning have no such limit.",
        seat_changes=MAX_SEAT_CHANGES,
        offers=MAX_OFFERS,
    ),
    "H8": Message(
        "A game in which no person has moved is removed when nobody was there for a day, or earlier if the server is "
        "full. One in which one person has moved ends without a result after {solo_days} days in which nobody was "
        "there, any other after {days}. With clocks all this is longer by the time for a move.",
        solo_days=SOLO_DAYS,
        days=PLAYED_DAYS,
    ),
}


def clauses() -> list[Clause]:
    return [Clause(number, translatable("house"), text, "") for number, text in CLAUSES.items()]


def resigned(seat: int, title: str) -> Outcome:
    return won_by(1 - seat, 2, "H1", Message("{seat} has resigned", seat=Message(title)))


def out_of_time(seat: int, title: str) -> Outcome:
    return won_by(1 - seat, 2, "H2", Message("{seat} is out of time", seat=Message(title)))


def illegal_since_revision(number: int, text: str, version: int) -> Outcome:
    return _without_result(
        "H4",
        Message(
            "by version {version} of the rules move {number}, {text}, is not legal any more",
            version=version,
            number=number,
            text=text,
        ),
    )


def ended_before_revision(old_version: int, version: int) -> Outcome:
    return _without_result(
        "H4",
        Message(
            "it had ended by version {old_version} of the rules, but by version {version} it would go on",
            old_version=old_version,
            version=version,
        ),
    )


def nobody_plays() -> Outcome:
    return _without_result("H8", Message("nobody has played for a long time"))


def _without_result(clause: str, reason: str) -> Outcome:
    """Nobody has a payoff."""
    return Outcome((), None, clause, reason)


def agreed(seats: int) -> Outcome:
    return drawn(seats, "H3", Message("all have agreed to a draw"))
