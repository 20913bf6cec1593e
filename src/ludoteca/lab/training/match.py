"""The match that decides whether a new network is kept."""

from typing import NamedTuple

from ludoteca.arena.match import Match
from ludoteca.arena.rating import Rating


class Verdict(NamedTuple):
    """What a match says of the first player."""

    is_stronger: bool
    """The test has proved it; not, if it has proved the contrary or was not sure at the end."""
    rating: Rating
    games: int
    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, match: Match) -> "Verdict":
        first = match.standings()[0]
        return cls(match.verdict == "high", match.rating(), first.games, first.wins, first.draws, first.losses)

    def __str__(self) -> str:
        score = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"{round(self.rating.elo):+d} ± {self.rating.margin:.0f} Elo in {self.games} games ({score})"
