"""Self-play with RLlib on the PettingZoo environment of Xiangqi. NOT TRIED: RLlib was not installed for it.

pip install "ludoteca[pettingzoo]" "ray[rllib]" torch
"""

from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from ludoteca.lab.pettingzoo import env


def made(settings: dict[str, Any]) -> PettingZooEnv:
    return PettingZooEnv(env("xiangqi", max_moves=200, **settings))


def main() -> None:
    register_env("ludoteca_xiangqi", made)
    # All seats share one policy: an observation is as the seat to move sees the board.
    config = (
        PPOConfig()
        .environment("ludoteca_xiangqi")
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **more: "both")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    )
    algorithm = config.build_algo()
    for _ in range(10):
        print(algorithm.train()["env_runners"])


if __name__ == "__main__":
    main()
