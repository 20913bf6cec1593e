"""Who sits on a seat."""

import os
import shlex
import sys
import time
from pathlib import Path
from random import Random

import pytest

import ludoteca
from ludoteca.players import external, make_player, make_repeatable_player
from ludoteca.players.engine import FULL, VARIETY_MARGIN, EnginePlayer
from ludoteca.players.external import EngineFailed, UcciPlayer, UciPlayer
from tests.play import IS_COMPILED
from tests.search.wins import IN_ONE_MOVE, named
from tests.tomb_chess.drawing import place

XIANGQI = ludoteca.game("xiangqi")
MATE = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_simple_players_play_every_game(name, player):
    position = ludoteca.game(name).start()
    who = make_player(player, ludoteca.game(name))
    for _ in range(3 if IS_COMPILED else 1):
        move = who.choose(position)
        assert move in position.legal_moves()
        position.play(move)


def test_the_greedy_player_takes_a_win():
    position = XIANGQI.parse(MATE)
    position.play(make_player("greedy", XIANGQI).choose(position))
    assert position.outcome().winner == 0


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_moves_and_the_higher_ones_see_a_mate(level):
    player = EnginePlayer(XIANGQI, level, seconds=0.1)
    assert player.choose(XIANGQI.start()) in XIANGQI.start().legal_moves()
    if level >= 4:
        position = XIANGQI.parse(MATE)
        position.play(player.choose(position))
        assert position.outcome().winner == 0
    player.close()


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_the_engine_plays_every_game(name):
    game = ludoteca.game(name)
    position = game.start()
    assert EnginePlayer(game, 4, seconds=0.2).choose(position) in position.legal_moves()


