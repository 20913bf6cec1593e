"""The match that decides whether a new network is kept: a sequential test of pairs of games.

Games are judged in the order of their numbers, whichever ended first, so that a match by nodes ends at the same game
however many workers there were, and whether it was broken off or not.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludoteca.arena.executor import Executor
from ludoteca.arena.match import Match, Plan, Played, play_game
from ludoteca.arena.rating import Rating
from ludoteca.lab.training.files import write_whole


class Verdict(NamedTuple):
    """What a match says of the first player."""

    is_stronger: bool
    """The test has proved it; not, if it has proved the contrary or was not sure at the end."""
    rating: Rating
    games: int
    wins: int
    draws: int
    losses: int

    def __str__(self) -> str:
        score = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"{round(self.rating.elo):+d} ± {self.rating.margin:.0f} Elo in {self.games} games ({score})"


class Trial:
    """A match of two players that ends when the test is sure."""

    def __init__(self, plan: Plan, sprt: tuple[float, float], folder: Path) -> None:
        self.plan = plan
        self.sprt = sprt
        self.folder = folder
        self.games = {game.number: game for game in Match(plan, folder).played}
        self.judged: list[Played] = []
        self.said = ""
        self._judge()

    def run(self, executor: Executor) -> Iterator[int]:
        """Play until the test is sure, or all games are played; yields how many count so far."""
        missing = [number for number in range(self.plan.games) if number not in self.games]
        yield len(self.judged)
        if self.said:
            return
        for _, game in executor.completed(partial(play_game, self.plan), missing):
            self.games[game.number] = game
            path = self.folder / f"{game.number + 1:05}.txt"
            write_whole(path, lambda out, record=game.record: out.write(record.encode()))  # type: ignore[misc]
            self._judge()
            yield len(self.judged)
            if self.said:
                return

    def _judge(self) -> None:
        """Look at the test after each pair, as far as there are games without a gap."""
        while not self.said and all(len(self.judged) + place in self.games for place in (0, 1)):
            self.judged += [self.games[len(self.judged)], self.games[len(self.judged) + 1]]
            self.said = self._match().verdict(self.sprt)

    def _match(self) -> Match:
        match = Match(self.plan)
        match.played = self.judged
        return match

    def verdict(self) -> Verdict:
        match = self._match()
        first = match.standings()[0]
        return Verdict(self.said == "high", match.rating(), first.games, first.wins, first.draws, first.losses)
