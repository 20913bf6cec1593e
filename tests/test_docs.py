"""The documentation: every public name is described and has its place in the reference, and what it shows is true."""

import doctest
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import GetSetDescriptorType, ModuleType

import pytest

import ludoteca
from ludoteca.core.pictures import PICTURES, PLAIN

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/api").glob("*.md")))
LISTED = re.findall(r"^::: ([\w.]+)$", REFERENCE, re.MULTILINE)
"""The modules, classes, functions and values that the reference shows."""
DESCRIPTORS = (property, cached_property, classmethod, GetSetDescriptorType)
MODULES = sorted(
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in ROOT.glob("src/ludoteca/core/[a-z]*.py")
)


def resolve(name: str) -> object:
    module, _, own = name.rpartition(".")
    found = getattr(import_module(module), own, None) if module else None
    return found if found is not None else import_module(name)


def undescribed(name: str, thing: object) -> Iterator[str]:
    """A thing if it has no docstring, and its public members that have none."""
    if not getattr(thing, "__doc__", None):
        yield name
    if isinstance(thing, ModuleType):
        for own, value in vars(thing).items():
            if not own.startswith("_") and getattr(value, "__module__", None) == thing.__name__ and callable(value):
                yield from undescribed(f"{name}.{own}", value)
    elif inspect.isclass(thing):
        for own in vars(thing).keys() | inspect.get_annotations(thing).keys():
            if not own.startswith("_") and not is_described(thing, own):
                yield f"{name}.{own}"


def is_described(kind: type, own: str) -> bool:
    """A method by itself or in a base class, an attribute in the docstring of its class or in one of its own."""
    defined = [vars(base)[own] for base in kind.__mro__ if own in vars(base)]
    is_field = own in inspect.get_annotations(kind)
    if not is_field and any(each.__doc__ for each in defined if callable(each) or isinstance(each, DESCRIPTORS)):
        return True
    source = Path(ROOT, "src", *kind.__module__.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    has_docstring = re.search(rf'^    {own}\b.*\n    """', source, re.MULTILINE)
    return bool(has_docstring or re.search(rf"\b{own}\b", kind.__doc__ or ""))


@pytest.mark.parametrize("name", LISTED)
def test_what_the_reference_shows_has_docstrings(name):
    thing = resolve(name)
    if isinstance(thing, ModuleType) or callable(thing):
        assert not list(undescribed(name, thing))
    else:
        sources = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("src/ludoteca/*/*.py"))
        assert re.search(rf'^{name.rpartition(".")[2]} = .*\n"""', sources, re.MULTILINE)


@pytest.mark.parametrize("name", ludoteca.__all__)
def test_every_public_name_is_in_the_reference(name):
    assert f"ludoteca.{name}" in LISTED


@pytest.mark.parametrize("name", ["ludoteca", *MODULES])
def test_examples_in_docstrings_are_true(name):
    module = import_module(name)
    names = {**vars(module), "ludoteca": ludoteca, "boards": ludoteca.boards}
    assert doctest.testmod(module, extraglobs=names).failed == 0


GUIDE = (ROOT / "docs/games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["squares", "torus", "points", "rhombus", "hexagon", "star", "cells"])
def test_the_guide_has_the_signatures_of_boards(name):
    assert f"`boards.{name}({shown_signature(getattr(ludoteca.boards, name))})`" in GUIDE


@pytest.mark.parametrize("kind", [ludoteca.Glyph, ludoteca.Zone])
def test_the_guide_has_the_signatures_of_pieces_and_zones(kind):
    assert f"`{kind.__name__}({shown_signature(kind)})`" in GUIDE


def test_the_guide_names_all_pictures():
    assert [name for name in (PLAIN, *PICTURES) if f"`{name}`" not in GUIDE] == []


def shown_signature(called: Callable[..., object]) -> str:
    parameters = inspect.signature(called).parameters.values()
    return ", ".join(str(each.replace(annotation=inspect.Parameter.empty)).replace(" = ", "=") for each in parameters)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_work_in_the_repository(page):
    """`make docs` checks them in the site."""
    links = re.findall(r"\]\((?![a-z]+:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