def test_the_same_seed_gives_the_same_moves_at_every_level_that_counts_nodes():
    for level in range(1, 5):
        chosen = [EnginePlayer(XIANGQI, level, seconds=60, seed=7).choose(XIANGQI.start()) for _ in range(2)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", IN_ONE_MOVE)
def test_full_strength_takes_a_win_in_one_move(name):
    position = named(name, IN_ONE_MOVE[name])
    winner = position.to_move
    for seed in range(3):
        trial = position.copy()
        trial.play(EnginePlayer(trial.game, FULL, seconds=2, seed=seed).choose(trial))
        assert trial.outcome().winner == winner


@pytest.mark.parametrize("name", IN_ONE_MOVE)
def test_the_level_below_mostly_takes_a_win_in_one_move(name):
    position = named(name, IN_ONE_MOVE[name])
    taken = 0
    for seed in range(20):
        trial = position.copy()
        trial.play(EnginePlayer(trial.game, FULL - 1, seconds=2, seed=seed).choose(trial))
        taken += trial.is_over() and trial.outcome().winner == position.to_move
    assert taken > 10


def wins_at_once(position: ludoteca.Position) -> list[int]:
    """The moves with which the seat to move ends the game in its favour."""
    found = []
    for move in position.legal_moves():
        trial = position.copy()
        trial.play(move)
        outcome = trial.outcome()
        if outcome and outcome.winner == position.to_move:
            found.append(move)
    return found


def before_a_loss(name: str, games: int) -> list[ludoteca.Position]:
    """Positions of random games in which some moves let the next seat win at once, and some do not."""
    game, options = ludoteca.game(name.split()[0]), {}
    if name.startswith("exile"):
        options = {"mode": name.split()[1]}
    found = []
    for seed in range(games):
        random, position = Random(seed), game.start(**options)
        while not position.is_over():
            seat, trial = position.to_move, position.copy()
            trial.play(random.choice(position.legal_moves()))
            if not trial.is_over() and trial.to_move != seat and wins_at_once(trial):
                found.append(position.copy())
            position = trial
    return found


def is_safe(position: ludoteca.Position, move: int) -> bool:
    trial = position.copy()
    trial.play(move)
    return trial.is_over() or trial.to_move == position.to_move or not wins_at_once(trial)


@pytest.mark.skipif(not IS_COMPILED, reason="whole games take minutes")
@pytest.mark.parametrize("name", ["xiangqi", "exile duel-classic", "exile classic", "tic-tac-toe", "kalah"])
def test_no_level_lets_the_next_seat_win_at_once_if_it_can_be_helped(name):
    avoidable = 0
    for position in before_a_loss(name, 30)[:40]:
        if any(is_safe(position, move) for move in position.legal_moves()):
            avoidable += 1
            for level in range(1, 9):
                player = EnginePlayer(position.game, level, seconds=0.1 if level == 8 else None, seed=avoidable)
                move = player.choose(position)
                assert is_safe(position, move), (level, str(position), position.move_text(move))
                assert player.last_report is None or player.last_report.best == move
    assert avoidable


@pytest.mark.skipif(not IS_COMPILED, reason="a first depth takes seconds")
def test_no_level_of_tomb_chess_lets_the_king_be_killed_if_it_can_be_helped():
    # A leap from d6 over d4 would kill the jester, and with it the king (T14.1); no check says so.
    position = place("Jd4 Kd3 nd6")
    for level in range(1, 9):
        for seed in range(4):
            player = EnginePlayer(position.game, level, seconds=0.1 if level == 8 else None, seed=seed)
            assert is_safe(position, player.choose(position))


def test_the_lowest_level_still_loses_pieces():
    """The black cart on a6 can be taken at once; a good player always moves it or takes first."""
    position = XIANGQI.parse("3k5/9/9/9/r3p4/9/R8/9/9/4K4 b - - 0 1")
    hanging = {}
    for level in (1, 8):
        hanging[level] = 0
        for seed in range(40 if level == 1 else 2):
            trial = position.copy()
            trial.play(EnginePlayer(XIANGQI, level, 0.1, seed=seed).choose(trial))
            hanging[level] += "a4a6" in [trial.move_text(move) for move in trial.legal_moves()]
    assert hanging[8] == 0
    assert hanging[1] > 8


def test_variety_chooses_among_moves_that_are_about_as_good():
    chosen = {make_repeatable_player("engine:7,variety", XIANGQI, 0, seed).choose(XIANGQI.start()) for seed in range(8)}
    assert len(chosen) > 1
    plain = EnginePlayer(XIANGQI, 7, None)
    for move in chosen:
        others = [other for other in XIANGQI.start().legal_moves() if other != move]
        theirs = plain.thinker.think(XIANGQI.start(), plain.limits, excluded=others).lines[0].scores[0]
        ours = plain.thinker.think(XIANGQI.start(), plain.limits).lines[0].scores[0]
        assert theirs >= ours - 2 * VARIETY_MARGIN


def test_a_limit_of_its_own_makes_a_player_repeatable():
    player = make_repeatable_player("hand?nodes=100", XIANGQI, 0)
    player.choose(XIANGQI.start())
    assert player.last_report.nodes <= 103
    for name in ("hand", "mcts", "engine:8"):
        with pytest.raises(ludoteca.LudotecaError, match="needs a limit"):
            make_repeatable_player(name, XIANGQI, 0)


def test_variety_takes_the_win():
    position = XIANGQI.parse(MATE)
    for seed in range(5):
        trial = position.copy()
        trial.play(EnginePlayer(XIANGQI, 8, 0.1, seed=seed, has_variety=True).choose(trial))
        assert trial.outcome().winner == 0


@pytest.mark.parametrize(
    "name",
    [
        "",
        "engine:0",
        "engine:9",
        "engine:x",
        "engine:,variety",
        "engine:9,variety",
        "engine:5,",
        "engine,variety",
        "uci:",
        "ucci:",
        "uci:?Hash=1",
        "uci:'",
        "genius",
        "random:1",
    ],
)
def test_unknown_players_are_refused(name):
    with pytest.raises(ludoteca.LudotecaError, match="there is no player"):
        make_player(name, XIANGQI)


ENGINE = """
import os, sys, time
for line in sys.stdin:
    words = line.split()
    word = words[0] if words else ""
    if word == "uci": print("id name test\\n{options}\\nuciok", flush=True)
    elif word == "ucci": print("id name test\\n{options}\\nucciok", flush=True)
    elif word == "setoption": open({log!r}, "a").write(line)
    elif word == "isready": print("readyok", flush=True)
    elif word == "position": told = words
    elif word == "go": {answer}
    elif word == "quit": break
"""


def engine(tmp_path: Path, answer: str, options: str = "option name UCI_Variant type combo") -> list[str]:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE.format(answer=answer, options=options, log=str(tmp_path / "options.txt")))
    return [sys.executable, str(program)]


