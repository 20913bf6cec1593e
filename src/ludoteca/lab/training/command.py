"""From a game to its network: rounds of self-play, training and a match, each step kept in a folder as it is done."""

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.arena.executor import Executor, GamesExecutor
from ludoteca.arena.match import Match, Plan
from ludoteca.core.network import LARGEST_SCALE, Network
from ludoteca.lab.corpus import begin_folder
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.training.files import from_json, read_json, reading, write_whole
from ludoteca.lab.training.learning import Loss, Training, TrainingSettings, fitted_scale
from ludoteca.lab.training.match import Verdict
from ludoteca.lab.training.plan import TrainingPlan
from ludoteca.lab.training.plot import draw_losses
from ludoteca.lab.training.quantise import Difference, difference, fill_weights, quantise
from ludoteca.lab.training.samples import TRAINING, VALIDATION, features_of, make_samples, read_samples, views_of
from ludoteca.lab.training.shape import Shape
from ludoteca.players.networks import know_network, load_network

NETWORK, RESULT, SETTINGS = "network.bin", "result.json", "settings.json"
TRIED_EPOCHS = (1, 2, 4, 8, 16, 32)
"""Where no number of epochs is given: few games are soon known by heart, and then more epochs do harm."""
COMPARED = 2000
"""So many samples are looked at for what the integers change."""
TRIED_SECONDS = 2.0
"""How long training is tried to see how fast it is, where it is limited by time."""


class Told(NamedTuple):
    """How far a step of a round is."""

    round: int
    what: str
    """What is counted: games, files, positions, or games of the match."""
    done: int
    total: int
    done_now: int
    """Of these, by this run."""


class Round(NamedTuple):
    """What came out of a round."""

    number: int
    samples: int
    validation_loss: float
    scale: int
    epochs: int
    difference: Difference
    opponent: str
    verdict: Verdict
    is_kept: bool


def train(plan: TrainingPlan, folder: Path, executor: Executor, threads: int = 1) -> Iterator[Told | Round]:
    """Carry a plan out, or go on with it; yields how far it is, and what came out of each round."""
    executor = GamesExecutor(executor, plan.played)
    with plan.begin_folder(folder):
        for number in range(1, plan.rounds + 1):
            yield from _Round(plan, folder, number).run(executor, threads)


