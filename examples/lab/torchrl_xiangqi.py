"""Random games with TorchRL on PettingZoo's Xiangqi. Tried with TorchRL 0.14.1, PyTorch 2.15 and PettingZoo 1.27.

pip install "ludoteca[pettingzoo]" torchrl
python examples/lab/torchrl_xiangqi.py
"""

from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType

from ludoteca.lab.pettingzoo import raw_env


def main() -> None:
    environment = PettingZooWrapper(
        raw_env("xiangqi", max_moves=200),
        use_mask=True,  # Agents that are not to move are masked out.
        group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT,
    )
    print(environment.rollout(50))


if __name__ == "__main__":
    main()
