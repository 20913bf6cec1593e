"""The pages' own scripts and styles within one file that needs no network.

A module imports others by a relative path, which leads nowhere from a file of its own. So each import gets a bare name,
and an import map gives the module of that name as a `data:` address.
"""

import json
import re
import string
from importlib.resources import files
from urllib.parse import quote

MAIN = "report.js"
STYLES = ("colours.css", "board.css", "report.css")
PREFIX = "ludoteca/"
IMPORT = re.compile(r'^((?:import|export)\b[^;"]*?from )"\./([\w-]+\.js)";', re.MULTILINE)
READABLE = "".join(set(string.punctuation + " ") - set('%#"<>\\'))
"""What stands in an address as it is: the texts of scripts stay readable, and no longer than they are."""


def styles() -> str:
    return "\n".join(_read(name) for name in STYLES)


def import_map() -> str:
    """JSON for a `<script type="importmap">`: every module that the report's script needs, by its bare name."""
    addresses = {PREFIX + name: _address(source) for name, source in sorted(_modules().items())}
    return embedded_json({"imports": addresses})


def embedded_json(data: object) -> str:
    """JSON that can stand in a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _modules() -> dict[str, str]:
    """The report's script and all that it imports, by name, with bare names in their imports."""
    found: dict[str, str] = {}
    waiting = [MAIN]
    while waiting:
        name = waiting.pop()
        if name not in found:
            source = _read(name)
            found[name] = IMPORT.sub(rf'\1"{PREFIX}\2";', source)
            waiting += [imported for _, imported in IMPORT.findall(source)]
    return found


def _address(source: str) -> str:
    return f"data:text/javascript;charset=utf-8,{quote(source, safe=READABLE)}"


def _read(name: str) -> str:
    return files("ludoteca").joinpath("web", "static", name).read_text(encoding="utf-8")
