"""Legal moves and verdicts compared with Fairy-Stockfish's rules, by way of pyffish; texts with cchess, too."""

from random import Random

import cchess
import pyffish
import pytest

import ludoteca
from tests.play import IS_COMPILED

FULL_WIDTH = str.maketrans("123456789", "１２３４５６７８９")
GAMES_A_BATCH = 25 if IS_COMPILED else 2
WXF = pyffish.NOTATION_XIANGQI_WXF


@pytest.mark.parametrize("batch", [*range(4), *(pytest.param(batch, marks=pytest.mark.deep) for batch in range(4, 12))])
def test_legal_moves_agree_over_random_games(batch):
    """100 games on the compiled core, 300 with the deep ones: nearly all of the time is pyffish's."""
    random = Random(batch)
    for _ in range(GAMES_A_BATCH):
        position = ludoteca.game("xiangqi").start()
        for _ in range(random.randrange(20, 120)):
            moves = position.legal_moves()
            if position.outcome() is None:
                ours = sorted(position.move_text(move) for move in moves)
                assert ours == sorted(pyffish.legal_moves("xiangqi", str(position), [])), str(position)
            if not moves:
                break
            position.play(random.choice(moves))


@pytest.mark.parametrize("batch", range(4))
def test_wxf_notation_agrees_over_random_games(batch):
    """They tell front from rear only where both could make the move, we always do; each is read."""
    random = Random(batch)
    position = ludoteca.game("xiangqi").start()
    while not position.is_over():
        move = random.choice(position.legal_moves())
        ours = position.move_text(move, "wxf")
        theirs = pyffish.get_san("xiangqi", str(position), position.move_text(move), False, WXF)
        assert ours == theirs or ours[1] in "+-", str(position)
        assert position.parse_move(theirs) == move, (str(position), theirs)
        position.play(move)


def test_cchess_reads_exported_games_and_writes_the_same_chinese(tmp_path):
    """Its reader of Chinese takes the wrong one of two guards or elephants on a file, in its own texts, too."""
    for seed in range(20 if IS_COMPILED else 3):
        random = Random(seed)
        position, board = ludoteca.game("xiangqi").start(), cchess.ChessBoard(cchess.FULL_INIT_FEN)
        played: list[str] = []
        while not position.is_over() and len(played) < 60:
            move = random.choice(position.legal_moves())
            played.append(position.move_text(move, "iccs").replace("-", "").lower())
            ours = position.move_text(move, "chinese").translate(FULL_WIDTH)
            assert ours == board.move_iccs(played[-1]).to_text(), str(position)
            board.next_turn()
            position.play(move)
        file = tmp_path / "game.pgn"
        file.write_text(position.game.exports["pgn"](ludoteca.Record.of(position)))
        assert cchess.Game.read_from(str(file)).dump_iccs_moves() == [played]


def test_repetitions_get_the_same_verdict_where_the_rule_is_plain():
    """Moves to and fro from positions of random games, both sides' pieces, judged by both.

    Checks must agree on every line. On chases engines differ at the edges (X3.6), so nearly all have to agree.
    """
    random = Random(64)
    agreed = {"X3.1": 0, "X3.2": 0, "X3.3": 0}
    differed = {"X3.1": 0, "X3.2": 0, "X3.3": 0}
    for _ in range(700 if IS_COMPILED else 25):
        start, line = shuttle(random)
        if not line:
            continue
        position = ludoteca.game("xiangqi").parse(start)
        texts = []
        for move in line * 2:
            texts.append(position.move_text(move))
            position.push_text(texts[-1])
        outcome = position.outcome()
        ended, score = pyffish.is_optional_game_end("xiangqi", start, texts)
        assert ended
        theirs = None if score == 0 else position.to_move if score > 0 else 1 - position.to_move
        (agreed if outcome.winner == theirs else differed)[outcome.clause] += 1
    assert differed["X3.1"] == 0
    assert differed["X3.2"] + differed["X3.3"] <= 0.02 * sum(agreed.values())
    if IS_COMPILED:
        assert agreed["X3.1"] > 0
        assert agreed["X3.2"] > 0


def shuttle(random):
    """A position of a random game, and four moves that bring it back: there, reply, back, reply back."""
    position = ludoteca.game("xiangqi").start()
    for _ in range(random.randrange(10, 90)):
        if position.is_over():
            return "", []
        position.play(random.choice(position.legal_moves()))
    position = ludoteca.game("xiangqi").parse(" ".join(str(position).split()[:2]))
    lines = [line for move in position.legal_moves() for line in lines_with(position, move, random)]
    return str(position), random.choice(lines) if lines else []


def lines_with(position, move, random):
    twin = position.copy()
    twin.play(move)
    if twin.is_over():
        return
    is_check = twin.is_in_check(twin.to_move)
    replies = twin.legal_moves()
    # Checks and attacks are rare among random moves, so all of their replies are tried, and few of the others'.
    for reply in replies if is_check else random.sample(replies, min(2, len(replies))):
        if leads_to(position.key, twin.copy(), [reply, turned(move), turned(reply)]):
            yield from [[move, reply, turned(move), turned(reply)]] * (20 if is_check else 1)


def leads_to(key, position, line):
    for move in line:
        if move not in position.legal_moves():
            return False
        position.play(move)
    return position.key == key


def turned(move):
    return (move & 127) * 128 + (move >> 7)