def answer_of(first: str, second: str) -> str:
    """An engine's program for the first two moves of a game."""
    return f"print('info depth 1\\nbestmove', {second!r} if told[-1] == {first!r} else {first!r}, flush=True)"


def test_an_engine_is_told_the_game_and_plays(tmp_path):
    player = UciPlayer(engine(tmp_path, answer_of("h3e3", "h10g8")), XIANGQI, 0.01, {"Skill Level": "3"})
    position = XIANGQI.start()
    position.play(player.choose(position))
    position.play(player.choose(position))
    assert str(position).startswith("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    options = (tmp_path / "options.txt").read_text().splitlines()
    assert options == ["setoption name UCI_Variant value xiangqi", "setoption name Skill Level value 3"]
    player.new_game()
    player.close()
    player.close()
    with pytest.raises(EngineFailed, match="closed"):
        player.choose(position)


@pytest.mark.parametrize(
    ("kind", "options", "told"),
    [
        (UciPlayer, "option name Hash type spin", ["setoption name Hash value 1"]),
        (UcciPlayer, "option newgame type button", ["setoption Hash 1", "setoption newgame"]),
        (UcciPlayer, "option hashsize type spin", ["setoption Hash 1"]),
    ],
)
def test_an_engine_for_xiangqi_alone_counts_ranks_from_0(tmp_path, kind, options, told):
    player = kind(engine(tmp_path, answer_of("h2e2", "h9g7"), options), XIANGQI, 0.01, {"Hash": "1"})
    position = XIANGQI.start()
    position.play(player.choose(position))
    position.play(player.choose(position))
    assert str(position).startswith("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    assert (tmp_path / "options.txt").read_text().splitlines() == told
    player.close()


BABBLE = "[print('still thinking') for _ in iter(int, 1)]"


@pytest.mark.parametrize("kind", [UciPlayer, UcciPlayer])
@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("print('bestmove a1a9', flush=True)", "X"),
        ("print('bestmove', flush=True)", "played no move"),
        ("print('bestmove (none)', flush=True)", r"played no move: 'bestmove \(none\)'"),
        ("print('nobestmove', flush=True)", "played no move: 'nobestmove'"),
        ("print('bestmove ' + 'x' * 1000000, flush=True)", "X4"),
        ("sys.exit(1)", "has ended with exit code 1"),
        ("os.kill(os.getpid(), 9)", "has ended by signal 9"),
        ("(os.close(1), time.sleep(600))", "has closed its input or output"),
        ("(os.close(0), os.close(1), time.sleep(600))", "has closed its input or output"),
        ("(os.write(1, bytes(range(256)) * 1000), sys.exit(1))", "has ended"),
        ("time.sleep(600)", "did not say"),
        (BABBLE, "did not say"),
    ],
)
def test_an_engine_that_fails_is_ended_and_named(tmp_path, monkeypatch, kind, answer, complaint):
    player = kind(engine(tmp_path, answer), XIANGQI, seconds=0.01)
    monkeypatch.setattr(external, "PATIENCE", 1.0)
    process = player.process
    begin = time.monotonic()
    with pytest.raises(EngineFailed, match=complaint):
        player.choose(XIANGQI.start())
    player.close()
    assert time.monotonic() - begin < 10
    assert process.returncode is not None


def test_a_ucci_engine_is_stopped_when_its_time_is_over(tmp_path):
    answer = "print('bestmove h2e2' if sys.stdin.readline().split() == ['stop'] else 'bestmove', flush=True)"
    player = UcciPlayer(engine(tmp_path, answer), XIANGQI, seconds=0.2)
    begin = time.monotonic()
    assert player.choose(XIANGQI.start()) == XIANGQI.start().parse_move("h3e3")
    assert 0.2 <= time.monotonic() - begin < 5
    player.close()


