"""A batch followed move by move by single positions."""

from random import Random

import ludoteca
from ludoteca.lab import Batch


class Follower:
    """Plays a batch by random choices, and the same moves in positions of its own."""

    def __init__(self, variant, lanes, seed=1, **settings):
        name, self.options = variant
        self.game = ludoteca.game(name)
        self.batch = Batch(name, lanes, seed=seed, **settings, **self.options)
        self.positions = [self.game.start(**self.options) for _ in range(lanes)]
        self.encoding = self.game.encoding(self.batch.options)
        self.random = Random(seed)
        self.ended = 0

    def check(self):
        """Everything that the batch shows is what the positions say."""
        batch, moves = self.batch, self.batch.moves.tolist()
        assert len(moves) == batch.offsets[-1]
        for lane, position in enumerate(self.positions):
            assert moves[batch.offsets[lane] : batch.offsets[lane + 1]] == position.legal_moves()
            assert batch.to_move[lane] == position.to_move
            if batch.arrays.has_observations:
                size = self.encoding.size
                assert batch.observations[lane].tobytes()[:size] == self.encoding.observe(position)

    def step(self):
        """One random move in each lane."""
        counts = (self.batch.offsets[1:] - self.batch.offsets[:-1]).tolist()
        choices = [self.random.randrange(count) for count in counts]
        for position, choice in zip(self.positions, choices, strict=True):
            position.play(position.legal_moves()[choice])
        self.batch.step(choices)
        for lane, position in enumerate(self.positions):
            self._follow_end(lane, position)

    def _follow_end(self, lane, position):
        outcome = position.outcome()
        assert self.batch.terminated[lane] == bool(outcome)
        assert self.batch.clauses[lane] == (outcome.clause if outcome else "")
        assert tuple(self.batch.rewards[lane]) == (outcome.payoffs if outcome else (0.0,) * position.seats)
        if outcome:
            if self.batch.arrays.has_observations:
                shown = self.batch.final_observations[lane].tobytes()[: self.encoding.size]
                assert shown == self.encoding.observe(position)
            self.positions[lane] = self.game.start(**self.options)
            self.ended += 1
