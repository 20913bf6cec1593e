"""What to play so that a report can tell what it cannot tell yet."""

import shlex
from dataclasses import replace

from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study_plan import command_words, games_for


def more_besides(command: str, plan: SelfPlayPlan, count: int) -> str:
    """How to get so many games of a set that a report plays besides its own, which has not more than a few."""
    if games := games_for(count):
        return f"Play about {games:,} games (--games {games})."
    plan = replace(plan, games=count, seed=1)
    if command == "report":
        words = [*command_words(command, plan), "--out", "more.html"]
    else:
        # A match takes neither nodes nor a position.
        words = command_words(command, replace(plan, nodes=0, start=""))
    return f"Try: {shlex.join(words)}"
