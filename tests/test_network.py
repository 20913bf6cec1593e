"""Learned evaluations: scores by the definition whatever was played and undone, files, and how games use them."""

import json
import subprocess
import sys
import zlib
from array import array
from hashlib import sha256
from random import Random

import pytest

import ludoteca
from ludoteca.core.evaluator import NoEvaluator
from ludoteca.core.game import load
from ludoteca.core.network import KERNELS, MAGIC, MAX_SCORE, Network, NetworkEvaluator
from ludoteca.core.ruling import LudotecaError
from ludoteca.search import scores
from ludoteca.search.think import Limits, Thinker
from tests.networks import definition, features_of, random_network
from tests.play import IS_COMPILED, variant_name, variants, walk

every_variant = pytest.mark.parametrize("variant", variants(), ids=variant_name)
every_kernel = pytest.mark.parametrize("kernel", KERNELS)
XIANGQI = features_of(("xiangqi", {}))
POSITIONS = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
    "2bak4/4a4/4b1n2/p3p1R1p/9/2P3r2/P3P3P/2N1B4/9/3AKAB2 w - - 0 1",
    "3akab2/9/2n1b4/p3p3p/2p6/4P1R2/P1r5P/2N1C4/4A4/2B1KAB2 b - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1",
)
PLAIN = """
from ludoteca import EMPTY, PlainPosition, boards, plain_game


class Corners(PlainPosition):
    board = boards.squares(4, 4)
    pieces = "XO"
    seat_names = ("X", "O")

    def set_up(self):
        self.cells = [EMPTY] * 16

    def moves(self):
        return [cell for cell in self.board if self.cells[cell] == EMPTY]

    def apply(self, cell):
        self.cells[cell] = self.pieces[self.to_move]

    def result(self):
        return None if EMPTY in self.cells else self.draw("H1.1", "the board is full")


GAME = plain_game(Corners, "corners", "Corners")
"""
EXPECTED = [814, -263, -915, -982, -845, -930, 0, -1011, 656, 452]


# Scores


@every_variant
def test_scores_are_those_of_the_definition_after_moves_undos_and_jumps(variant):
    random = Random(1)
    features = features_of(variant)
    network = random_network(variant[0], features)
    evaluators = [NetworkEvaluator(network, features_of(variant), kernel) for kernel in KERNELS]
    kept = []
    for number, position in enumerate(walk(variant, 2, 40)):
        tried = position.copy()
        if random.random() < 0.3:
            kept.append(tried)
        if kept and random.random() < 0.3:
            tried = random.choice(kept).copy()
        for _ in range(random.randrange(6) if number else 0):
            if tried.moves_played():
                tried.undo()
        for _ in range(random.randrange(4)):
            if not tried.is_over():
                tried.play(random.choice(tried.legal_moves()))
        for seat in range(tried.seats):
            if random.random() < 0.6:
                expected = definition(network, features, tried, seat)
                assert [evaluator.score(tried, seat) for evaluator in evaluators] == [expected] * len(evaluators)


@every_kernel
def test_scores_are_right_in_a_long_game(kernel):
    """More plies than there are entries, and back again."""
    features = features_of(("chinese-checkers", {}))
    network = random_network("chinese-checkers", features)
    evaluator = NetworkEvaluator(network, features, kernel)
    (*_, position) = walk(("chinese-checkers", {}), 1, 300 if IS_COMPILED else 140)
    while position.moves_played():
        if len(position.moves_played()) % 7 in (0, 1):
            assert evaluator.score(position, 1) == definition(network, features, position, 1)
        position.undo()


@every_kernel
@pytest.mark.parametrize("hidden", [16, 48, 256, 272, 512])
def test_any_size_of_the_hidden_layer_gives_the_same(kernel, hidden):
    network = random_network("xiangqi", XIANGQI, hidden, 5)
    evaluator = NetworkEvaluator(network, XIANGQI, kernel)
    for text in POSITIONS:
        position = ludoteca.game("xiangqi").parse(text)
        for seat in (0, 1):
            assert evaluator.score(position, seat) == definition(network, XIANGQI, position, seat)


