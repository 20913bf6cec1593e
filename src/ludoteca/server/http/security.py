"""The visitor's cookie, the security headers and the allowed origins."""

import contextlib
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
EMBEDDED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}
"""Of the only page that other sites may frame."""
ANY_ADDRESS = ("0.0.0.0", "::", "")


def own_origins(host: str, port: int, more: Iterable[str] = ()) -> frozenset[str]:
    """The origins under which this server is reached, and those that were added."""
    names = {host, "localhost", "127.0.0.1", "[::1]"}
    if host in ANY_ADDRESS:
        names |= _own_names()
        names -= set(ANY_ADDRESS)
    found = {f"http://{_bracketed(name)}:{port}" for name in names}
    if port == 80:
        found |= {f"http://{_bracketed(name)}" for name in names}
    return frozenset(found | {origin.rstrip("/").lower() for origin in more})


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name and not name.startswith("[") else name.lower()


def _own_names() -> set[str]:
    """The host name and the addresses of this machine, as far as it knows them."""
    name = socket.gethostname()
    found = {name}
    with contextlib.suppress(OSError):
        found |= {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(name, None)}
    # Connecting a UDP socket sends nothing, but chooses the address of the outgoing interface.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.add(probe.getsockname()[0])
        except OSError:
            pass
    return found
