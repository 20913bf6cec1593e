"""`python -m benchmarks.lab_peers`: environments for learning beside their peers, steps a second of CPU time.

Everybody plays random games with observation and mask, unless it says bare; what a peer does not give is not counted
against it. Choosing a move is counted for everyone, and is done in the same way for those that are stepped one by one.
"""

import json
import random
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy

import ludoteca.core.position
from benchmarks.measure import rate
from ludoteca.lab import Batch

LANES = 64
TABLE = Path("build/bench-lab-peers.json")
Work = Callable[[], int]
"""Plays some steps and says how many."""


class Aim(NamedTuple):
    """How many times faster ours should be than a peer."""

    ours: str
    peer: str
    times: float


AIMS = (
    Aim("Batch", "OpenSpiel xiangqi, rl_environment", 50),
    Aim("Batch", f"OpenSpiel xiangqi, SyncVectorEnv({LANES})", 200),
    Aim("Batch", "Pgx chess", 300),
    Aim("Batch", "EnvPool chess", 300),
    Aim("PettingZoo adapter, bare", "PettingZoo chess, bare", 50),
    Aim("PettingZoo adapter", "PettingZoo chess", 20),
    Aim("OpenSpiel adapter, bare", "OpenSpiel xiangqi, bare", 1),
    Aim("OpenSpiel adapter", "OpenSpiel xiangqi", 1),
    Aim("OpenSpiel adapter, rl_environment", "OpenSpiel xiangqi, rl_environment", 1),
)


# One by one


def one_by_one(environment: Any) -> Work:
    """An AEC environment, an observation and its mask each step."""

    def play() -> int:
        environment.reset()
        made = 0
        while True:
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return made
            # As booleans, which numpy looks through ten times as fast: less is measured that nobody's environment does.
            environment.step(random.choice(seen["action_mask"].view(bool).nonzero()[0]))
            made += 1

    return play


def pettingzoo_chess(is_wrapped: bool) -> Work:
    from pettingzoo.classic.chess import chess

    return one_by_one(chess.env() if is_wrapped else chess.raw_env())


def our_pettingzoo(is_wrapped: bool) -> Work:
    from ludoteca.lab.pettingzoo import env, raw_env

    return one_by_one(env("xiangqi") if is_wrapped else raw_env("xiangqi"))


def spiel(name: str, is_bare: bool) -> Work:
    import pyspiel

    if name.startswith("ludoteca"):
        import ludoteca.lab.openspiel  # noqa: F401
    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if not is_bare:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
        return made

    return play


def spiel_environment(name: str) -> Work:
    from open_spiel.python.rl_environment import Environment

    if name.startswith("ludoteca"):
        import ludoteca.lab.openspiel  # noqa: F401
    environment = Environment(name)

    def play() -> int:
        step = environment.reset()
        made = 0
        while not step.last():
            step = environment.step([random.choice(step.observations["legal_actions"][step.current_player()])])
            made += 1
        return made

    return play


def spiel_vector() -> Work:
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    vector = SyncVectorEnv([Environment("xiangqi") for _ in range(LANES)])
    steps = vector.reset()

    def play() -> int:
        nonlocal steps
        for _ in range(4):
            chosen = [random.choice(step.observations["legal_actions"][step.current_player()]) for step in steps]
            steps, _, _, _ = vector.step([StepOutput(action, []) for action in chosen], reset_if_done=True)
        return 4 * LANES

    return play


# Many at once


def pgx_chess() -> Work:
    import pgx
    from pgx.experimental import auto_reset

    jax: Any = import_module("jax")
    jax.config.update("jax_platforms", "cpu")
    environment = pgx.make("chess")
    step = auto_reset(environment.step, environment.init)

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, resetting = jax.random.split(key, 3)
        chosen = jax.random.categorical(
            choosing, jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf), axis=-1
        )
        return jax.vmap(step)(state, chosen, jax.random.split(resetting, LANES)), key

    compiled = jax.jit(advance)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, LANES))

    def play() -> int:
        nonlocal state, key
        state, key = compiled(state, key)
        jax.block_until_ready(state)
        return LANES

    return play


def envpool_chess() -> Work:
    import envpool

    pool = envpool.make("Chess-v1", env_type="gymnasium", num_envs=LANES, num_threads=1)
    told: dict[str, Any] = pool.reset()[1]
    generator = numpy.random.default_rng(1)

    def play() -> int:
        nonlocal told
        noise = generator.random(told["legal_action_mask"].shape, numpy.float32)
        chosen = (noise * told["legal_action_mask"]).argmax(axis=1).astype(numpy.int32)
        told = pool.step(chosen, told["env_id"])[4]
        return LANES

    return play


def our_batch() -> Work:
    batch = Batch("xiangqi", LANES, seed=1, observations=True, mask=True)

    def play() -> int:
        for _ in range(100):
            batch.step(batch.random_choices())
        return 100 * LANES

    return play


def our_vector() -> Work:
    from ludoteca.lab.gymnasium import BatchEnv

    vector = BatchEnv("xiangqi", LANES)
    vector.reset()

    def play() -> int:
        for _ in range(10):
            vector.step(vector.batch.random_actions())
        return 10 * LANES

    return play


MEASURED: dict[str, Callable[[], Work]] = {
    "PettingZoo chess, bare": lambda: pettingzoo_chess(False),
    "PettingZoo chess": lambda: pettingzoo_chess(True),
    "Pgx chess": pgx_chess,
    "EnvPool chess": envpool_chess,
    "OpenSpiel xiangqi, bare": lambda: spiel("xiangqi", True),
    "OpenSpiel xiangqi": lambda: spiel("xiangqi", False),
    "OpenSpiel xiangqi, rl_environment": lambda: spiel_environment("xiangqi"),
    f"OpenSpiel xiangqi, SyncVectorEnv({LANES})": spiel_vector,
    "PettingZoo adapter, bare": lambda: our_pettingzoo(False),
    "PettingZoo adapter": lambda: our_pettingzoo(True),
    "OpenSpiel adapter, bare": lambda: spiel("ludoteca_xiangqi", True),
    "OpenSpiel adapter": lambda: spiel("ludoteca_xiangqi", False),
    "OpenSpiel adapter, rl_environment": lambda: spiel_environment("ludoteca_xiangqi"),
    "Gymnasium vector adapter": our_vector,
    "Batch": our_batch,
}


def speeds() -> dict[str, float]:
    """Steps a second of CPU time, of all that are installed."""
    found = {}
    for name, make in MEASURED.items():
        try:
            work = make()
        except ImportError as error:
            print(f"{name}: not installed ({error})", file=sys.stderr)
            continue
        found[name] = rate(work)
        print(f"{name:40}{found[name]:>14,.0f}", flush=True)
    return found


def main() -> int:
    if ludoteca.core.position.__file__.endswith(".py"):
        print("the core is not compiled: install the package first", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")
    random.seed(1)
    print("steps a second of CPU time, random games, one thread")
    found = speeds()
    print(f"\n{'ours':36}{'peer':40}{'times':>8}{'aim':>6}")
    rows = []
    for aim in AIMS:
        times = found[aim.ours] / found[aim.peer] if aim.peer in found else None
        rows.append({**aim._asdict(), "reached": times})
        shown = "missing" if times is None else f"{times:.1f}"
        verdict = "" if times and times >= aim.times else "not reached"
        print(f"{aim.ours:36}{aim.peer:40}{shown:>8}{aim.times:>6g}  {verdict}")
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(json.dumps({"steps": found, "aims": rows}, indent=1) + "\n", encoding="utf-8")
    print(f"Written to {TABLE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