@every_kernel
def test_scores_stay_the_same_in_every_version(kernel):
    """Compiled and interpreted, on all processors: a file means the same everywhere."""
    evaluator = NetworkEvaluator(random_network("xiangqi", XIANGQI, 32, 2026, 60), XIANGQI, kernel)
    found = [evaluator.score(ludoteca.game("xiangqi").parse(text), seat) for text in POSITIONS for seat in (0, 1)]
    assert found == EXPECTED


def extreme(weight: int, output: int, hidden: int = 512, bias: int = 0, output_bias: int = 0) -> Network:
    """All weights alike."""
    return Network(
        "xiangqi",
        XIANGQI.digest,
        XIANGQI.count,
        hidden,
        2,
        8,
        400,
        array("h", [weight] * (XIANGQI.count * hidden)).tobytes(),
        array("h", [bias] * hidden).tobytes(),
        array("h", [output] * (16 * hidden)).tobytes(),
        array("i", [output_bias] * 8).tobytes(),
    )


@every_kernel
@pytest.mark.parametrize("output", [127, -127])
@pytest.mark.parametrize(("weight", "bias"), [(992, 31), (-992, 255), (8, 0), (0, 255)])
def test_scores_do_not_overflow(kernel, output, weight, bias):
    network = extreme(weight, output, 512, bias)
    evaluator = NetworkEvaluator(network, XIANGQI, kernel)
    position = ludoteca.game("xiangqi").start()
    score = evaluator.score(position, 0)
    assert score == definition(network, XIANGQI, position, 0)
    assert score == 0 if weight < 0 else (score > 0) == (output > 0)


@every_kernel
@pytest.mark.parametrize("sign", [1, -1])
def test_scores_are_never_those_of_a_proven_win(kernel, sign):
    network = extreme(0, 127 * sign, 4096, 255, sign * (2**31 - 1))
    score = NetworkEvaluator(network, XIANGQI, kernel).score(ludoteca.game("xiangqi").start(), 0)
    assert score == sign * MAX_SCORE == sign * (scores.PROVEN - 1)


@pytest.mark.parametrize(
    ("weight", "bias", "is_fine"), [(992, 31, True), (992, 32, False), (-993, 0, False), (-992, -32, False)]
)
def test_weights_whose_sums_may_leave_16_bits_are_refused(weight, bias, is_fine):
    """33 slots: 33 * 992 + 31 is 32767."""
    network = extreme(weight, 1, 16, bias)
    if is_fine:
        network.check(XIANGQI)
        return
    with pytest.raises(LudotecaError, match="the weights of the network of xiangqi are too large"):
        NetworkEvaluator(network, XIANGQI)


def test_few_large_weights_are_fine():
    """Not more than 32 pieces and one turn are summed up: large weights of turns exclude each other."""
    inputs = array("h", [900] * (XIANGQI.count * 16))
    inputs[-32:] = array("h", [3900] * 32)
    network = extreme(0, 1, 16)
    large = Network(
        "xiangqi",
        network.digest,
        network.count,
        16,
        2,
        8,
        400,
        inputs.tobytes(),
        network.input_bias,
        network.outputs,
        network.output_bias,
    )
    large.check(XIANGQI)


def test_output_weights_above_127_are_refused():
    for weight in (128, -128):
        with pytest.raises(LudotecaError, match="an output weight of a network is beyond 127"):
            extreme(0, weight, 16)


def test_a_kernel_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="there is no kernel 'quantum' here; there are: baseline"):
        NetworkEvaluator(random_network("xiangqi", XIANGQI), XIANGQI, "quantum")
    assert NetworkEvaluator(random_network("xiangqi", XIANGQI), XIANGQI).kernel == KERNELS[-1]


def test_positions_of_other_games_and_options_are_refused():
    features = features_of(("chinese-checkers", {"players": 3}))
    evaluator = NetworkEvaluator(random_network("chinese-checkers", features), features)
    with pytest.raises(ValueError, match="other features"):
        evaluator.score(ludoteca.game("chinese-checkers").start(players=6), 0)
    with pytest.raises(ValueError, match="other features"):
        evaluator.score(ludoteca.game("xiangqi").start(), 0)
    with pytest.raises(LudotecaError, match="made for other features"):
        NetworkEvaluator(random_network("xiangqi", XIANGQI), features)


# Files


