"""Twins that are inline, such as a game's `layout.pxd`, say the same as the plain modules beside them.

No compiled module shows them to Python, so their text is read: C types and casts are left out, and the rest is Python.
"""

import re
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
from setup import SOURCE, is_inline

TWINS = [twin for twin in sorted(Path(SOURCE).rglob("layout.pxd")) if is_inline(twin)]
FUNCTION = re.compile(r"^cdef inline [\w ]+? (\w+)\(([^)]*)\) noexcept nogil:$", re.MULTILINE)
CAST = re.compile(r"<(?:unsigned )?(?:int|long long)> ")
SMALL = (0, 1, 2, 3, 5, 8, 11)
LARGE = (0, 1, 7, 8, 9, 255, 256, 257, 4096, 4097, 6143, 6144, 16384, 65535, 65536, 0x123456789ABCDEF, 2**62 + 1)


def parameters(text: str) -> list[str]:
    """Each with its type, as a twin declares them."""
    return [parameter.strip() for parameter in text.split(",") if parameter.strip()]


def as_python(twin: Path) -> dict[str, object]:
    """The constants and functions of a twin."""
    text = CAST.sub("", twin.read_text())
    text = FUNCTION.sub(
        lambda found: f"def {found[1]}({', '.join(parameter.split()[-1] for parameter in parameters(found[2]))}):", text
    )
    text = re.sub(r"^(cdef enum|cimport|@cython).*\n", "", text, flags=re.MULTILINE)
    text = re.sub(
        r"^    (\w+ = -?\d+)$", lambda found: found[1] if found[1][0].isupper() else found[0], text, flags=re.M
    )
    found: dict[str, object] = {}
    exec(text, found)
    del found["__builtins__"]
    return found


def plain(twin: Path) -> ModuleType:
    return import_module(".".join(twin.relative_to(SOURCE).with_suffix("").parts))


def arguments(text: str) -> list[tuple[int, ...]]:
    """Large numbers where a twin takes 64 bits, small ones elsewhere."""
    return list(product(*(LARGE if "long long" in parameter else SMALL for parameter in parameters(text))))


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.parent.name)
def test_a_layout_says_the_same_as_its_twin(twin):
    inline, module = as_python(twin), plain(twin)
    functions = {found[1]: found[2] for found in FUNCTION.finditer(twin.read_text())}
    assert functions
    assert set(functions) < set(inline)
    for name, value in inline.items():
        if name not in functions:
            assert getattr(module, name) == value, name
            continue
        for numbers in arguments(functions[name]):
            expected = getattr(module, name)(*numbers)
            assert callable(value)
            assert value(*numbers) == expected, (name, numbers)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.parent.name)
def test_a_twin_has_every_constant_and_function_of_its_layout(twin):
    inline, module = as_python(twin), plain(twin)
    public = {name for name in vars(module) if not name.startswith("_")}
    assert public == set(inline)
