"""Finds all words of the interface, and updates and compiles their translations: `make words`.

The templates have them in `trans` blocks and `_()`, scripts in `t()` and `tn()`, and Python in `Message` and its like.
"""

import ast
import gettext
import io
import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import jinja2
from babel import Locale
from babel.messages import Catalog
from babel.messages.jslexer import Token, tokenize, unquote_string
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast

import ludoteca
from ludoteca.server.http.languages import template_environment

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ludoteca"

NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""So that a file changes only where a text does."""
Found = tuple[str | tuple[str, str], str]
"""A text, or its singular and plural, and its context if it has one."""

LANGUAGES, TEMPLATES, SCRIPTS = SOURCE / "languages", SOURCE / "web" / "templates", SOURCE / "web" / "static"
MODULES = ["server/**/*.py", "core/*.py", "games/xiangqi/*.py", "games/*/__init__.py", "games/*/look.py"]
"""Where Python tells something that is translated; but for the keys to marks and signs, other games speak English."""
PYTHON = {"Message": 0, "translatable": 0, "in_context": 1, "Refusal": 1, "Ruling": 1, "Sign": 2}
"""The functions that take a text, and which of their arguments it is."""
OPTIONS = {"Choice": 2, "Switch": 2, "Limit": 2}
"""Options of games, and which argument is the summary."""
OF_STUDIES = re.compile(r"/stud(y|ies)|core/(imports|movetext|record|variations)[.]py")
"""Where texts are that only the page of a study needs."""
OF_KEYS = re.compile(r"games/(?!xiangqi)\w+/look[.]py")
"""Where the keys to marks and signs are, which are read when somebody opens them."""
OWN_WORDS: list[Found] = [("{first} and {others}", ""), ("English", "name of this language")]
"""What the translation itself needs."""


def main() -> None:
    template = extract()
    write(template, LANGUAGES / "ludoteca.pot")
    for path in sorted(LANGUAGES.glob("*/ludoteca.po")):
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        write(catalogue, path)
        catalogue = read(path)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        for name, text in scripts_of(catalogue).items():
            path.with_name(name).write_text(text, encoding="utf-8")
        missing = sum(not is_translated(message.string) for message in catalogue if message.id)
        print(f"{path.parent.name}: {len(catalogue)} texts, {missing} to be translated")


# Extraction


def extract() -> Catalog:
    """All texts, each with the files that have it."""
    catalogue = Catalog(fuzzy=False, header_comment="# The words of Ludoteca's interface: see docs/translating.md.")
    for path, found in sorted(_found(), key=str):
        text, context = found
        catalogue.add(text, locations=[(str(path.relative_to(SOURCE)), 0)], context=context or None)
    return catalogue


def _found() -> Iterator[tuple[Path, Found]]:
    for path in TEMPLATES.glob("*.html"):
        for found in in_template(path.read_text(encoding="utf-8")):
            yield path, found
    for path in SCRIPTS.glob("*.js"):
        for found in in_script(path.read_text(encoding="utf-8")):
            yield path, found
    for pattern in MODULES:
        for path in SOURCE.glob(pattern):
            for found in in_module(path.read_text(encoding="utf-8")):
                yield path, found
    for found in OWN_WORDS:
        yield SOURCE / "core" / "message.py", found


def in_template(source: str) -> Iterator[Found]:
    parsed = template_environment(jinja2.BaseLoader()).parse(source)
    for _, function, texts in extract_from_ast(parsed, ("gettext", "ngettext", "_")):
        first, *others = [texts] if isinstance(texts, str) else texts or [None]
        if first is not None:
            yield ((first, str(others[0])) if function == "ngettext" else first), ""


def in_module(source: str) -> Iterator[Found]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        index = {**PYTHON, **OPTIONS}.get(name, len(node.args))
        if index >= len(node.args):
            continue
        if name in OPTIONS:
            yield from _in_option(node)
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        argument = node.args[index]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value, str(texts[0]) if name == "in_context" else ""


def _in_option(call: ast.Call) -> Iterator[Found]:
    """The name of an option as forms show it, and the words among its values."""
    yield str(ast.literal_eval(call.args[0])).replace("_", " "), ""
    for value in call.args[3:]:
        for constant in ast.walk(value):
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                yield constant.value, ""


def in_script(source: str) -> Iterator[Found]:
    tokens = script_tokens(source)
    for place, token in enumerate(tokens[:-2]):
        is_call = token.type == "name" and tokens[place + 1].value == "(" and tokens[place + 2].type == "string"
        if not is_call or token.value not in ("t", "tn"):
            continue
        first = unquote_string(tokens[place + 2].value)
        yield (first if token.value == "t" else (first, unquote_string(tokens[place + 4].value))), ""


def script_tokens(source: str) -> list[Token]:
    """All tokens but comments; those in the holes of a template literal follow it."""
    found: list[Token] = []
    for token in tokenize(source, jsx=False, template_string=True):
        if token.type in ("comment", "multilinecomment", "linecomment"):
            continue
        found.append(token)
        if token.type == "template_string":
            for hole in holes(token.value):
                found += script_tokens(hole)
    return found


def holes(literal: str) -> Iterator[str]:
    """What stands between `${` and `}` in a template literal."""
    place = 0
    while (begin := literal.find("${", place)) >= 0:
        depth, place = 1, begin + 2
        while depth and place < len(literal):
            depth += {"{": 1, "}": -1}.get(literal[place], 0)
            place += 1
        yield literal[begin + 2 : place - 1]


# Catalogues


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.name)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    return catalogue


def read_template() -> Catalog:
    with (LANGUAGES / "ludoteca.pot").open("rb") as file:
        return read_po(file)


def write(catalogue: Catalog, path: Path) -> None:
    """Without dates and numbers of lines, so that a file changes only where a text does."""
    written = io.BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)
    kept = [line for line in written.getvalue().splitlines(True) if not re.match(rb'"(POT-C|PO-R)[\w-]+-Date:', line)]
    path.write_bytes(b"".join(kept))


def compiled(catalogue: Catalog) -> bytes:
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def is_translated(string: str | Sequence[str] | None) -> bool:
    return bool(string) and all(string or ())


def scripts_of(catalogue: Catalog) -> dict[str, str]:
    """What scripts need: their own texts, and those that the server and the games send; what few pages need is apart.

    Only templates show summaries of games and of their options.
    """
    games = [ludoteca.game(name) for name in ludoteca.GAMES]
    summaries = {game.summary for game in games} | {option.summary for game in games for option in game.options}
    texts: dict[str, dict[str, str | list[str]]] = {"scripts.js": {}, "study.js": {}, "keys.js": {}}
    for message in catalogue:
        string = message.string
        places = [name for name, _ in message.locations if not name.endswith(".html")]
        if not message.id or not string or not places or message.id in summaries:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        parts = {"study.js": OF_STUDIES, "keys.js": OF_KEYS}
        part = next((name for name, of_part in parts.items() if all(map(of_part.search, places))), "scripts.js")
        texts[part][f"{message.context}\4{key}" if message.context else key] = (
            string if isinstance(string, str) else list(string)
        )
    plurals = plural_indices(catalogue)
    return {name: _script({"plurals": plurals, "texts": found}) for name, found in texts.items()}


def _script(words: dict[str, object]) -> str:
    return f"export default {json.dumps(words, ensure_ascii=False, separators=(',', ':'), sort_keys=True)};\n"


def plural_indices(catalogue: Catalog) -> dict[str, int]:
    """Which form of a text each category of Intl.PluralRules has."""
    locale: Locale = catalogue.locale
    index = gettext.c2py(catalogue.plural_expr)
    return {locale.plural_form(number): index(number) for number in (1_000_000, *range(200, -1, -1))}


if __name__ == "__main__":
    main()
