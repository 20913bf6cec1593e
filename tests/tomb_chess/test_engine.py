"""The machine at Tomb Chess: what its search is told of, and that it misses no end of the game."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludoteca
from ludoteca.core.ruling import InvalidPosition
from ludoteca.games.tomb_chess.tactics import TombChessTactics
from ludoteca.players.player import GreedyPlayer
from ludoteca.search.scores import PROVEN, WIN
from ludoteca.search.selective import Selective
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED, everything, walk
from tests.tomb_chess.drawing import GAME, NAMES, place

TOMB_CHESS: tuple[str, dict[str, Any]] = ("tomb-chess", {})


def best(position: ludoteca.Position, nodes: int = 2000, depth: int = 0) -> int:
    return Thinker(GAME.evaluator, 1).think(position, Limits(nodes=nodes, depth=depth)).best


def tactics(position: ludoteca.Position) -> TombChessTactics:
    attached = GAME.tactics_of(position)
    assert isinstance(attached, TombChessTactics)
    return attached


def is_winning(position: ludoteca.Position, move: int) -> bool:
    """Whether a move wins at once."""
    trial = position.copy()
    trial.play(move)
    outcome = trial.outcome()
    return outcome is not None and outcome.payoffs[position.to_move] > 0


def winning_moves(position: ludoteca.Position) -> list[int]:
    return [move for move in position.legal_moves() if is_winning(position, move)]


def kills(position: Any) -> list[int]:
    """The moves after which the enemy king is dead."""
    trial = position.copy()
    found = []
    for move in position.legal_moves():
        trial.play(move)
        if trial.state.king_of(1 - position.to_move) < 0:
            found.append(move)
        trial.undo()
    return found


def flipped(position: ludoteca.Position) -> Any:
    """The same with the other side to move, so that kings may stand in check that cannot in a game."""
    fields = str(position).split()
    fields[1] = "N" if fields[1] == "S" else "S"
    fields[5] = "-"
    try:
        return GAME.parse(" ".join(fields))
    except InvalidPosition:
        return None


def sprinkled(random: Random, kinds: str) -> Any:
    """Kings, pawns and other units near each other, with a tomb or two."""
    squares = [name for name in NAMES if "c" <= name[0] <= "h" and 3 <= int(name[1:]) <= 8]
    random.shuffle(squares)
    units = " ".join(letter + squares.pop() for letter in "KkPp" + kinds)
    graves = ",".join(f"{squares.pop()}:n" for _ in range(random.randrange(3))) or "-"
    return place(units, graves=graves, side=random.choice("SN"))


def few(kinds: str) -> str:
    """Fewer units, and so fewer moves, on the interpreted core."""
    return kinds if IS_COMPILED else kinds[:1]


def is_affordable(position: ludoteca.Position) -> bool:
    """Whether all moves can be tried within seconds."""
    return IS_COMPILED or len(position.legal_moves()) < 300


# What the search is told of


@pytest.mark.parametrize("limit", [-1, 0, 8, 40])
def test_best_moves_are_legal_and_none_comes_twice(limit: int) -> None:
    for position in walk(TOMB_CHESS, 11 + limit, 500 if IS_COMPILED else 40):
        promising = tactics(position).best_moves(limit)
        legal = position.legal_moves()
        assert set(promising) <= set(legal)
        assert len(promising) == len(set(promising))
        assert limit <= 0 or bool(promising) == bool(legal)


def test_a_wide_enough_search_is_told_of_every_move() -> None:
    for position in walk(TOMB_CHESS, 3, 100 if IS_COMPILED else 20):
        assert sorted(tactics(position).best_moves(100_000)) == sorted(position.legal_moves())


def test_where_there_is_no_move_the_search_is_told_of_none() -> None:
    # After a look at another position, whose moves must not come back.
    position = place("Ka1 Pc1 pl3 rd7 kl12", states="c1=p2", walls="a2:2,b1:2,b2:2", side="N")
    tactics(position).best_moves(1)
    position.play(position.parse_move("d7-c7"))
    assert position.legal_moves() == []
    assert tactics(position).best_moves(1) == []


def test_a_single_move_is_tested_as_among_all() -> None:
    random = Random(8)
    strange: list[int] = []
    for position in walk(TOMB_CHESS, 12, 800 if IS_COMPILED else 60):
        legal = position.legal_moves()
        chosen = random.sample(legal, min(len(legal), 20 if IS_COMPILED else 4))
        for move in chosen + strange:
            assert tactics(position).knows_legal(move) == (move in legal), (str(position), move)
        for move in random.sample(chosen + strange, min(8, len(chosen))) if IS_COMPILED else ():
            assert position.allows(move) == (move in legal), (str(position), move)
        strange = (chosen + strange)[: 120 if IS_COMPILED else 12]


def test_moves_that_kill_a_king_are_always_found() -> None:
    killed = 0
    for seed in range(12 if IS_COMPILED else 1):
        for position in walk(TOMB_CHESS, seed, 500 if IS_COMPILED else 100):
            for each in (position, flipped(position)):
                if each is not None and (deadly := kills(each)):
                    killed += 1
                    assert set(deadly) & set(tactics(each).best_moves(-1)), str(each)
    assert killed > 8 or not IS_COMPILED


def test_jesters_tombs_and_knights_near_kings() -> None:
    random = Random(4)
    killed = 0
    for _ in range(1500 if IS_COMPILED else 30):
        position = sprinkled(random, random.choice(("NNjJn", "DdjjN", "JjRrN", "NjBJb")))
        if position.outcome() is None and (deadly := kills(position)):
            killed += 1
            assert set(deadly) & set(tactics(position).best_moves(-1)), str(position)
    assert killed > (100 if IS_COMPILED else 0)


# Kings killed and saved


@pytest.mark.parametrize(
    ("units", "fields", "move"),
    [
        ("Re5 ke9", {}, "e5-e9"),
        ("Qe5 kg6", {}, "e5-g6"),
        ("Re5 je9 ke10", {}, "e5-e9"),
        ("Re5 ke10", {"graves": "e9:p"}, "e5-e9"),
        ("Rb5 pd5 kf6", {"graves": "e5:p"}, "b5-c5>"),
        ("Ne5 je7 kd8", {}, "e5-f7xe7"),
        ("Nd3 je7 kd8 Ra1", {}, "d3-e5-f7xe7"),
        ("Re5 je9 ke10 Pd9", {}, "e5-e9"),
    ],
)
def test_t16_1_a_king_that_can_be_killed_is_killed(units: str, fields: dict[str, Any], move: str) -> None:
    position = place(units, **fields)
    assert position.parse_move(move) in kills(position)
    assert position.parse_move(move) in tactics(position).best_moves(-1)
    for nodes in (1, 2000 if IS_COMPILED else 20):
        assert is_winning(position, best(position, nodes=nodes))


def test_wins_in_one_turn_are_always_taken() -> None:
    random = Random(21)
    won = 0
    for number in range(60 if IS_COMPILED else 3):
        position = sprinkled(random, few(random.choice(("QDj", "NJnjR", "RRq", "BBNj"))))
        if position.outcome() is None and is_affordable(position) and (wins := winning_moves(position)):
            won += 1
            assert best(position, nodes=1 if number % 2 or not IS_COMPILED else 3000) in wins, str(position)
    assert won > (20 if IS_COMPILED else 0)


def test_no_move_is_played_that_loses_at_once_if_another_does_not() -> None:
    random = Random(33)
    in_danger = 0
    for _ in range(40 if IS_COMPILED else 1):
        position = sprinkled(random, few(random.choice(("JnN", "Jjd", "Nrj", "Jnr"))))
        if position.outcome() is not None or winning_moves(position):
            continue
        chosen = best(position, depth=1)
        trial = position.copy()
        trial.play(chosen)
        if winning_moves(trial):
            in_danger += 1
            for move in position.legal_moves():
                other = position.copy()
                other.play(move)
                ends = other.outcome()
                assert winning_moves(other) or (ends and ends.payoffs[position.to_move] < 0), (
                    f"{position}: {position.move_text(chosen)} loses, {position.move_text(move)} does not"
                )
    assert in_danger < 30


def test_t14_1_a_knight_that_could_blow_up_the_jester_beside_the_king_is_answered() -> None:
    # A leap from d6 over d4 would kill the jester, and with it the king; no check says so.
    position = place("Jd4 Kd3 nd6")
    threat = position.copy()
    threat.push_text("a2-a3")
    assert kills(threat)
    for nodes in (1, 100, 3000):
        trial = position.copy()
        trial.play(best(position, nodes))
        assert not kills(trial)


# The search itself


def minimax(position: ludoteca.Position, depth: int, ply: int, ancestors: tuple[int, ...]) -> int:
    """The score for the seat to move, by trying everything."""
    if position.key in ancestors:
        return 0
    moves = position.legal_moves()
    if not moves:
        outcome = position.outcome()
        assert outcome is not None
        payoff = outcome.payoffs[position.to_move]
        return int(payoff) * (WIN - ply)
    if depth == 0:
        return GAME.evaluator().score(position, position.to_move)
    scores = []
    before = (*ancestors, position.key)
    for move in moves:
        position.play(move)
        scores.append(-minimax(position, depth - 1, ply + 1, before))
        position.undo()
    return max(scores)


@pytest.mark.parametrize("units", ["Ng5", "Ne4 nf6", "Jd2 re10", "Pk10 ph3"])
@pytest.mark.parametrize("depth", [1, 2])
def test_a_plain_search_finds_what_minimax_finds(units: str, depth: int) -> None:
    if depth == 2 and not IS_COMPILED:
        pytest.skip("too slow without a compiler")
    position = place(units)
    search = Selective(position.copy(), GAME.evaluator(), TranspositionTable(1), is_full_width=True)
    search.set_limits(depth, 0)
    search.run()
    assert search.score == minimax(position.copy(), depth, 0, ())


def test_the_same_nodes_give_the_same_answer() -> None:
    for position in list(walk(TOMB_CHESS, 9, 150 if IS_COMPILED else 20))[:: 6 if IS_COMPILED else 2]:
        if position.outcome() is None:
            reports = [
                Thinker(GAME.evaluator, 1).think(position, Limits(nodes=2500 if IS_COMPILED else 100)) for _ in range(2)
            ]
            assert reports[0].lines == reports[1].lines
            assert reports[0].nodes == reports[1].nodes


def test_a_search_leaves_the_position_as_it_was() -> None:
    for position in walk(TOMB_CHESS, 10, 100 if IS_COMPILED else 10):
        if position.outcome() is None:
            own = position.copy()
            before = everything(own)
            search = Selective(own, GAME.evaluator(), TranspositionTable(1))
            search.set_limits(0, 1500 if IS_COMPILED else 50)
            search.run()
            assert everything(own) == before
            assert search.best_move in own.legal_moves()


def test_several_lines_begin_with_different_moves_and_the_best_comes_first() -> None:
    position = place("Re5 nh8 Nc3")
    report = Thinker(GAME.evaluator, 1).think(position, Limits(nodes=3000 if IS_COMPILED else 600), lines=3)
    assert len({line.moves[0] for line in report.lines}) == 3
    scores = [line.scores[0] for line in report.lines]
    assert scores == sorted(scores, reverse=True)


def test_it_stops_when_it_is_told() -> None:
    position = GAME.start()
    begin = time.monotonic()
    report = Thinker(GAME.evaluator, 1).think(position, Limits(seconds=0.05))
    assert report.best in position.legal_moves()
    assert time.monotonic() - begin < (0.5 if IS_COMPILED else 20)


def test_a_forced_win_is_seen_to_its_end() -> None:
    """T16.3: two rooks and a lone pawn that cannot be saved."""
    position = place("Qe5 Rf1 pl12 kl11 Ka1 Pa2")
    report = Thinker(GAME.evaluator, 4).think(position, Limits(nodes=20_000 if IS_COMPILED else 300))
    if IS_COMPILED:
        assert report.lines[0].scores[0] >= PROVEN
        assert report.lines[0].plies_to_end is not None


def middlegames(count: int) -> list[ludoteca.Position]:
    texts = (Path(__file__).parents[2] / "benchmarks/first_depth.txt").read_text(encoding="utf-8").splitlines()[1:]
    return [GAME.parse(text) for text in texts[:: max(1, len(texts) // count)]]


def score_after(position: ludoteca.Position, move: int) -> int:
    trial = position.copy()
    trial.play(move)
    return GAME.evaluator().score(trial, position.to_move)


def loses_at_once(position: ludoteca.Position, move: int) -> bool:
    trial = position.copy()
    trial.play(move)
    return trial.outcome() is None and bool(winning_moves(trial))


def test_a_search_that_may_see_no_node_at_all_answers_as_well_as_the_greedy_player() -> None:
    for position in middlegames(15 if IS_COMPILED else 1):
        move, greedy = best(position, nodes=1), GreedyPlayer(GAME).choose(position)
        assert score_after(position, move) >= score_after(position, greedy) or loses_at_once(position, greedy)


@pytest.mark.skipif(not IS_COMPILED, reason="a first depth takes seconds")
def test_time_alone_never_stops_a_search_before_its_first_depth_is_done() -> None:
    for position in middlegames(15):
        hurried = Thinker(GAME.evaluator, 1).think(position, Limits(seconds=0.001))
        assert hurried.depth >= 1
        stopped = Selective(position.copy(), GAME.evaluator(), TranspositionTable(1))
        stopped.stop()
        stopped.run()
        assert stopped.depth == 1
        # By what the first depth sees, it is at least as good as what the greedy player chooses.
        greedy = GreedyPlayer(GAME).choose(position)
        others = [move for move in position.legal_moves() if move != greedy]
        theirs = Thinker(GAME.evaluator, 1).think(position, Limits(depth=1), excluded=others)
        assert stopped.score >= theirs.lines[0].scores[position.to_move]


def test_the_key_of_a_position_is_that_of_its_text_whatever_was_tried_before() -> None:
    for position in walk(TOMB_CHESS, 14, 60 if IS_COMPILED else 8):
        own = position.copy()
        for move in own.legal_moves()[::50]:
            own.play(move)
            assert own.key == GAME.parse(str(own)).key
            own.undo()
            assert own.key == position.key
