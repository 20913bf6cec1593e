"""X3.1 to X3.3: lines on whose verdict independent engines agree."""

from pathlib import Path

import pytest

import ludoteca

TABLE = Path(__file__).parent / "repetition.txt"
VERDICTS = {"red": 0, "black": 1, "draw": None}


def lines():
    found = []
    told = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        word, _, rest = line.partition(" ")
        told[word] = rest
        if word == "verdict":
            found.append(pytest.param(told["position"], told["moves"].split(), rest, id=told["#"]))
            told = {}
    assert len(found) == 7
    return found


@pytest.mark.parametrize(("start", "moves", "verdict"), lines())
def test_the_verdict_is_the_agreed_one(start, moves, verdict):
    position = ludoteca.game("xiangqi").parse(start)
    for text in moves:
        assert position.outcome() is None
        position.push_text(text)
    outcome = position.outcome()
    if verdict == "-":
        assert outcome is None
    else:
        assert outcome.winner == VERDICTS[verdict]
        assert " ".join(moves[: len(moves) // 2]) in outcome.reason
        assert position.legal_moves() == []


def test_x3_2_ending_a_check_makes_no_new_attack():
    """Red's elephant aims at the pawn on c5 all along; that a check forbids the capture now and then is no chase."""
    position = ludoteca.game("xiangqi").parse("2b6/5k3/b8/9/5N3/2p1c4/1p3p3/4B4/4A4/2BAK4 w - - 0 1")
    for text in ["e1f1", "e5f5", "f1e1", "f5e5"] * 2:
        position.push_text(text)
    outcome = position.outcome()
    assert outcome.winner is None
    assert outcome.clause == "X3.3"
