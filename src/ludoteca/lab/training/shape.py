"""How large a network is, and where its numbers lie while it is trained."""

from typing import Any, NamedTuple

from ludoteca.lab.training.arithmetic import BLOCK


class Shape(NamedTuple):
    """The sizes of a network.

    Its numbers are an array of blocks of rows of units. A block has a row for each feature, one of biases, one for each
    bucket and view of the outputs, and at the end room for the bias of each bucket, which only the first block uses.
    """

    features: int
    """How many features there are; the feature with this number is none."""
    slots: int
    """How many features a view of a position has, those that are none included."""
    hidden: int
    """A multiple of BLOCK."""
    views: int
    buckets: int

    @property
    def blocks(self) -> int:
        return self.hidden // BLOCK

    @property
    def output_row(self) -> int:
        """The first row of the outputs; the biases of the hidden layer are before it."""
        return self.features + 1

    @property
    def output_bias_row(self) -> int:
        return self.output_row + self.buckets * self.views

    @property
    def rows(self) -> int:
        return self.output_bias_row + -(-self.buckets // BLOCK)

    @property
    def size(self) -> int:
        return self.blocks * self.rows * BLOCK

    def inputs(self, weights: Any) -> Any:
        """The weights of the inputs and then the biases, a row of the hidden layer for each."""
        rows = weights.reshape(self.blocks, self.rows, BLOCK)[:, : self.output_row]
        return rows.transpose(1, 0, 2).reshape(self.output_row, self.hidden)

    def output_rows(self, weights: Any) -> Any:
        """The weights of the outputs where they are, by block."""
        return weights.reshape(self.blocks, self.rows, BLOCK)[:, self.output_row : self.output_bias_row]

    def set_inputs(self, weights: Any, rows: Any) -> None:
        """The other way round: rows as `inputs` gives them become weights."""
        blocks = rows.reshape(self.output_row, self.blocks, BLOCK).transpose(1, 0, 2)
        weights.reshape(self.blocks, self.rows, BLOCK)[:, : self.output_row] = blocks

    def outputs(self, weights: Any) -> Any:
        """The weights of the outputs, by bucket, view and unit of the hidden layer."""
        return self.output_rows(weights).transpose(1, 0, 2).reshape(self.buckets, self.views, self.hidden)

    def set_outputs(self, weights: Any, outputs: Any) -> None:
        rows = outputs.reshape(self.buckets * self.views, self.blocks, BLOCK)
        self.output_rows(weights)[:] = rows.transpose(1, 0, 2)

    def output_biases(self, weights: Any) -> Any:
        """One for each bucket."""
        return weights.reshape(self.blocks, self.rows * BLOCK)[0, self.output_bias_row * BLOCK :][: self.buckets]
