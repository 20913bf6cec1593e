"""Run the server until it is interrupted, and open a page when it is up."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any

import msgspec
import uvicorn

from ludoteca.core.ruling import LudotecaError
from ludoteca.server import logs, metrics
from ludoteca.server.http import front
from ludoteca.server.http.app import create_app
from ludoteca.server.http.guard import Guard
from ludoteca.server.http.handlers import Settings
from ludoteca.server.http.security import ANY_ADDRESS, own_origins
from ludoteca.server.http.settings_check import check_options
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import DRAIN_SECONDS, LiveRooms
from ludoteca.server.rooms.actions import MAX_MESSAGE_BYTES
from ludoteca.server.storage.database import create_engines, default_url

if sys.platform != "win32":
    import resource

log = logging.getLogger("ludoteca.server")

PROXIES = "127.0.0.1,::1,::ffff:127.0.0.1"
"""A proxy on this machine, also as a socket for both IPv4 and IPv6 sees it."""
RESERVED_DESCRIPTORS = 128
"""For the store's connections, files that are sent, the listening socket and the log."""
DESCRIPTORS_OF_AN_ENGINE = 4
WORKER = "ludoteca.server.worker"
OPTIONS_VARIABLE = "LUDOTECA_SERVE_OPTIONS"
"""In the environment of workers."""


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command line."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    origins: tuple[str, ...] = ()
    cores: int = 0
    is_shared: bool = False
    is_behind_proxy: bool = False
    limits: ServerLimits = field(default_factory=ServerLimits)
    log_style: str = logs.TEXT
    has_access_log: bool = False
    metrics_networks: tuple[str, ...] = ()
    workers: int = 1
    """Processes that serve the same port, and share the database."""


def serve(options: ServeOptions, page: str | None = None) -> None:
    """Serve until interrupted; `page` is the path of a page to open in the browser."""
    logs.configure(options.log_style, options.has_access_log)
    logging.getLogger().addHandler(metrics.ErrorCounter())
    check_options(options.origins, options.is_behind_proxy)
    listening = listen(options.host, options.port)
    port = listening.getsockname()[1]
    address = f"http://{_shown(options.host)}:{port}"
    if options.workers > 1:
        listening.close()
        _serve_by_workers(replace(options, port=port), address)
        return
    config = uvicorn_config(settings_of(options, port))
    server = uvicorn.Server(config)
    assert isinstance(config.app, Guard)
    drain_on_signal(config.app.handlers.live_rooms, lambda: setattr(server, "should_exit", True))
    print(f"Ludoteca is at {address} (Ctrl-C ends it)", flush=True)
    if page is not None:
        threading.Thread(target=_open_when_up, args=(server, address + page), daemon=True).start()
    with contextlib.suppress(asyncio.CancelledError):
        server.run([listening])


def _serve_by_workers(options: ServeOptions, address: str) -> None:
    """Several processes behind one port. uvicorn starts them, and replaces those that die."""
    # Once, and before there are several who would do it at the same time.
    for engine in create_engines(options.database or default_url(), 1):
        engine.dispose()
    _drain_workers_on_signal()
    os.environ[OPTIONS_VARIABLE] = msgspec.json.encode(options).decode()
    with tempfile.TemporaryDirectory(prefix="ludoteca-metrics-") as folder:
        os.environ.setdefault(metrics.SHARED_FOLDER, folder)
        print(f"Ludoteca is at {address} (Ctrl-C ends it)", flush=True)
        uvicorn.run(
            f"{WORKER}:create",
            factory=True,
            workers=options.workers,
            host=options.host,
            port=options.port,
            http=f"{WORKER}:HttpProtocol",
            ws=f"{WORKER}:WebSocketProtocol",
            **_protocol_settings(options.is_behind_proxy),
        )


def settings_of(options: ServeOptions, port: int) -> Settings:
    cores = options.cores or usual_cores(os.cpu_count() or 1)
    return Settings(
        options.database or default_url(),
        own_origins(options.host, port, options.origins),
        max(1, cores // options.workers),
        options.limits,
        is_shared=options.is_shared or options.workers > 1,
        metrics_networks=options.metrics_networks,
        is_behind_proxy=options.is_behind_proxy,
    )


def usual_cores(there_are: int) -> int:
    """How many machines think at a time: one core is left to the server, but not half of two, for machines are nice."""
    return min(there_are, max(2, there_are - 1))


def uvicorn_config(settings: Settings, engines: EnginePool | None = None) -> uvicorn.Config:
    most = connection_limit(settings.limits.connections, settings.cores)
    http, websocket = front.protocols(settings.limits, most, settings.is_behind_proxy)
    return uvicorn.Config(
        create_app(settings, engines=engines),
        http=http,
        ws=websocket,
        **_protocol_settings(settings.is_behind_proxy),
    )


def _protocol_settings(is_behind_proxy: bool) -> dict[str, Any]:
    return {
        "h11_max_incomplete_event_size": front.MAX_HEAD_BYTES,
        "ws_max_size": MAX_MESSAGE_BYTES,
        "ws_per_message_deflate": False,
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": is_behind_proxy,
        "forwarded_allow_ips": os.environ.get("FORWARDED_ALLOW_IPS", PROXIES),
        "timeout_graceful_shutdown": 2,
    }


def connection_limit(wanted: int, cores: int) -> int:
    """How many connections there may be, so that there are always descriptors for the store, engines and files."""
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS refuses more than its kernel allows.
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return wanted
    most = soft - RESERVED_DESCRIPTORS - DESCRIPTORS_OF_AN_ENGINE * cores
    if most < 1:
        raise LudotecaError(f"the server needs more than {soft} open files: raise the limit (ulimit -n)")
    if most < wanted:
        log.warning("at most %d connections instead of %d: the limit of open files is %d", most, wanted, soft)
    return min(most, wanted)


def drain_on_signal(live_rooms: LiveRooms, stop: Callable[[], None]) -> None:
    """SIGUSR1 stops a server gently: other servers take over its rooms, and then its members, who lose nothing."""

    async def drain_and_stop() -> None:
        await live_rooms.drain_members()
        stop()

    def begin(signal_number: int, frame: FrameType | None) -> None:
        if not live_rooms.is_open:
            stop()
        elif not live_rooms.is_draining:
            asyncio.get_running_loop().call_soon_threadsafe(lambda: live_rooms.start(drain_and_stop()))

    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, begin)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})  # A worker has inherited that it is blocked.


def _drain_workers_on_signal() -> None:
    """SIGUSR1 goes on to all workers; when they have had the time to drain, all of them stop.

    A thread waits for it, for uvicorn sets handlers of its own in the process that starts workers.
    """

    def wait_and_drain() -> None:
        signal.sigwait({signal.SIGUSR1})
        for worker in multiprocessing.active_children():
            if worker.pid:
                os.kill(worker.pid, signal.SIGUSR1)
        time.sleep(DRAIN_SECONDS + 1)
        os.kill(os.getpid(), signal.SIGTERM)

    if hasattr(signal, "SIGUSR1"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        threading.Thread(target=wait_and_drain, daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or in one line why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise LudotecaError(f"cannot listen at {host}:{port}: {reason}") from error
    listening.listen(2048)  # Clients that connect before the application is up wait.
    listening.set_inheritable(True)
    return listening


def _shown(host: str) -> str:
    if host in ANY_ADDRESS:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_when_up(server: uvicorn.Server, address: str) -> None:
    waited = threading.Event()
    while not server.started and not server.should_exit:
        waited.wait(0.02)
    webbrowser.open(address)
