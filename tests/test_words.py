"""The words of the interface: all are in the catalogues, and every language has all of them."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import words

import ludoteca
from ludoteca.games import FOLDERS
from ludoteca.server.http.languages import template_environment

CATALOGUES = sorted(words.LANGUAGES.glob("*/ludoteca.po"))
NAMES = [path.parent.name for path in CATALOGUES]
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s|<[^>]+>")
LETTERS = re.compile(r"[^\W\d_]{2,}")

every_language = pytest.mark.parametrize("path", CATALOGUES, ids=NAMES)
every_template = pytest.mark.parametrize("path", sorted(words.TEMPLATES.glob("*.html")), ids=lambda path: path.name)
every_script = pytest.mark.parametrize("path", sorted(words.SCRIPTS.glob("*.js")), ids=lambda path: path.name)


# Catalogues


def ids(catalogue):
    return {(message.context, message.id) for message in catalogue if message.id}


def test_there_are_the_languages_that_are_promised():
    assert {"es", "zh_Hans", "zh_Hant"} <= set(NAMES)


def test_every_word_of_the_interface_is_in_the_template():
    """`make words` has been run."""
    assert ids(words.read_template()) == ids(words.extract())


@every_language
def test_a_language_is_complete(path):
    """`make words` has been run, and what it reported as missing was translated."""
    catalogue = words.read(path)
    assert ids(catalogue) == ids(words.extract())
    assert [message.id for message in catalogue if message.id and not words.is_translated(message.string)] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


@every_language
def test_translations_have_the_same_placeholders_and_tags(path):
    for message in words.read(path):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else message.id
        translations = [message.string] if isinstance(message.string, str) else message.string
        allowed = [Counter(PLACEHOLDER.findall(text)) for text in originals]
        for text in translations:
            assert Counter(PLACEHOLDER.findall(text)) in allowed, (message.id, text)


@every_language
def test_what_was_compiled_is_up_to_date(path):
    catalogue = words.read(path)
    assert path.with_suffix(".mo").read_bytes() == words.compiled(catalogue)
    for name, text in words.scripts_of(catalogue).items():
        assert path.with_name(name).read_text(encoding="utf-8") == text


@every_language
def test_keys_to_marks_and_signs_are_told(path):
    known = {text for _, text in ids(words.read(path))}
    for name in FOLDERS:
        game = ludoteca.game(name)
        legend = game.look.sheet(game.choose({})).legend
        assert {*(sign.words for sign in game.look.signs), *(mark.words for mark in legend)} <= known, name


# Templates

SHOWN_ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "label", "content"}
NAMES_OF_THE_SITE = {"Ludoteca"}
TECHNICAL_CONTENT = re.compile(r"width=device-width.*|light dark|#\w+|\0*")


class ShownTexts(HTMLParser):
    """All texts in a page that somebody can read or hear; `\\0` stands for what is put in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.is_script = False

    def handle_starttag(self, tag, attributes):
        self.is_script = tag in ("script", "style")
        for name, value in attributes:
            if name in SHOWN_ATTRIBUTES and value and not (name == "content" and TECHNICAL_CONTENT.fullmatch(value)):
                self.found.append(value)

    def handle_endtag(self, tag):
        self.is_script = False

    def handle_data(self, data):
        if not self.is_script:
            self.found.append(data)


def written(node: nodes.Node) -> Iterator[str]:
    """The text of a template outside of expressions, which the words in `trans` blocks have become."""
    if isinstance(node, nodes.Output):
        for part in node.nodes:
            yield part.data if isinstance(part, nodes.TemplateData) else "\0"
    elif not (isinstance(node, nodes.Block) and node.name == "kind"):  # A class of `main`.
        for child in node.iter_child_nodes():
            yield from written(child)


def outside_words(source: str) -> list[str]:
    parser = ShownTexts()
    parser.feed("".join(written(template_environment(jinja2.BaseLoader()).parse(source))))
    texts = [" ".join(text.replace("\0", " ").split()) for text in parser.found]
    return [text for text in texts if LETTERS.search(text) and not set(LETTERS.findall(text)) <= NAMES_OF_THE_SITE]


@every_template
def test_no_words_of_a_template_are_outside_the_catalogues(path):
    assert outside_words(path.read_text(encoding="utf-8")) == []


def test_words_outside_the_catalogues_are_found_in_templates():
    assert outside_words('<p>{{ _("Fine") }} {% trans %}too{% endtrans %}<b title="Oh">no {{ x }}</b></p>') == [
        "Oh",
        "no",
    ]


@every_template
def test_only_constant_texts_are_translated_as_safe_ones(path):
    """What `_` gives is not escaped any more: other texts are told by the filter `told`."""
    parsed = template_environment(jinja2.BaseLoader()).parse(path.read_text(encoding="utf-8"))
    for call in parsed.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext"):
            assert isinstance(call.args[0], nodes.Const), path.name


# Styles


@pytest.mark.parametrize("path", sorted(words.SCRIPTS.glob("*.css")), ids=lambda path: path.name)
def test_no_words_are_in_a_style(path):
    """A style shows words by `attr(...)`, from the page."""
    shown = re.findall(r"""content:\s*("[^"]*"|'[^']*')""", path.read_text(encoding="utf-8"))
    assert [text for text in shown if LETTERS.search(text)] == []


# Scripts

SENTENCE = re.compile(r"[A-Z][a-z]+([ ,:.!?…].*)?|.*[a-z]{2,}[.!?…:]|[a-z]+( [a-z]+){2,}", re.DOTALL)
NEVER_SHOWN = {"class", "className", "d", "add", "toggle", "remove", "querySelector", "querySelectorAll", "matches"}
TECHNICAL = {
    *("https:", "option."),
    *("Enter", "Escape", "Backspace", "Home", "End", "Arrow", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
}


def unmarked(source: str) -> list[str]:
    """Texts of a script that look like words for people and are not given to `t` or `tn`."""
    tokens = words.script_tokens(source)
    found = []
    for place, token in enumerate(tokens):
        if token.type not in ("string", "template_string"):
            continue
        before = [other.value for other in tokens[max(0, place - 5) : place]]
        is_marked = before[-2:] in (["t", "("], ["tn", "("]) or (len(before) > 4 and before[-4:-2] == ["tn", "("])
        is_technical = any(name in NEVER_SHOWN for name in before[-2:-1]) and before[-1] in (":", "(")
        text = re.sub(r"\$\{.*?\}", "\0", token.value[1:-1], flags=re.DOTALL)
        if not is_marked and not is_technical and SENTENCE.fullmatch(text.strip()) and text not in TECHNICAL:
            found.append(text)
    return found


@every_script
def test_no_words_of_a_script_are_outside_the_catalogues(path):
    assert unmarked(path.read_text(encoding="utf-8")) == []


def test_words_outside_the_catalogues_are_found_in_scripts():
    source = 'show(t("Fine."), tn("{count} day", "{count} days", 2), "Not fine.", `${x} to move.`, { class: "a b c" })'
    assert unmarked(source) == ["Not fine.", "\0 to move."]
