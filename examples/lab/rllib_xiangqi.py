"""Self-play with RLlib on the PettingZoo environment of Xiangqi. Tried with Ray 2.60, PyTorch 2.15 and PettingZoo 1.27.

pip install "ludoteca[pettingzoo]" "ray[rllib]" torch
python examples/lab/rllib_xiangqi.py 10
"""

import sys
from typing import Any

import numpy
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from ludoteca.lab.pettingzoo import raw_env


class MaskedEnv(PettingZooEnv):
    """Observations as RLlib's action masking takes them: flat numbers, under names of its own."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__(raw_env("xiangqi", max_moves=200, **settings))
        for agent, space in self.observation_spaces.items():
            size = int(numpy.prod(space["observation"].shape))
            mask = spaces.Box(0, 1, space["action_mask"].shape, numpy.float32)
            seen = spaces.Box(0, 255, (size,), numpy.float32)
            self.observation_spaces[agent] = spaces.Dict({"action_mask": mask, "observations": seen})
        self.observation_space = spaces.Dict(self.observation_spaces)

    def reset(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, infos = super().reset(**given)
        return renamed(seen), infos

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        seen, *others = super().step(actions)
        return renamed(seen), *others


def renamed(seen: dict[str, Any]) -> dict[str, Any]:
    return {
        agent: {
            "action_mask": observation["action_mask"].astype(numpy.float32),
            "observations": observation["observation"].ravel().astype(numpy.float32),
        }
        for agent, observation in seen.items()
    }


def main() -> None:
    # Of its own: without an address it would join whatever cluster runs on the machine.
    ray.init(address="local")
    register_env("ludoteca_xiangqi", MaskedEnv)
    # All seats share one policy: an observation is as the seat to move sees the board.
    config = (
        PPOConfig()
        # The check would act without looking at the mask.
        .environment("ludoteca_xiangqi", disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=500, minibatch_size=125, num_epochs=2)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **more: "both")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    )
    algorithm = config.build_algo()
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        result = algorithm.train()
        learnt = result["learners"]["both"]
        print(number, result["env_runners"].get("episode_len_mean"), learnt["vf_loss"], learnt["entropy"], flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
