"""Visitors, invitations and origins: what nobody can guess, and where requests may come from."""

import contextlib
import hashlib
import secrets
import socket
from collections.abc import Iterable

COOKIE = "visitor"
COOKIE_SECONDS = 400 * 24 * 3600
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
TOKEN_LENGTH = 43
"""Of 32 random bytes as text."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_room_id() -> str:
    return secrets.token_urlsafe(12)


def hashed(token: str) -> str:
    """All that the database knows of a token. It has 256 random bits, so a plain hash is as good as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(text: str) -> bool:
    return len(text) == TOKEN_LENGTH and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()


def own_origins(host: str, port: int, more: Iterable[str] = ()) -> frozenset[str]:
    """The origins under which this server is reached, and those that were added."""
    names = {host, "localhost", "127.0.0.1", "[::1]"}
    if host in ("0.0.0.0", "::", ""):
        names |= _own_names()
        names -= {"0.0.0.0", "::", ""}
    found = {f"http://{_bracketed(name)}:{port}" for name in names}
    if port == 80:
        found |= {f"http://{_bracketed(name)}" for name in names}
    return frozenset(found | {origin.rstrip("/").lower() for origin in more})


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name and not name.startswith("[") else name.lower()


def _own_names() -> set[str]:
    """This machine's name and addresses, as far as it knows them."""
    name = socket.gethostname()
    found = {name}
    with contextlib.suppress(OSError):
        found |= {str(told[4][0]).partition("%")[0] for told in socket.getaddrinfo(name, None)}
    # The address towards the outside; nothing is sent.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass
    return found