def test_files_are_read_as_they_were_written(tmp_path):
    network = random_network("xiangqi", XIANGQI)
    network.save(tmp_path / "network.bin")
    read = Network.load(tmp_path / "network.bin", XIANGQI, "xiangqi")
    assert vars(read) | {"_checked": None} == vars(network) | {"_checked": None}
    assert read.to_bytes() == network.to_bytes() == (tmp_path / "network.bin").read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["network.bin"]


def packed(header, numbers=b"", **changes):
    """A file with another second line, whole by its SHA-256."""
    content = MAGIC + json.dumps(header | changes).encode() + b"\n" + numbers
    return content + sha256(content).digest()


def parts(network):
    _, line, rest = network.to_bytes().split(b"\n", 2)
    return json.loads(line), rest[:-32]


def refusal(content, *given):
    with pytest.raises(LudotecaError) as caught:
        Network.from_bytes(content, *given)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    return str(caught.value)


def test_foreign_and_damaged_files_are_refused_by_what_is_wrong():
    network = random_network("xiangqi", XIANGQI)
    content, (header, numbers) = network.to_bytes(), parts(network)
    other = features_of(("exile", {}))
    assert refusal(b"") == refusal(b"\x7fELF...") == "it is not a network of Ludoteca"
    assert refusal(MAGIC) == refusal(content[:-1]) == refusal(content[:5000]) == "it is damaged or not complete"
    assert refusal(content + b" ") == "it is damaged or not complete"
    assert refusal(packed(header, numbers, version=2)) == "it has version 2 of the format, not 1"
    assert refusal(content, None, "exile") == "it is for xiangqi, not exile"
    assert refusal(content, other) == "the network of xiangqi was made for other features: train it anew"
    assert refusal(packed(header, numbers, features="")[:], XIANGQI).endswith("train it anew")
    assert refusal(packed({}, numbers)) == "its second line does not tell what it holds"
    assert refusal(packed(header, numbers, count="many")) == "its second line does not tell what it holds"
    assert refusal(packed(header, numbers, hidden=40)) == "its numbers are not as many as its second line tells"
    assert refusal(packed(header, numbers, hidden=10**30)).startswith("hidden of a network is a number from 1 to 4096")
    assert refusal(packed(header, numbers[:-9])) == "its numbers are not as many as its second line tells"
    assert refusal(packed(header, numbers + b"1")) == "its numbers are not as many as its second line tells"
    assert refusal(packed(header, b"none")) == "its numbers are not as many as its second line tells"
    bomb = zlib.compress(bytes(50_000_000))
    assert refusal(packed(header, bomb)) == "its numbers are not as many as its second line tells"


def test_a_file_that_is_not_there_is_refused_by_its_path(tmp_path):
    path = tmp_path / "network.bin"
    with pytest.raises(LudotecaError, match=r"network\.bin cannot be read: No such file"):
        Network.load(path)
    path.write_bytes(b"x")
    with pytest.raises(LudotecaError, match=r"network\.bin: it is not a network of Ludoteca"):
        Network.load(path)


def test_any_damage_is_found():
    random = Random(4)
    content = random_network("tic-tac-toe", features_of(("tic-tac-toe", {}))).to_bytes()
    for _ in range(500):
        damaged = bytearray(content)
        kind = random.randrange(3)
        if kind == 0:
            damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        elif kind == 1:
            del damaged[random.randrange(len(damaged)) :]
        else:
            damaged[random.randrange(len(damaged)) :] = random.randbytes(random.randrange(99))
        refusal(bytes(damaged))


def test_second_lines_of_all_kinds_are_read_or_refused():
    random = Random(5)
    network = random_network("tic-tac-toe", features_of(("tic-tac-toe", {})))
    header, numbers = parts(network)
    values: tuple[object, ...] = (
        0,
        -1,
        1,
        2,
        15,
        16,
        17,
        1 << 40,
        10**400,
        1.5,
        True,
        None,
        "",
        "x" * 300,
        [],
        {},
        [[1]],
        "\n",
    )
    for _ in range(500):
        name = random.choice([*header, "other"])
        content = packed(header, numbers, **{name: random.choice(values)})
        try:
            read = Network.from_bytes(content)
        except LudotecaError:
            refusal(content)
        else:
            assert len(read.inputs) == 2 * read.count * read.hidden
    for line in (b"[" * 50_000, b"\xff\xfe", b'{"version": 1', b"null", b"1e999", b""):
        content = MAGIC + line + b"\n" + numbers
        refusal(content + sha256(content).digest())