def test_what_an_engine_says_unasked_is_no_answer(tmp_path):
    answer = answer_of("h3e3", "h10g8") + "; print('bestmove a1a9\\nreadyok\\nuciok', flush=True)"
    player = UciPlayer(engine(tmp_path, answer), XIANGQI, seconds=0.01)
    position = XIANGQI.start()
    position.play(player.choose(position))
    while player.lines.qsize() < 3:
        time.sleep(0.01)
    assert player.choose(position) == position.parse_move("h10g8")
    player.close()


def test_an_engine_may_get_ready_slowly(tmp_path, monkeypatch):
    monkeypatch.setattr(external, "PATIENCE", 0.1)
    slow = ["import time; time.sleep(0.5)", *Path(engine(tmp_path, answer_of("h3e3", ""))[1]).read_text().splitlines()]
    (tmp_path / "slow.py").write_text("\n".join(slow))
    player = UciPlayer([sys.executable, str(tmp_path / "slow.py")], XIANGQI, seconds=1)
    assert player.choose(XIANGQI.start()) == XIANGQI.start().parse_move("h3e3")
    player.close()


def test_what_an_engine_leaves_behind_does_not_hold_up_its_end(tmp_path):
    script = tmp_path / "engine.sh"
    program = engine(tmp_path, answer_of("h3e3", ""))
    script.write_text(f"#!/bin/sh\nsleep 20 &\n{shlex.join(program)}\n")
    script.chmod(0o755)
    player = UciPlayer(str(script), XIANGQI, seconds=1)
    begin = time.monotonic()
    player.close()
    assert time.monotonic() - begin < 10


def test_an_engine_that_is_not_there_is_named(tmp_path):
    for kind in (UciPlayer, UcciPlayer):
        with pytest.raises(EngineFailed, match="no program"):
            kind("no-such-engine", XIANGQI)
        with pytest.raises(EngineFailed, match=r"does not start|no program"):
            kind(str(tmp_path), XIANGQI)
    with pytest.raises(EngineFailed, match="not for exile"):
        UcciPlayer("no-such-engine", ludoteca.game("exile"))


def test_a_program_that_is_no_engine_is_ended(monkeypatch):
    monkeypatch.setattr(external, "START_PATIENCE", 0.2)
    for command in ([sys.executable, "-c", "import time; time.sleep(600)"], [sys.executable, "-c", ""]):
        with pytest.raises(EngineFailed, match=r"did not say 'uciok'|has ended"):
            UciPlayer(command, XIANGQI)


@pytest.mark.parametrize("detail", ["engine?Hash", "engine?=3", "engine?A=1&B", "engine?A=1\nquit"])
def test_options_of_an_engine_have_names_and_values(detail):
    with pytest.raises(ludoteca.LudotecaError, match="NAME=VALUE"):
        make_player(f"uci:{detail}", XIANGQI)


# Real engines

OURS = f"{shlex.quote(sys.executable)} -m ludoteca uci"
FAIRY = "/usr/games/fairy-stockfish"


@pytest.mark.parametrize("protocols", [("uci", "ucci"), ("ucci", "uci")])
def test_our_engine_plays_itself_through_both_protocols(monkeypatch, protocols):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    _play([make_player(f"{protocol}:{OURS}?Hash=2", XIANGQI, 0.02) for protocol in protocols], plies=6)


@pytest.mark.skipif(not os.path.exists(FAIRY), reason="Fairy-Stockfish is not installed")
@pytest.mark.parametrize("protocols", [("uci", "ucci"), ("ucci", "uci")])
def test_fairy_stockfish_plays_through_both_protocols(protocols):
    _play([make_player(f"{protocol}:{FAIRY}?Hash=4&Threads=1", XIANGQI, 0.02) for protocol in protocols], plies=20)


def _play(players, plies):
    position = XIANGQI.start()
    for _ in range(plies):
        move = players[position.to_move].choose(position)
        assert move in position.legal_moves()
        position.play(move)
    for player in players:
        player.new_game()
        assert player.choose(XIANGQI.start()) in XIANGQI.start().legal_moves()
        player.close()
