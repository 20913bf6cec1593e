"""Many games of one kind, played side by side."""

import os
import threading
import weakref
from collections.abc import Iterable, Sequence
from typing import Any, Self, TypeVar

import numpy

from ludoteca.core.game import Game
from ludoteca.core.option import Value
from ludoteca.core.position import Position
from ludoteca.core.ruling import InvalidPosition
from ludoteca.lab import checks
from ludoteca.lab.arrays import Array, aligned
from ludoteca.lab.crew import Crew, Lanes
from ludoteca.lab.lane import BatchArrays, Lane, rewind
from ludoteca.lab.memory import Memory
from ludoteca.lab.space import Space
from ludoteca.search.xorshift import following, seeded

MOST_LANES = 1 << 20
MOST_THREADS = 256
ROOM = 1024
"""For how many legal moves a lane there is room at first, on the average; memory that is not used is not taken."""
KEPT = ("rewards", "terminated", "truncated", "_clauses", "_final_observations", "_ended")
"""The arrays that do not follow from the positions."""
STRIDE = 0x9E3779B9
"""Between the seeds of two lanes."""


class Batch:
    """Lanes of positions of one game; `step` makes one move in each.

    A game that has ended begins anew by itself: `terminated`, `rewards` and `clauses` then tell of the game that ended,
    everything else of the next one. All arrays are made once and written in place by `step`, `act`, `load` and
    `restart`; copy what is to be kept.

    Attributes:
        game: The game.
        options: What was chosen at its start.
        lanes: How many games there are.
        seats: How many play each.
        to_move: int32 a lane: whose decision it is.
        offsets: int64: lane `i` has the legal moves `moves[offsets[i]:offsets[i + 1]]`.
        rewards: float64, lane by seat: what the game that has just ended paid, else 0.
        terminated: bool a lane: whether its game has just ended by the rules.
        truncated: bool a lane: whether its game has just been cut after `max_moves`.
        actions: The space of `act` and `mask`: index, picks or flat.
        action_count: How many actions the space has; 0 if it is index.
        planes: What each plane of an observation tells.
        observation_shape: Planes, rows and columns of an observation.
        pick_names: What each pick is: a cell as the seat to move counts it, a word, or END, the last.
        feature_names: What each byte of a move's `features` tells.

    Examples:
        >>> batch = Batch("xiangqi", 1024, seed=1)
        >>> batch.step(batch.random_choices())
    """

    def __init__(
        self,
        game: str | Game,
        lanes: int,
        seed: int = 0,
        *,
        observations: bool = False,
        mask: bool = False,
        actions: str | None = None,
        threads: int = 1,
        max_moves: int | None = None,
        restart: bool = True,
        buffers: int = 1,
        **options: Value,
    ) -> None:
        self.space = Space(game, actions, options)
        self._has_observations, self._has_mask = bool(observations), bool(mask)
        if self._has_mask:
            self.space.check_mask()
        if self._has_observations:
            self.space.check_observations()
        self._read_space()
        self.lanes = checks.within(lanes, 1, MOST_LANES, "a number of lanes")
        self.max_moves = checks.max_moves(max_moves)
        self.threads = checks.within(threads, 1, MOST_THREADS, "a number of threads")
        self._restarts = bool(restart)
        self._buffers = checks.within(buffers, 1, 2, "a number of buffers")
        self._start = self.game.start(**self.options)
        self._make_arrays()
        self._make_lanes([self._start.copy() for _ in range(self.lanes)], _lane_states(seed, self.lanes))
        self._show(range(self.lanes))

    # Set up

    def _read_space(self) -> None:
        space = self.space
        self.game, self.options, self.seats = space.game, space.options, space.seats
        self.actions, self.action_count = space.actions, space.action_count
        self.planes, self.observation_shape = space.planes, space.observation_shape
        self.pick_names, self.feature_names = space.encoding.picks, space.encoding.features

    def _make_arrays(self) -> None:
        lanes = self.lanes
        self._choices = aligned((lanes,), numpy.int64)
        self._actions = aligned((lanes,), numpy.int64)
        self._actions_memory = Memory(self._actions)
        self._counts = aligned((lanes,), numpy.int64)
        self._ended = aligned((lanes,), numpy.uint8)
        self.offsets = aligned((lanes + 1,), numpy.int64)
        self.to_move = aligned((lanes,), numpy.int32)
        self.rewards = aligned((lanes, self.seats), numpy.float64)
        self.terminated = aligned((lanes,), numpy.bool_)
        self.truncated = aligned((lanes,), numpy.bool_)
        self._clauses = numpy.full(lanes, "", object)
        self._moves = aligned((lanes * ROOM,), numpy.int64)
        self._moves_memory = Memory(self._moves)
        self._are_moves_gathered = False
        self._features: Array = None
        self._are_features_written = False
        self._finished: dict[int, tuple[Position, bool]] = {}
        self._spare: list[Position] = []
        self._turn = 0
        self._observations: list[Array] = []
        self._masks: list[Array] = []
        self._final_observations: Array = None
        if self._has_observations:
            self._observations = [aligned((lanes, *self.observation_shape), numpy.uint8) for _ in range(self._buffers)]
            self._final_observations = aligned((lanes, *self.observation_shape), numpy.uint8)
        if self._has_mask:
            self._masks = [aligned((lanes, self.action_count), numpy.uint8) for _ in range(self._buffers)]
        arrays = {
            "choices": self._choices,
            "counts": self._counts,
            "offsets": self.offsets,
            "to_move": self.to_move,
            "ended": self._ended,
            "rewards": self.rewards,
            "terminated": self.terminated,
            "truncated": self.truncated,
        }
        self.arrays = BatchArrays(lanes, self.seats, arrays)
        self.arrays.max_moves = self.max_moves or 0
        self.arrays.has_observations = self._has_observations
        self.arrays.has_flat_mask = self._has_mask and self.actions == "flat"
        self.arrays.has_pick_mask = self._has_mask and self.actions == "picks"
        self.arrays.keeps_ended = not self._restarts
        self.arrays.is_whole = self._buffers > 1
        self.arrays.has_picks = self.actions == "picks"
        self.arrays.size = self._observations[0][0].size if self._has_observations else 0
        self.arrays.board_size = self.space.encoding.size
        self.arrays.width = self.action_count
        self.arrays.feature_count = len(self.feature_names)
        self._point_to_buffers()

    def _point_to_buffers(self) -> None:
        observations = self._observations[self._turn] if self._has_observations else None
        mask = self._masks[self._turn] if self._has_mask else None
        self.arrays.write_to(observations, self._final_observations, mask)

    def _make_lanes(self, positions: Iterable[Position], states: Iterable[int]) -> None:
        self._lanes = Lanes(
            Lane(number, position, self.game.encoding(self.options), state)
            for number, (position, state) in enumerate(zip(positions, states, strict=True))
        )
        self._crew = Crew(self._lanes, self.arrays, 1)
        self._process = 0

    # What the lanes show

    @property
    def moves(self) -> Array:
        """All legal moves of all lanes as int64, one lane after the other; written when first asked for after a step.

        The array stays where it is unless the lanes come to have more than 1,024 moves on the average.
        """
        total = int(self.offsets[self.lanes])
        if not self._are_moves_gathered:
            if total > len(self._moves):
                self._moves = aligned((2 * total,), numpy.int64)
                self._moves_memory = Memory(self._moves)
            self._lanes.gather(self.arrays, self._moves_memory)
            self._are_moves_gathered = True
        return self._moves[:total]

    @property
    def clauses(self) -> Array:
        """A text a lane: the clause by which its game has just ended, or nothing; written when asked for."""
        for number, (position, _) in self._finished.items():
            if self.terminated[number] and not self._clauses[number]:
                outcome = position.outcome()
                assert outcome, f"lane {number} has no legal move, but is not over: {position}"
                self._clauses[number] = outcome.clause
        return self._clauses

    @property
    def features(self) -> Array:
        """uint8, a row for each of `moves`: what `feature_names` name; written when first asked for after a step."""
        if not self.feature_names:
            raise AttributeError(f"{self.game.name} has no features of moves")
        total = int(self.offsets[self.lanes])
        if self._features is None or total > len(self._features):
            self._features = aligned((max(2 * total, self.lanes * ROOM), len(self.feature_names)), numpy.uint8)
            self._are_features_written = False
        if not self._are_features_written:
            self._lanes.describe(self.arrays, Memory(self._features))
            self._are_features_written = True
        return self._features[:total]

    @property
    def observations(self) -> Array:
        """uint8, lane by plane by row by column: each position as the seat to move sees it."""
        if not self._has_observations:
            raise AttributeError("this batch has no observations: make it with observations=True")
        return self._observations[self._turn]

    @property
    def final_observations(self) -> Array:
        """As `observations`, of the last position of a lane's last game; written when a game ends."""
        if not self._has_observations:
            raise AttributeError("this batch has no observations: make it with observations=True")
        return self._final_observations

    @property
    def mask(self) -> Array:
        """uint8, lane by action: 1 where an action is legal."""
        if not self._has_mask:
            raise AttributeError("this batch has no mask: make it with mask=True")
        return self._masks[self._turn]

    def texts(self) -> list[str]:
        """The position text of each lane."""
        return [str(lane.position) for lane in self._lanes]

    def position(self, lane: int) -> Position:
        """A copy of a lane's position, history included."""
        return self._lanes[self._lane_number(lane)].position.copy()

    def picked(self, lane: int) -> list[int]:
        """The picks of the move in a lane that is not yet picked to its end."""
        return self._lanes[self._lane_number(lane)].picks_made()

    def lengths(self) -> list[int]:
        """How many moves each lane's game has had since it began or was loaded."""
        return [lane.length for lane in self._lanes]

    # Moves

    def step(self, choices: Sequence[int] | Array) -> None:
        """Make a move in each lane: `choices[i]` is an index into the legal moves of lane `i`.

        A lane that is over, which there is only with `restart=False`, takes -1.
        """
        self._read(choices, self._choices, "choice")
        bad = self.arrays.bad_choice()
        if bad >= 0:
            raise self._refusal(bad, self._choices[bad], f"a choice is 0 to {self._counts[bad] - 1}")
        self._advance()

    def act(self, actions: Sequence[int] | Array) -> None:
        """As `step`, by actions of the batch's space. A lane whose move is not yet picked to its end stays as it is."""
        if self.actions == "index":
            self.step(actions)
            return
        self._read(actions, self._actions, "action")
        choose = self._lanes.find_flat if self.actions == "flat" else self._lanes.take_picks
        bad = choose(self.arrays, self._actions_memory)
        if bad >= 0:
            raise self._refusal(bad, self._actions[bad], "the mask has what is legal")
        self._advance()

    def random_choices(self) -> Array:
        """A random index for each lane, by the lane's own generator; the array is written anew by each call."""
        self._lanes.choose_any(self.arrays)
        return self._choices

    def random_actions(self) -> Array:
        """As `random_choices`, for `act`: every legal move is as likely, however many picks it has."""
        self._lanes.any_actions(self.arrays, self._actions_memory)
        return self._actions

    def _read(self, given: Any, into: Array, what: str) -> None:
        if given is into:
            return
        into[:] = checks.integers(given, self.lanes, what)

    def _refusal(self, lane: int, given: int, advice: str) -> ValueError:
        count = int(self._counts[lane])
        if count == 0:
            return ValueError(f"lane {lane} is over: it takes -1, not {given}")
        return ValueError(f"lane {lane} has {count} legal moves and none by {given}: {advice}")

    def _advance(self) -> None:
        if self.threads > 1 and self._process != os.getpid():
            self._start_workers()
        if self._buffers > 1:
            self._turn = 1 - self._turn
            self._point_to_buffers()
        self._are_moves_gathered = False
        self._are_features_written = False
        self._crew.begin()
        try:
            # No lane has these positions any more, so that it can be done while the other threads are at work.
            if self._finished:
                self._forget_endings(list(self._finished))
        finally:
            self._crew.finish()
        if self.arrays.take_failure():
            self._raise_failure()
        if self.arrays.settle():
            self._end_games()

    def _end_games(self) -> None:
        """Keep the games that have ended, for what may be asked of them, and begin the next ones."""
        numbers = self._lanes.ended(self.arrays)
        for number in numbers:
            lane = self._lanes[number]
            self._finished[number] = lane.position, lane.is_from_start
            if self._restarts:
                lane.take(self._spare.pop() if self._spare else self._start.copy(), True)
        if self._restarts:
            self._refresh(numbers)

    def _forget_endings(self, numbers: Iterable[int]) -> None:
        """Positions of games that have ended are used again: that is faster than to make new ones."""
        for number in numbers:
            if number in self._finished:
                position, is_from_start = self._finished.pop(number)
                self._clauses[number] = ""
                if self._restarts and is_from_start:
                    self._spare.append(rewind(position))

    def _restart(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._lanes[number].take(self._start.copy(), True)
        self._show(numbers)

    def _show(self, numbers: Sequence[int]) -> None:
        """Write to the arrays of lanes whose positions have been replaced from outside."""
        self._forget_endings(numbers)
        for mask in self._masks:
            mask[numbers] = 0
        for number in numbers:
            self._lanes[number].forget_end(self.arrays)
        self._refresh(numbers)

    def _refresh(self, numbers: Sequence[int]) -> None:
        self._lanes.refresh(self.arrays, numbers)
        self.arrays.settle()
        self._are_moves_gathered = False
        self._are_features_written = False

    def _raise_failure(self) -> None:
        for lane in self._lanes:
            lane.position.check_complete()

    # Threads

    def _start_workers(self) -> None:
        """Start the threads: at the first step, and in a process that was forked, which has none."""
        self._crew = Crew(self._lanes, self.arrays, min(self.threads, self.lanes))
        for number in range(1, self._crew.count):
            threading.Thread(target=self._crew.serve, args=(number,), name=f"batch-{number}", daemon=True).start()
        self._process = os.getpid()
        weakref.finalize(self, _stop, self._crew, self._process).atexit = False

    # Positions from elsewhere

    def load(self, texts: Sequence[str], lanes: Sequence[int] | None = None) -> None:
        """Go on from position texts, one for each lane or for each of `lanes`; InvalidPosition changes nothing.

        The history begins there. When such a game ends, the next one in the lane begins as usual.
        """
        numbers = self._lane_numbers(lanes)
        texts = checks.several(texts, "texts")
        if len(texts) != len(numbers):
            raise ValueError(f"there is a text for each of {len(numbers)} lanes, not {len(texts)}")
        if len(set(numbers)) < len(numbers):
            raise ValueError("a lane is loaded once at a time")
        found = []
        for number, text in zip(numbers, texts, strict=True):
            position = self._parse(number, text)
            if self._restarts and position.is_over():
                raise InvalidPosition(f"lane {number}: the game is over in {text!r}")
            found.append(position)
        for number, position in zip(numbers, found, strict=True):
            self._lanes[number].take(position, False)
        self._show(numbers)
        if not self._restarts:
            self._end_games()

    def restart(self, lanes: Sequence[int] | None = None) -> None:
        """Begin anew in all lanes, or in some."""
        self._restart(self._lane_numbers(lanes))

    def _parse(self, number: int, text: str) -> Position:
        try:
            position = self.game.parse(text, **self.options)
        except InvalidPosition as error:
            raise InvalidPosition(f"lane {number}: {error}") from error
        return position

    def _lane_numbers(self, lanes: Sequence[int] | None) -> list[int]:
        if lanes is None:
            return list(range(self.lanes))
        return [self._lane_number(lane) for lane in checks.several(lanes, "lanes")]

    def _lane_number(self, lane: int) -> int:
        return checks.within(lane, 0, self.lanes - 1, "a lane")

    # Copies

    def clone(self) -> Self:
        """An independent batch with the same lanes, histories and random numbers, and the same future."""
        return _restored(type(self), *self._kept([lane.position.copy() for lane in self._lanes]))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), *self._kept([lane.position for lane in self._lanes]))

    def _kept(self, positions: list[Position]) -> tuple[Any, ...]:
        """All that makes the batch, for a copy."""
        settings = {
            "game": self.game,
            "lanes": self.lanes,
            "observations": self._has_observations,
            "mask": self._has_mask,
            "actions": self.actions,
            "threads": self.threads,
            "max_moves": self.max_moves,
            "restart": self._restarts,
            "buffers": self._buffers,
            **self.options,
        }
        assert len(self.clauses) == self.lanes  # Writes them.
        arrays = {name: getattr(self, name).copy() for name in KEPT if getattr(self, name) is not None}
        return settings, positions, [lane.kept() for lane in self._lanes], arrays

    def __len__(self) -> int:
        return self.lanes

    def __repr__(self) -> str:
        return f"<{self.lanes} lanes of {self.game.name}>"


AnyBatch = TypeVar("AnyBatch", bound=Batch)


def _lane_states(seed: int, lanes: int) -> list[int]:
    """The first state of each lane's generator: it depends on the seed and the number of the lane alone."""
    return [following(seeded(checks.whole(seed, "a seed") * STRIDE + lane)) for lane in range(lanes)]


def _restored(
    kind: type[AnyBatch],
    settings: dict[str, Any],
    positions: list[Position],
    kept: list[tuple[Any, ...]],
    arrays: dict[str, Array],
) -> AnyBatch:
    """A batch as it was."""
    batch = kind(**settings)
    for lane, position, each in zip(batch._lanes, positions, kept, strict=True):
        lane.resume(position, each)
    batch._show(range(batch.lanes))
    for lane, each in zip(batch._lanes, kept, strict=True):
        lane.pick_again(batch.arrays, each[3])
    for name, array in arrays.items():
        getattr(batch, name)[:] = array
    # Of a game that has ended in the copied batch, the arrays tell all.
    batch._finished = dict.fromkeys(numpy.flatnonzero(batch._ended).tolist(), (batch._start, False))
    return batch


def _stop(crew: Crew, process: int) -> None:
    if process == os.getpid():
        crew.stop()