class _Round:
    def __init__(self, plan: TrainingPlan, folder: Path, number: int) -> None:
        self.plan = plan
        self.first = load_network(plan.begin, plan.game) if plan.begin else None
        self.whole = folder
        self.number = number
        self.folder = _folder(folder, number)
        self.folder.mkdir(exist_ok=True)
        self.features = features_of(plan.played, plan.options)

    def run(self, executor: Executor, threads: int) -> Iterator[Told | Round]:
        path = self.folder / RESULT
        old = self._old_network()
        if not path.exists():
            yield from self._play(executor, old)
            yield from self._extract(executor)
            yield from self._learn(threads)
            new = (self.folder / NETWORK).read_bytes()
            yield from self._match(executor, old, new)
        result = _read_result(path)
        if result.is_kept:
            content = _read_network(self.folder)
            write_whole(self.whole / NETWORK, lambda out: out.write(content))
        yield result

    def _old_network(self) -> bytes | None:
        """The network that was kept last, or the game's own; None if it is to be the evaluator written by hand."""
        for number in range(self.number - 1, 0, -1):
            before = _folder(self.whole, number)
            if _read_result(before / RESULT).is_kept:
                return _read_network(before)
        own = self.plan.played.network(self.plan.options) if self.plan.against == "old" else None
        return own.to_bytes() if own else None

    def _play(self, executor: Executor, old: bytes | None) -> Iterator[Told]:
        if not self.plan.games:
            return
        # Until a network has won, the machine plays as it does today.
        player = know_network(old) if old and self.number > 1 else "engine:8"
        games = SelfPlayPlan.checked(
            self.plan.played,
            self.plan.options,
            (player,),
            self.plan.games,
            self.plan.seed * 1000 + self.number,
            opening_plies=self.plan.opening_plies,
            nodes=self.plan.nodes,
            max_moves=self.plan.max_moves,
        )
        begin_folder(self.folder / "games", games)
        for progress in play_corpus(games, self.folder / "games", executor):
            yield Told(self.number, "games of self-play", *progress)

    def _extract(self, executor: Executor) -> Iterator[Told]:
        corpora, samples = [Path(each) for each in self.plan.corpora], self.folder / "samples"
        if self.plan.games:
            own = [_folder(self.whole, number) / "games" for number in range(1, self.number + 1)]
            corpora += [Path(os.path.relpath(each, samples)) for each in own]
        # Once a network has won, there is nothing to imitate that it does not know.
        imitations = self.plan.imitate if self.number == 1 else 0
        for progress in make_samples(corpora, samples, executor, imitations):
            yield Told(self.number, "files of games read", *progress)

    def _learn(self, threads: int) -> Iterator[Told]:
        training = read_samples(self.folder / "samples", TRAINING)
        validation = read_samples(self.folder / "samples", VALIDATION)
        shape = Shape(
            self.features.count,
            self.features.slots,
            self.plan.hidden,
            views_of(self.features.seats),
            self.features.buckets,
        )
        settings = self._settings(shape, training, validation, threads)
        best: Training | None = None
        for epochs in TRIED_EPOCHS if self._tries_epochs else (settings.epochs,):
            learned = Training(shape, settings._replace(epochs=epochs), training, validation, threads)
            if self.first:
                fill_weights(shape, learned.state.weights, self.first, self.features.seats)
            yield from self._run(learned)
            if best and learned.state.losses[-1].validation >= best.state.losses[-1].validation:
                break
            best = learned
        assert best is not None
        self._keep(best, validation)

    @property
    def _tries_epochs(self) -> bool:
        return not (self.plan.epochs or self.plan.minutes)

    def _run(self, learned: Training) -> Iterator[Told]:
        """Train to the end, or go on."""
        epochs, drawn = learned.settings.epochs, 0
        what = name = f"positions for {epochs} epochs"
        for progress in learned.run(self.folder / f"checkpoint-{epochs}.npz"):
            if len(progress.losses) > drawn:
                drawn = len(progress.losses)
                self._draw(progress.losses)
                last = progress.losses[-1]
                what = f"{name} (epoch {last.epoch}: losses {last.training:.5f} and {last.validation:.5f})"
            yield Told(self.number, what, progress.done, progress.samples, progress.done_now)

    def _keep(self, learned: Training, validation: Any) -> None:
        """Write the network, and how it learned."""
        settings, losses, samples = learned.settings, learned.state.losses, len(learned.training)
        self._draw(losses)
        made = {
            "by": "ludoteca train",
            "plan": {**json.loads(self.plan.to_json()), "corpora": len(self.plan.corpora)},
            "round": self.number,
            "samples": samples,
            "settings": settings._asdict(),
            "validation_loss": losses[-1].validation,
        }
        network = quantise(
            learned.shape, learned.state.weights, self.plan.game, self.features, round(settings.scale), made
        )
        some = validation[:COMPARED]
        apart = difference(network, some, learned.outputs(some), self.features.seats)
        network.made["difference"] = apart._asdict()
        told = {
            "samples": samples,
            "validation_loss": losses[-1].validation,
            "scale": round(settings.scale),
            "epochs": settings.epochs,
            "difference": apart,
        }
        _write_json(self.folder / "learned.json", told)
        network.save(self.folder / NETWORK)

    def _draw(self, losses: Sequence[Loss]) -> None:
        write_whole(self.folder / "losses.svg", lambda out: out.write(draw_losses(losses).encode()))

    def _settings(self, shape: Shape, training: Any, validation: Any, threads: int) -> TrainingSettings:
        """Those of the plan, with what was fitted and measured when the round came to them first."""
        path = self.folder / SETTINGS
        plan, seats = self.plan, self.features.seats
        usual = TrainingSettings(
            plan.hidden, plan.epochs or 1, plan.batch, plan.rate, plan.blend, 0.0, plan.decay, plan.seed, seats
        )
        if not path.exists():
            # A network that goes on keeps the units of its scores.
            known = self.first.scale if self.first else 0
            settings = usual._replace(scale=float(plan.scale or known or fitted_scale(training, seats)))
            if plan.minutes and not plan.epochs:
                rate = _positions_a_second(Training(shape, settings, training, validation, threads))
                settings = settings._replace(epochs=max(1, round(60 * plan.minutes * rate / len(training))))
            _write_json(path, settings._asdict())
        with reading(path, "the settings of this training"):
            kept: TrainingSettings = from_json(TrainingSettings, read_json(path))
            is_of_plan = kept == usual._replace(epochs=kept.epochs, scale=kept.scale)
            if not is_of_plan or kept.epochs < 1 or not 1 <= kept.scale <= LARGEST_SCALE:
                raise ValueError
        return kept

    def _match(self, executor: Executor, old: bytes | None, new: bytes) -> Iterator[Told]:
        plan = self.plan
        limit = "" if plan.milliseconds else f"?nodes={plan.nodes}"
        names = (know_network(new) + limit, (know_network(old) if old else "hand") + limit)
        games = Plan(
            plan.played,
            plan.options,
            names,
            plan.match_games,
            plan.milliseconds / 1000,
            plan.opening_plies,
            plan.seed * 1000 + 500 + self.number,
        )
        match = Match(games, self.folder / "match", plan.sprt)
        for done_now, _ in enumerate(match.run(executor), 1):
            done = len(match.played)
            yield Told(self.number, "games of the match, at most", done, plan.match_games, done_now)
        verdict = Verdict.of(match)
        learned = json.loads((self.folder / "learned.json").read_text())
        told = {**learned, "opponent": names[1], "verdict": verdict, "is_kept": verdict.is_stronger}
        _write_json(self.folder / RESULT, {"number": self.number, **told})


def _folder(whole: Path, number: int) -> Path:
    return whole / f"round-{number:02}"


def _positions_a_second(training: Training) -> float:
    begin, done = time.monotonic(), 0
    while time.monotonic() - begin < TRIED_SECONDS:
        chosen = range(min(training.settings.batch, len(training.training)))
        training.learn(list(chosen))
        done += len(chosen)
    return done / (time.monotonic() - begin)


def _write_json(path: Path, values: Mapping[str, Any]) -> None:
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    write_whole(path, lambda out: out.write(text.encode()))


def _read_result(path: Path) -> Round:
    with reading(path, "the result of a round"):
        found: Round = from_json(Round, read_json(path))
    return found


def _read_network(folder: Path) -> bytes:
    """The network of a round that was kept."""
    path = folder / NETWORK
    with reading(path, "a network", removed=folder / RESULT):
        content = path.read_bytes()
        Network.from_bytes(content)
    return content
