"""What `ludoteca train` does."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from ludoteca import game
from ludoteca.cli.commands import chosen_options, results_alone
from ludoteca.cli.lab_commands import ProgressLine, needing_extra
from ludoteca.core.network import Network
from ludoteca.core.ruling import LudotecaError
from ludoteca.players.networks import know_network

if TYPE_CHECKING:
    from ludoteca.lab.training.command import Round, Told


def run_train(parsed: argparse.Namespace) -> None:
    from pathlib import Path

    from ludoteca.arena.executor import make_executor

    with needing_extra("lab"):
        from ludoteca.lab.training.command import NETWORK, Round, train
        from ludoteca.lab.training.plan import TrainingPlan
        from ludoteca.lab.training.samples import features_of

    names = (
        "nodes",
        "imitate",
        "rounds",
        "hidden",
        "epochs",
        "minutes",
        "batch",
        "rate",
        "blend",
        "decay",
        "scale",
        "seed",
        "against",
    )
    given = {name: getattr(parsed, name) for name in (*names, "match_games", "max_moves")}
    given |= {"opening_plies": parsed.opening, "milliseconds": parsed.movetime}
    given["games"] = 0 if parsed.corpus and parsed.games is None else parsed.games
    given["corpora"] = tuple(parsed.corpus) or None
    given["sprt"] = tuple(parsed.sprt) if parsed.sprt else None
    settings = {name: value for name, value in given.items() if value is not None}
    chosen, options = game(parsed.game), chosen_options(parsed)
    if parsed.begin:
        first = Network.load(parsed.begin, features_of(chosen, chosen.choose(options)), chosen.name)
        if settings.setdefault("hidden", first.hidden) != first.hidden:
            raise LudotecaError(f"{parsed.begin} has a hidden layer of {first.hidden} units, so --hidden has to say so")
        settings["begin"] = know_network(first.to_bytes()).partition(":")[2]
    plan = TrainingPlan.checked(chosen, options, **settings)
    folder = Path(parsed.out)
    progress = _Progress()
    rounds: list[Round] = []
    try:
        with results_alone(), make_executor(parsed.workers, parsed.ray) as executor:
            for told in train(plan, folder, executor, parsed.workers):
                if isinstance(told, Round):
                    progress.end()
                    rounds.append(told)
                else:
                    progress.tell(told)
    finally:
        progress.end()
    if parsed.json:
        print(json.dumps({"folder": str(folder), "rounds": [_values(each) for each in rounds]}, ensure_ascii=False))
        return
    for each in rounds:
        print(_in_words(each))
    kept = [each.number for each in rounds if each.is_kept]
    if kept:
        print(f"{folder / NETWORK} is the network of round {kept[-1]}")
    else:
        print("no network was kept, for none was proved to be the stronger: see --match-games and --games")
        print("each network is in the folder of its round")


def _in_words(each: "Round") -> str:
    apart = each.difference
    return (
        f"round {each.number}: {each.samples} positions, {each.epochs} epochs, validation loss "
        f"{each.validation_loss:.5f}; integers differ from floats by {apart.mean:.1f} on the average, "
        f"{apart.largest:.0f} at most (scale {each.scale}); against {each.opponent} {each.verdict}: "
        f"{'kept' if each.is_kept else 'not kept'}"
    )


def _values(each: "Round") -> dict[str, Any]:
    verdict = {**each.verdict._asdict(), "rating": each.verdict.rating._asdict()}
    return {**each._asdict(), "difference": each.difference._asdict(), "verdict": verdict}


class _Progress:
    """A line for each step of a round."""

    def __init__(self) -> None:
        self.step = ("", 0)
        self.line: ProgressLine | None = None

    def tell(self, told: "Told") -> None:
        step = (told.what.split(" (")[0], told.round)
        if step != self.step or self.line is None:
            self.end()
            self.step, self.line = step, ProgressLine("")
        self.line.what = f"{told.what}, round {told.round}"
        self.line.tell(told.done, told.total, told.done_now)

    def end(self) -> None:
        if self.line:
            self.line.end()
        self.line = None
