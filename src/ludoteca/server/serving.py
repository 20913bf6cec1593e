"""Run the server until it is told to stop, and open a page when it is up."""

import asyncio
import contextlib
import os
import socket
import threading
import webbrowser
from dataclasses import dataclass, field

import uvicorn

from ludoteca.core.ruling import LudotecaError
from ludoteca.server.app import Settings, build
from ludoteca.server.limits import Limits
from ludoteca.server.security import own_origins
from ludoteca.server.store import default_url
from ludoteca.server.upgrade import Upgrade


@dataclass(frozen=True)
class Wish:
    """What the command line asks for."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    origins: tuple[str, ...] = ()
    cores: int = 0
    is_shared: bool = False
    is_behind_proxy: bool = False
    limits: Limits = field(default_factory=Limits)


def serve(wish: Wish, page: str | None = None, says: bool = True) -> None:
    """Serve; `page` is the path of one to open in the browser."""
    listening = listen(wish.host, wish.port)
    port = listening.getsockname()[1]
    settings = Settings(
        wish.database or default_url(),
        own_origins(wish.host, port, wish.origins),
        wish.cores or max(1, (os.cpu_count() or 2) - 1),
        wish.limits,
        is_shared=wish.is_shared,
    )
    server = uvicorn.Server(config(settings, wish.is_behind_proxy))
    address = f"http://{_shown(wish.host)}:{port}"
    if says:
        print(f"Ludoteca is at {address} (Ctrl-C ends it)", flush=True)
    if page is not None:
        threading.Thread(target=_open_when_up, args=(server, address + page), daemon=True).start()
    with contextlib.suppress(asyncio.CancelledError):
        server.run([listening])


def config(settings: Settings, is_behind_proxy: bool = False) -> uvicorn.Config:
    """How uvicorn runs the application: small frames, no banner, no wait at the end."""
    return uvicorn.Config(
        build(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=is_behind_proxy,
        ws=Upgrade,
        timeout_graceful_shutdown=2,
        limit_concurrency=None,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or in one line why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise LudotecaError(f"cannot listen at {host}:{port}: {reason}") from error
    listening.listen(2048)  # Who comes before all is ready waits.
    listening.set_inheritable(True)
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_when_up(server: uvicorn.Server, address: str) -> None:
    waited = threading.Event()
    while not server.started and not server.should_exit:
        waited.wait(0.02)
    webbrowser.open(address)