# Games


@pytest.fixture
def corners(tmp_path):
    """A plain game in a file, and the features of its positions."""
    path = tmp_path / "corners.py"
    path.write_text(PLAIN)
    game = load(str(path))
    yield path, game.features({})
    sys.modules.pop(str(path), None)


def reloaded(path):
    sys.modules.pop(str(path), None)
    return load(str(path))


def test_a_game_evaluates_by_the_network_beside_it(corners):
    path, features = corners
    assert load(str(path)).evaluator is NoEvaluator
    assert not load(str(path)).has_evaluator and load(str(path)).network({}) is None
    network = random_network("corners", features)
    game = load(str(path))
    assert game.network_path(features) == str(path.with_name("corners.network.bin"))
    network.save(game.network_path(features))

    game = reloaded(path)
    features = game.features({})
    assert game.has_evaluator and game.hand_evaluator is NoEvaluator
    assert game.search_for(2) == "alphabeta"
    assert game.network({}).to_bytes() == network.to_bytes()
    assert game.network({}) is game.network({})
    position = game.start()
    position.push_text("b2")
    assert game.evaluator().score(position, 0) == definition(network, features, position, 0) != 0
    by_game = Thinker(game.evaluator).think(position, Limits(nodes=3000))
    by_hand = Thinker(lambda: NetworkEvaluator(network, game.features({}))).think(position, Limits(nodes=3000))
    assert by_game.lines == by_hand.lines and by_game.nodes == by_hand.nodes


def test_a_bad_network_beside_a_game_is_refused_in_a_line(corners):
    path, features = corners
    content = random_network("corners", features).to_bytes()
    for bad, words in (
        (content[:-40], "damaged"),
        (random_network("hex", features).to_bytes(), "it is for hex, not corners"),
    ):
        path.with_name("corners.network.bin").write_bytes(bad)
        game = reloaded(path)
        with pytest.raises(LudotecaError, match=rf"corners\.network\.bin: .*{words}"):
            game.evaluator().score(game.start(), 0)


def test_games_whose_options_have_no_network_keep_their_evaluator(tmp_path):
    path = tmp_path / "counted.py"
    path.write_text(
        PLAIN.replace("plain_game(", "plain_game(options=(Choice('players', 2, 'how many', (2, 3)),), position=")
        .replace(', "corners", "Corners")', ', name="counted", title="Counted")')
        .replace("import EMPTY,", "import EMPTY, Choice,")
        .replace('"XO"', '"XOZ"')
        .replace('seat_names = ("X", "O")', 'seat_names = ("X", "O", "Z")')
        .replace("    def result", "    def evaluate(self, seat):\n        return 7 + seat\n\n    def result")
    )
    game = load(str(path))
    features = game.features({"players": 3})
    network = random_network("counted", features)
    network.save(game.network_path(features))
    assert game.network_path(features).endswith("counted.network-3-players.bin")
    game = reloaded(path)
    features, evaluator = game.features({"players": 3}), game.evaluator()
    three, two = game.start(players=3), game.start(players=2)
    for _ in range(2):
        assert evaluator.score(two, 1) == 8
        assert evaluator.score(three, 1) == definition(network, features, three, 1)
    assert game.network({"players": 2}) is None and game.network({"players": 3})
    assert game.hand_evaluator().score(three, 1) == 8


def test_networks_are_read_only_when_they_are_needed():
    code = "import sys, ludoteca; ludoteca.game('xiangqi').start(); sys.exit('ludoteca.core.network' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("name", ["xiangqi", "exile", "hex"])
def test_searches_run_with_a_network(name):
    game = ludoteca.game(name)
    features = features_of((name, {}))
    network = random_network(name, features)
    thinker = Thinker(lambda: NetworkEvaluator(network, game.features(game.choose({}))), 1, threads=2)
    report = thinker.think(game.start(), Limits(nodes=4000 if IS_COMPILED else 40))
    assert report.best in game.start().legal_moves()
