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
