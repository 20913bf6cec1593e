"""What decides how a network comes about: the same plan gives the same bytes."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ludoteca.arena.fingerprint import source_digest
from ludoteca.arena.rating import check_sprt
from ludoteca.core.game import Game
from ludoteca.core.network import LARGEST_SCALE, MAX_HIDDEN
from ludoteca.core.option import Value
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.lab.corpus import read_plan
from ludoteca.lab.training.arithmetic import BLOCK
from ludoteca.lab.training.files import LOCK, locked, write_whole
from ludoteca.lab.training.samples import features_of

PLAN_FILE = "plan.json"
FORMAT = 2
MOST_NODES, LEAST_NODES = 1000, 200
SELF_PLAY_SECONDS = 0.0005
"""What a move of self-play may take, about, unless the number of nodes is given."""
AGAINST = ("old", "hand")
MOST_MINUTES = 100_000


@dataclass(frozen=True)
class TrainingPlan:
    """All that decides how training goes. Make one with `TrainingPlan.checked`."""

    game: str
    options: Mapping[str, Value]
    corpora: tuple[str, ...] = ()
    """Folders with games that there are already."""
    games: int = 10_000
    """Of self-play, in each round."""
    nodes: int = 0
    """For each move of self-play and, without a time, of the match."""
    opening_plies: int = 8
    max_moves: int = 250
    imitate: int = 0
    """So many positions near each one of the games are learned as the present evaluator judges them, in the first
    round."""
    rounds: int = 1
    hidden: int = 256
    epochs: int = 0
    """Without a number, and without minutes, more are tried as long as that helps."""
    minutes: float = 0.0
    """Of training in each round, where the epochs are not given."""
    batch: int = 2048
    rate: float = 0.001
    blend: float = 0.2
    decay: float = 0.1
    """Of the weights: see `learning.TrainingSettings`."""
    scale: int = 0
    """0 for the one that fits best."""
    seed: int = 1
    begin: str = ""
    """The network whose weights training begins with, as `know_network` names it; none for small random ones."""
    against: str = "old"
    match_games: int = 1000
    milliseconds: int = 0
    """For each move of the match; 0 if nodes limit it."""
    sprt: tuple[float, float] = (0.0, 30.0)
    source: str = ""
    """What a game of others was made of, when the plan was made; nothing for games of this package."""

    @classmethod
    def checked(cls, game: Game, options: Mapping[str, Value], **settings: Any) -> "TrainingPlan":
        """A plan that can be carried out, with all options of its game; or LudotecaError."""
        plan = cls(game.name, game.choose(options), source=source_digest(game), **settings)
        features_of(game, plan.options)
        if plan.hidden % BLOCK or not BLOCK <= plan.hidden <= MAX_HIDDEN:
            raise LudotecaError(
                f"a hidden layer has a multiple of {BLOCK} units, up to {MAX_HIDDEN}, not {plan.hidden}"
            )
        if plan.against not in AGAINST:
            raise LudotecaError(f"a new network plays against {' or '.join(AGAINST)}, not {plan.against[:20]!r}")
        if not 0 <= plan.blend <= 1:
            raise LudotecaError(f"the result counts from 0 to 1, not {plan.blend:g}")
        if not 0 < plan.rate <= 1:
            raise LudotecaError(f"a learning rate is above 0 and at most 1, not {plan.rate:g}")
        if not 0 <= plan.decay <= 100:
            raise LudotecaError(f"a decay of weights is from 0 to 100, not {plan.decay:g}")
        if not 0 <= plan.minutes <= MOST_MINUTES:
            raise LudotecaError(f"minutes of training are from 0 to {MOST_MINUTES}, not {plan.minutes:g}")
        if not 0 <= plan.scale <= LARGEST_SCALE:
            raise LudotecaError(f"a scale is from 0 to {LARGEST_SCALE}, not {plan.scale}")
        check_sprt(*plan.sprt)
        if not plan.corpora and not plan.games:
            raise LudotecaError("without games and without a corpus there is nothing to learn from")
        for name, least in (("batch", 1), ("rounds", 1), ("match_games", 2), ("opening_plies", 0), ("max_moves", 1)):
            if getattr(plan, name) < least:
                raise LudotecaError(f"{name.replace('_', ' ')}: a number from {least} up is wanted")
        plan._check_corpora()
        return plan._completed(game)

    def _check_corpora(self) -> None:
        for folder in self.corpora:
            corpus = read_plan(Path(folder))
            if (corpus.game, dict(corpus.options)) != (self.game, dict(self.options)):
                raise LudotecaError(f"{folder} has games of {corpus.game} with other rules than these")

    def _completed(self, game: Game) -> "TrainingPlan":
        """With what depends on the game where nothing was said."""
        nodes = max(LEAST_NODES, min(MOST_NODES, round(SELF_PLAY_SECONDS * game.nodes_a_second)))
        # Nodes of a search and tries of a Monte Carlo search cannot be compared; time can.
        milliseconds = self.milliseconds if self.milliseconds or game.has_evaluator else 50
        # The same folders, whatever the working directory.
        corpora = tuple(str(Path(each).resolve()) for each in self.corpora)
        return replace(self, corpora=corpora, nodes=self.nodes or nodes, milliseconds=milliseconds)

    @property
    def played(self) -> Game:
        return GAMES[self.game]

    def to_json(self) -> str:
        """Equal plans have equal texts."""
        values = {**asdict(self), "options": dict(sorted(self.options.items()))}
        for name in ("begin", "source"):
            if not values[name]:
                del values[name]
        return json.dumps({"format": FORMAT, **values}, ensure_ascii=False, indent=1)

    @contextmanager
    def begin_folder(self, folder: Path) -> Iterator[None]:
        """Make a folder that holds what comes of the plan, or see that it is one already; other runs are kept out."""
        path = folder / PLAN_FILE
        with ExitStack() as stack:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                names = {each.name for each in folder.iterdir()}
                # Another run may begin at this moment.
                if PLAN_FILE not in names and not names <= {LOCK, f"{PLAN_FILE}.part"}:
                    raise LudotecaError(f"{folder} holds other things than a training; choose another folder")
                stack.enter_context(locked(folder))
                if not path.exists():
                    write_whole(path, lambda out: out.write(f"{self.to_json()}\n".encode()))
                differences = self._differences(path)
            except OSError as error:
                raise LudotecaError(f"{folder} cannot be used: {error.strerror}") from error
            if differences:
                raise LudotecaError(
                    f"{folder} holds a training by another plan, which differs in {', '.join(differences)}; "
                    "choose another folder"
                )
            yield

    def _differences(self, path: Path) -> list[str]:
        """What is not the same in the plan of a file, in words."""
        try:
            known = dict(json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError) as error:
            raise LudotecaError(f"{path} is not the plan of a training; choose another folder") from error
        own = json.loads(self.to_json())
        source = f"the source of {self.game} (its code, or a network beside it, has changed since)"
        names = [name for name in {**own, **known} if own.get(name) != known.get(name)]
        return [source if name == "source" else name.replace("_", " ") for name in names]
