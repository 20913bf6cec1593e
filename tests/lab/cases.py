"""Games for the tests of the adapters: of two and more seats, with turns of several decisions, short enough."""

from random import Random
from typing import Any

from ludoteca.lab.single import Single
from tests.play import IS_COMPILED

CASES: list[tuple[str, dict[str, Any]]] = [
    ("xiangqi", {}),
    ("xiangqi", {"actions": "picks"}),
    ("chinese-checkers", {"players": 3, "round_limit": 8}),
    ("chinese-checkers", {"players": 6, "round_limit": 3, "actions": "picks"}),
    ("exile", {"mode": "infinite", "round_limit": 6}),
]
if IS_COMPILED:
    CASES.append(("tomb-chess", {"turn_limit": 8}))


def case_name(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(f"{name}={each}" for name, each in value.items()) or "usual"


def any_action(single: Single, random: Random) -> int:
    return random.choice(single.legal_actions())
