"""A learned evaluation for any game: a small network, efficiently updated, and its file.

The features that a seat sees choose rows of weights, whose sums are clipped to 0..1 and squared; weighted sums of
these are the score. With two seats there are two such views, that of the seat and that of the other. All numbers are
integers: 255 is the 1 of the sums, and 64 that of the last weights.
"""

import heapq
import json
import os
import sys
import zlib
from array import array
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from ludoteca.core.features import MAX_COUNT, Features
from ludoteca.core.network_evaluator import KERNELS, MAX_SCORE, NetworkEvaluator, Weights
from ludoteca.core.ruling import LudotecaError

__all__ = ["KERNELS", "MAX_SCORE", "Network", "NetworkEvaluator"]

MAGIC = b"LUDOTECA-NETWORK\n"
VERSION = 1
LONGEST_HEADER = 100_000
DIGEST_BYTES = 32
MAX_HIDDEN = 4096
LARGEST_SCALE = 10_000
HIDDEN_STEP = 16
"""The size of the hidden layer is a multiple of this, so that whole vectors fit."""
MAX_OUTPUT_WEIGHT = 127
"""So that 255 times the weight fits into 16 bits."""
MAX_SUM = 32_767


class Network:
    """The weights of a network, which never change.

    Attributes:
        game: The name of the game.
        digest: Of the features that the network was made for.
        count: How many features there are.
        hidden: How many sums a view has.
        views: How many views are looked at: 2 with two seats, else 1.
        buckets: How many outputs there are.
        scale: The score of 1.0 before the sigmoid.
        made: How it was made, for people.
    """

    def __init__(
        self,
        game: str,
        digest: str,
        count: int,
        hidden: int,
        views: int,
        buckets: int,
        scale: int,
        inputs: bytes,
        input_bias: bytes,
        outputs: bytes,
        output_bias: bytes,
        made: Mapping[str, Any] | None = None,
    ) -> None:
        """Take the numbers as bytes, little endian: 16 bits each, those of `output_bias` 32.

        `inputs` has a row of `hidden` numbers for each feature, `outputs` one for each bucket and view.
        """
        self.game = game
        self.digest = digest
        self.count = _size("features", count, MAX_COUNT)
        self.hidden = _size("hidden", hidden, MAX_HIDDEN)
        self.views = _size("views", views, 2)
        self.buckets = _size("buckets", buckets, 256)
        self.scale = _size("scale", scale, LARGEST_SCALE)
        self.made = dict(made or {})
        if self.hidden % HIDDEN_STEP:
            raise LudotecaError(f"the hidden size of a network is a multiple of {HIDDEN_STEP}, not {hidden}")
        self.inputs = _bytes("inputs", inputs, 2 * count * hidden)
        self.input_bias = _bytes("input_bias", input_bias, 2 * hidden)
        self.outputs = _bytes("outputs", outputs, 2 * buckets * views * hidden)
        self.output_bias = _bytes("output_bias", output_bias, 4 * buckets)
        weights = _numbers("h", self.outputs)
        if max(weights) > MAX_OUTPUT_WEIGHT or min(weights) < -MAX_OUTPUT_WEIGHT:
            raise LudotecaError(f"an output weight of a network is beyond {MAX_OUTPUT_WEIGHT}")
        self._checked: set[str] = set()

    @cached_property
    def weights(self) -> Weights:
        """The numbers, as evaluators share them."""
        sizes = self.count, self.hidden, self.views, self.buckets, self.scale
        arrays = (
            _numbers("h", self.inputs),
            _numbers("h", self.input_bias),
            _numbers("h", self.outputs),
            _numbers("i", self.output_bias),
        )
        return Weights(sizes, arrays)

    # What it fits

    def check(self, features: Features) -> None:
        """LudotecaError unless the network is for these features, and none of its sums can leave 16 bits."""
        digest = features.digest
        if digest in self._checked:
            return
        sizes = (features.count, 2 if features.seats == 2 else 1, features.buckets)
        if digest != self.digest or sizes != (self.count, self.views, self.buckets):
            raise LudotecaError(f"the network of {self.game} was made for other features: train it anew")
        self._check_sums(features)
        self._checked.add(digest)

    def _check_sums(self, features: Features) -> None:
        """A sum of weights has at most so many of each group of features as there can be, and the bias."""
        inputs, bias = _numbers("h", self.inputs), _numbers("h", self.input_bias)
        if features.slots * max(max(inputs), -min(inputs)) + max(max(bias), -min(bias)) <= MAX_SUM:
            return
        for number in range(self.hidden):
            column = inputs[number :: self.hidden]
            highest = lowest = bias[number]
            for most, first, last in features.groups:
                group = column[first:last]
                highest += sum(each for each in heapq.nlargest(most, group) if each > 0)
                lowest += sum(each for each in heapq.nsmallest(most, group) if each < 0)
            if max(highest, -lowest) > MAX_SUM:
                raise LudotecaError(
                    f"the weights of the network of {self.game} are too large: those of one position may sum up to "
                    f"{max(highest, -lowest)}, more than {MAX_SUM}"
                )

    # Files

    def to_bytes(self) -> bytes:
        """The file: a line that tells what it is, a line of JSON, the compressed numbers, and a SHA-256 of it all."""
        header = {
            "version": VERSION,
            "game": self.game,
            "features": self.digest,
            "count": self.count,
            "hidden": self.hidden,
            "views": self.views,
            "buckets": self.buckets,
            "scale": self.scale,
            "made": self.made,
        }
        numbers = zlib.compress(self.inputs + self.input_bias + self.outputs + self.output_bias, 9)
        content = MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + numbers
        return content + _sha256(content)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; whoever reads it meanwhile sees the old one or the new one."""
        part = Path(f"{os.fspath(path)}.part")
        part.write_bytes(self.to_bytes())
        part.replace(path)

    @classmethod
    def from_bytes(cls, content: bytes, features: Features | None = None, game: str = "") -> "Network":
        """The network in a file, or LudotecaError: also if it is not of this game, or for other features."""
        if not content.startswith(MAGIC):
            raise LudotecaError("it is not a network of Ludoteca")
        line, newline, _ = content[len(MAGIC) : len(MAGIC) + LONGEST_HEADER].partition(b"\n")
        header = _header(line) if newline else {}
        if "version" in header and header["version"] != VERSION:
            raise LudotecaError(f"it has version {str(header['version'])[:20]} of the format, not {VERSION}")
        if _sha256(content[:-DIGEST_BYTES]) != content[-DIGEST_BYTES:]:
            raise LudotecaError("it is damaged or not complete")
        if not header:
            raise LudotecaError("its second line does not tell what it holds")
        if game and header["game"] != game:
            raise LudotecaError(f"it is for {header['game']}, not {game}")
        count, hidden, views, buckets, scale = (
            _size(name, header[name], most)
            for name, most in (
                ("count", MAX_COUNT),
                ("hidden", MAX_HIDDEN),
                ("views", 2),
                ("buckets", 256),
                ("scale", LARGEST_SCALE),
            )
        )
        lengths = 2 * count * hidden, 2 * hidden, 2 * buckets * views * hidden, 4 * buckets
        numbers = _unpacked(content[len(MAGIC) + len(line) + 1 : -DIGEST_BYTES], sum(lengths))
        ends = list(accumulate(lengths))
        inputs, input_bias, outputs, output_bias = (
            numbers[end - length : end] for length, end in zip(lengths, ends, strict=True)
        )
        network = cls(
            header["game"],
            header["features"],
            count,
            hidden,
            views,
            buckets,
            scale,
            inputs,
            input_bias,
            outputs,
            output_bias,
            header["made"],
        )
        if features is not None:
            network.check(features)
        return network

    @classmethod
    def load(cls, path: str | os.PathLike[str], features: Features | None = None, game: str = "") -> "Network":
        """The network in the file with a path, as `from_bytes`; the error begins with the path."""
        try:
            return cls.from_bytes(Path(path).read_bytes(), features, game)
        except OSError as error:
            raise LudotecaError(f"{os.fspath(path)} cannot be read: {error.strerror}") from error
        except LudotecaError as error:
            raise LudotecaError(f"{os.fspath(path)}: {error}") from error


def _header(line: bytes) -> dict[str, Any]:
    """What the second line of a file tells; nothing if it is not what we write."""
    kinds = {"version": int, "game": str, "features": str, "count": int, "hidden": int, "views": int}
    kinds |= {"buckets": int, "scale": int, "made": dict}
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(header, dict):
        return {}
    if type(header.get("version")) is int and header["version"] != VERSION:
        return {"version": header["version"]}
    is_whole = all(type(header.get(name)) is kind for name, kind in kinds.items())
    return header if is_whole else {}


def _unpacked(packed: bytes, length: int) -> bytes:
    """The numbers of a file; no more memory is taken than they should need."""
    unpacker = zlib.decompressobj()
    try:
        numbers = unpacker.decompress(packed, length + 1)
    except zlib.error:
        numbers = b""
    if len(numbers) != length or not unpacker.eof or unpacker.unused_data:
        raise LudotecaError("its numbers are not as many as its second line tells")
    return numbers


def _size(name: str, number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise LudotecaError(f"{name} of a network is a number from 1 to {most}, not {str(number)[:20]}")
    return number


def _bytes(name: str, given: bytes, length: int) -> bytes:
    if len(given) != length:
        raise LudotecaError(f"{name} of a network has {len(given)} bytes, not {length}")
    return bytes(given)


def _numbers(kind: str, content: bytes) -> "array[int]":
    numbers = array(kind, content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _sha256(content: bytes) -> bytes:
    from hashlib import sha256  # Slow to import, and seldom needed.

    return sha256(content).digest()
