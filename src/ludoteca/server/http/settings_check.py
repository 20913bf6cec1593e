"""Settings that do not fit each other or the requests that come. Each is told once, in one line of the log."""

import logging
import re
from collections.abc import Collection

from starlette.requests import HTTPConnection
from starlette.types import Scope

from ludoteca.core.ruling import LudotecaError

log = logging.getLogger("ludoteca.server")

ORIGIN = re.compile(r"(https?)://[^/\s?#@]+", re.IGNORECASE)
USUAL_PORTS = {"http": ":80", "https": ":443"}


def check_options(origins: Collection[str], is_behind_proxy: bool) -> None:
    """What can be seen at the start; an origin that cannot be one is a LudotecaError."""
    for origin in origins:
        found = ORIGIN.fullmatch(origin.rstrip("/"))
        if not found:
            raise LudotecaError(f"an origin is https:// and a name, and a port if need be; not {origin[:60]!r}")
        port = USUAL_PORTS[found[1].lower()]
        if origin.rstrip("/").endswith(port):
            raise LudotecaError(f"browsers leave out the usual port: --origin {origin.rstrip('/').removesuffix(port)}")
    if is_behind_proxy and not origins:
        log.warning("--behind-proxy without --origin: only pages at this server's own address can play")
    if not is_behind_proxy and any(origin.lower().startswith("https:") for origin in origins):
        log.warning("an https --origin without --behind-proxy: the cookies of visitors will not be Secure")


class SettingsCheck:
    """Looks at requests for signs of wrong settings."""

    def __init__(self, origins: Collection[str], is_behind_proxy: bool) -> None:
        self._origins = origins
        self._is_behind_proxy = is_behind_proxy
        self._told: set[str] = set()

    def look_at(self, scope: Scope) -> None:
        request = HTTPConnection(scope)
        self._look_at_proxy(request)
        self._look_at_origin(request)

    def _look_at_proxy(self, request: HTTPConnection) -> None:
        forwarded = request.headers.get("x-forwarded-for", "")
        address = request.client.host if request.client else ""
        if forwarded and not self._is_behind_proxy:
            self._tell(
                "a proxy forwards requests (X-Forwarded-For): without --behind-proxy all visitors count as one address"
            )
        elif forwarded and address not in forwarded:
            self._tell(
                "X-Forwarded-For from %s is not believed: if that is your proxy, name it in FORWARDED_ALLOW_IPS",
                address,
            )
        host = request.headers.get("host", "").lower()
        if request.scope["scheme"] in ("http", "ws") and f"https://{host}" in self._origins:
            self._tell(
                "requests to https://%s arrive as http, so cookies are not Secure: the proxy has to send "
                "X-Forwarded-Proto, and this server needs --behind-proxy",
                host,
            )

    def _look_at_origin(self, request: HTTPConnection) -> None:
        origin = request.headers.get("origin", "").lower()
        is_checked = request.scope["type"] == "websocket" or request.scope["method"] not in ("GET", "HEAD")
        if not origin or origin in self._origins or not is_checked:
            return
        if origin.partition("://")[2] == request.headers.get("host", "").lower():
            self._tell("refused a page of this server's own address: start it with --origin %s", origin[:100])
        else:
            self._tell(
                "refused a page of %r: if visitors reach this server there, start it with --origin", origin[:100]
            )

    def _tell(self, message: str, *arguments: str) -> None:
        if message not in self._told:
            self._told.add(message)
            log.warning(message, *arguments)
