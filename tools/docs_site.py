"""Hooks of MkDocs: the site has pages from all over the repository, and a link between them leads to the page.

Pages are written to be read in the repository. What they link to outside of docs/ becomes a page of the site, too:
Markdown as it is, a folder as a list of its files, any other file as its source. A link to nothing fails the build.
"""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from pygments.formatters import HtmlFormatter

ROOT = Path(__file__).parent.parent
FIRST_PAGES = ("README.md", *(path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/ludoteca/games/*/rules.md")))
RULES = re.compile(r"src/ludoteca/games/(\w+)/rules\.md")
LINK = re.compile(r"(?<=\]\()(?![a-z]+:)([^)#\s]+)")
CHAPTER = re.compile(r"^## ([A-Z]\d+) .+$", re.MULTILINE)
CLAUSE = re.compile(r"^\*\*([A-Z]\d+\.\d+)\*\*(?: \(([a-z +]+)\))?", re.MULTILINE)
MENTION = re.compile(r"`[^`]*`|^(?: {4}|#).*$|^\*\*[A-Z]\d+\.\d+\*\*|\b[A-Z]\d+(?:\.\d+)?\b", re.MULTILINE)
"""The number of a clause or chapter, or what stays as it is: notation, drawings, headings, heads of clauses."""
LANGUAGES = {".py": "python", ".pxd": "cython", ".toml": "toml", ".conf": "nginx"}
BUILT = (".c", ".so", ".pyd")

repository_paths: dict[str, str] = {}
"""Where the pages of the site stand in the repository."""


def on_config(config: MkDocsConfig) -> None:
    # Both would need to know where the site is hosted.
    config.theme.static_templates -= {"404.html", "sitemap.xml"}


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that stand outside of docs/, and whatever they link to."""
    waiting = [*FIRST_PAGES, *(f"docs/{file.src_uri}" for file in files.documentation_pages())]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        repository_paths[site_path(path)] = path
        if not path.startswith("docs/"):
            level = InclusionLevel.INCLUDED if path.endswith(".md") else InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, site_path(path), content=page_text(path), inclusion=level))
        linked = {resolve(path, target) for target in LINK.findall(page_text(path))}
        new = {other for other in linked - seen if not other.startswith("docs/") and (ROOT / other).exists()}
        seen |= new
        waiting += sorted(new)
    highlighting = HtmlFormatter(style="friendly").get_style_defs(".highlight")
    files.append(File.generated(config, "highlighting.css", content=highlighting))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    path = repository_paths[page.file.src_uri]
    return LINK.sub(lambda link: site_link(path, link[1]), markdown)


def site_link(path: str, target: str) -> str:
    linked = resolve(path, target)
    return relpath(site_path(linked), dirname(site_path(path)) or ".") if (ROOT / linked).exists() else target


def resolve(path: str, target: str) -> str:
    """The path in the repository that a link means."""
    return normpath(join(dirname(path), target))


def site_path(path: str) -> str:
    """Where the site has a file of the repository."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if rules := RULES.fullmatch(path):
        return f"rules/{rules[1].replace('_', '-')}.md"
    if (ROOT / path).is_dir():
        return f"{path}/index.md"
    return path if path.endswith(".md") else f"{path}.md"


@cache
def page_text(path: str) -> str:
    """A file or folder of the repository as a page."""
    file = ROOT / path
    if file.is_dir():
        names = sorted(each.name for each in file.iterdir() if each.is_file() and each.suffix not in BUILT)
        return f"# {path}\n\n" + "".join(f"- [{name}]({file.name}/{name})\n" for name in names)
    text = file.read_text(encoding="utf-8")
    if RULES.fullmatch(path):
        return with_anchors(text)
    return text if file.suffix == ".md" else f"# {file.name}\n\n````{LANGUAGES.get(file.suffix, 'text')}\n{text}````\n"


def with_anchors(rules: str) -> str:
    """A rules page with an anchor at each clause and chapter, and links where they are mentioned."""
    known = {*CHAPTER.findall(rules), *(number for number, _ in CLAUSE.findall(rules))}
    linked = MENTION.sub(lambda part: f"[{part[0]}](#{part[0]})" if part[0] in known else part[0], rules)
    linked = CHAPTER.sub(r"\g<0> {#\1}", linked)
    return CLAUSE.sub(
        lambda clause: f"**{clause[1]}**{{#{clause[1]}}}" + (f" *{clause[2]}*" if clause[2] else ""), linked
    )
