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

WRAPS = "xorshift.pxd"
"""Relies on numbers of 64 bits that wrap, which Python's do not: random games on both cores compare it."""
HINTS = "cache.pxd"
"""Hints to the processor give nothing that could be compared."""
TWINS = [twin for twin in sorted(Path(SOURCE).rglob("*.pxd")) if is_inline(twin) and twin.name not in (WRAPS, HINTS)]
FUNCTION = re.compile(r"^cdef inline [\w ]+? (\w+)\(([^)]*)\) noexcept nogil:$", re.MULTILINE)
EXTERN = re.compile(
    r'^cdef extern from \*:\n    """\n    #define \w+ (0x\w+?)ULL\n    """\n.* (\w+) ".*"$', re.MULTILINE
)
CAST = re.compile(r"<(?:unsigned )?(?:int|long long|float|double)> ")
SMALL = (0, 1, 2, 3, 5, 8, 11)
FRACTIONS = (-0.75, 0.25, 0.5, 0.9)
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
    text = EXTERN.sub(r"\2 = \1", text)
    text = text.replace("from libc.math cimport ", "from math import ")
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


def arguments(text: str) -> list[tuple[float, ...]]:
    """Large numbers where a twin takes 64 bits, small ones or fractions elsewhere."""
    values: dict[str, tuple[float, ...]] = {"long long": LARGE, "double": FRACTIONS}
    types = [parameter.rpartition(" ")[0].removeprefix("unsigned ") for parameter in parameters(text)]
    return list(product(*(values.get(each, SMALL) for each in types)))


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.parent.name}.{twin.stem}")
def test_a_twin_says_the_same_as_its_module(twin):
    inline, module = as_python(twin), plain(twin)
    functions = {found[1]: found[2] for found in FUNCTION.finditer(twin.read_text())}
    assert inline
    assert set(functions) <= set(inline)
    for name, value in inline.items():
        if name not in functions:
            assert getattr(module, name) == value, name
            continue
        for numbers in arguments(functions[name]):
            expected = getattr(module, name)(*numbers)
            assert callable(value)
            assert value(*numbers) == expected, (name, numbers)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.parent.name}.{twin.stem}")
def test_a_twin_has_every_number_and_function_of_its_module(twin):
    inline, module = as_python(twin), plain(twin)
    public = {name for name, value in vars(module).items() if not name.startswith("_") and not isinstance(value, dict)}
    assert public == set(inline)
