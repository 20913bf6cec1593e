"""The languages of the pages: which there are, which a visitor wants, and texts in them.

English is in the source. Every other language is a folder of `ludoteca/languages` with a compiled catalogue of gettext,
and with the part of it that scripts need as a script. docs/translating.md tells how they are made.
"""

import functools
import gettext
import re
from collections.abc import Mapping
from pathlib import Path

import jinja2
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection

import ludoteca
from ludoteca.core.message import CONTEXT_END, Message, Value, message_id_of, values_of
from ludoteca.server.http.static_files import content_version

LANGUAGES = Path(ludoteca.__file__).parent / "languages"
ENGLISH = "en"
COOKIE = "language"
REGIONS = {"zh-TW": "zh-Hant", "zh-HK": "zh-Hant", "zh-MO": "zh-Hant", "zh": "zh-Hans"}
"""The script that is written where a browser names a region, or nothing; by the longest tag that fits."""


CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
SPACED_PLACEHOLDER = re.compile(
    rf"(?P<before>(?:(?<={CHINESE.pattern}) )?)(?P<placeholder>{{(?P<name>\w+)}}|%\((?P<variable>\w+)\)s)"
    rf"(?P<after>(?: (?={CHINESE.pattern}))?)"
)
"""What a value stands for, with the spaces between it and Chinese characters."""


class Language:
    """One language of the pages, by its tag as in BCP 47."""

    def __init__(self, tag: str, translations: gettext.NullTranslations) -> None:
        self.tag = tag
        self.translations = translations
        self.name = translations.pgettext("name of this language", "English")

    def tell(self, text: str) -> str:
        """A text in this language, if it can be told in it."""
        template = self._template(message_id_of(text))
        values = {name: self._tell_value(value) for name, value in values_of(text).items()}
        return close_up(template, values).format(**values) if values else template

    def _template(self, message_id: str) -> str:
        # gettext answers an empty text with the catalogue's header.
        context, _, template = message_id.rpartition(CONTEXT_END)
        if context:
            return self.translations.pgettext(context, template)
        return self.translations.gettext(message_id) if message_id else ""

    def _tell_value(self, value: Value) -> str:
        if isinstance(value, Message):
            return self.tell(value)
        if isinstance(value, str | int | float):
            return str(value)
        first, *others = value
        return self.tell(Message("{first} and {others}", first=first, others=others)) if others else self.tell(first)


class Languages:
    """All languages in a folder, and English, which is first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version = content_version(folder)
        self.by_tag = {ENGLISH: Language(ENGLISH, gettext.NullTranslations())}
        for catalogue in sorted(folder.glob("*/ludoteca.mo")):
            tag = catalogue.parent.name.replace("_", "-")
            with catalogue.open("rb") as file:
                self.by_tag[tag] = Language(tag, gettext.GNUTranslations(file))

    def of(self, connection: HTTPConnection) -> Language:
        """What the visitor has chosen, else what their browser asks for."""
        chosen = connection.cookies.get(COOKIE, "")
        return self.by_tag.get(chosen) or self.by_tag[self._accepted(connection.headers.get("accept-language", ""))]

    def _accepted(self, header: str) -> str:
        """Lookup as in RFC 4647: each range that the browser accepts, best first, ever shorter until one fits."""
        for accepted in _ranges(header):
            parts = accepted.split("-")
            while parts:
                tag = "-".join(parts)
                for known in (tag, REGIONS.get(tag, "")):
                    if known in self.by_tag:
                        return known
                parts.pop()
        return ENGLISH

    def words_folder(self, language: Language) -> str:
        """The address of the files with the words that scripts need; English ones have theirs."""
        return "" if language.tag == ENGLISH else f"/words/{self.version}/{language.tag.replace('-', '_')}"

    def environments(self, templates: Path, names: Mapping[str, object]) -> dict[str, jinja2.Environment]:
        """The templates in each language; `names` are known to all of them."""
        return {tag: self._environment(language, templates, names) for tag, language in self.by_tag.items()}

    def _environment(self, language: Language, templates: Path, names: Mapping[str, object]) -> jinja2.Environment:
        environment = template_environment(jinja2.FileSystemLoader(templates))
        environment.globals |= translating_functions(language.translations)
        environment.globals |= names
        environment.globals["language"] = language
        environment.globals["languages"] = self.by_tag.values()
        environment.globals["words_folder"] = self.words_folder(language)
        environment.filters["told"] = language.tell
        return environment


def translating_functions(translations: gettext.NullTranslations) -> dict[str, object]:
    """What templates call for constant texts, for `trans` blocks and for those with `pluralize`.

    Jinja's own do the same in twice the time.
    """

    def fill(text: str, variables: Mapping[str, object]) -> Markup:
        return Markup(close_up(text, variables) % {name: escape(value) for name, value in variables.items()})

    return {
        "_": functools.cache(lambda text: Markup(translations.gettext(text))),
        "gettext": lambda text, /, **variables: fill(translations.gettext(text), variables),
        "ngettext": lambda one, many, number, /, **variables: fill(translations.ngettext(one, many, number), variables),
    }


def close_up(template: str, values: Mapping[str, object]) -> str:
    """The template without the spaces that would stand between Chinese characters once it is filled.

    Chinese has spaces beside Latin words alone, and a value may be either.
    """

    def filled(match: re.Match[str]) -> str:
        value = str(values.get(match["name"] or match["variable"], ""))
        before = "" if CHINESE.match(value[:1]) else match["before"]
        return before + match["placeholder"] + ("" if CHINESE.match(value[-1:]) else match["after"])

    return SPACED_PLACEHOLDER.sub(filled, template)


def template_environment(loader: jinja2.BaseLoader) -> jinja2.Environment:
    """How the templates are read, by the server and by those who look for words in them."""
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    return environment


def _ranges(header: str) -> list[str]:
    """The language ranges of an Accept-Language header, best first, spelled as tags are."""
    found: list[tuple[float, str]] = []
    for part in header[:1000].split(","):
        name, _, quality = part.partition(";")
        try:
            weight = float(quality.partition("=")[2] or 1)
        except ValueError:
            weight = 0.0
        if weight > 0:
            found.append((weight, _spelled(name.strip())))
    return [name for _, name in sorted(found, key=lambda each: -each[0])]


def _spelled(tag: str) -> str:
    """`zh-hant-tw` as `zh-Hant-TW`."""
    first, *rest = tag.split("-")
    return "-".join(
        [
            first.lower(),
            *(part.title() if len(part) == 4 else part.upper() if len(part) == 2 else part for part in rest),
        ]
    )
