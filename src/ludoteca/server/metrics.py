"""What the server counts, for Prometheus.

Each process counts for itself. Where several processes serve one port, PROMETHEUS_MULTIPROC_DIR has to be an empty
folder when they start: then each writes its figures there, and any of them answers for all. Gauges are summed over the
processes that run.
"""

import logging
import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
GROUP_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(REGISTRY)
GCCollector(REGISTRY)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"ludoteca_{name}", about, labels, registry=REGISTRY)


def _gauge(name: str, about: str) -> Gauge:
    return Gauge(f"ludoteca_{name}", about, registry=REGISTRY, multiprocess_mode="livesum")


def _histogram(name: str, about: str, buckets: tuple[float, ...]) -> Histogram:
    return Histogram(f"ludoteca_{name}", about, registry=REGISTRY, buckets=buckets)


MOVE_SECONDS = _histogram(
    "move_seconds", "from a move's arrival to its acknowledgement; the count is of moves", SECONDS
)
REFUSALS = _counter("refusals", "what was refused: actions, requests and connections", "reason")
ERRORS = _counter("errors", "errors in the log, by logger", "logger")
CONNECTIONS = _gauge("connections", "open TCP connections, sockets among them")
SOCKETS = _gauge("sockets", "open WebSockets")
ROOMS = _gauge("rooms", "rooms in memory")
ENGINE_REQUESTS = _gauge("engine_requests", "searches that wait or run")
ENGINES_BUSY = _gauge("engines_busy", "searches that run")
ENGINES_KILLED = _counter("engines_killed", "engine processes that were late or died")
STORE_GROUP = _histogram(
    "store_group_changes", "changes written in one transaction; the count is of groups", GROUP_SIZES
)
STORE_FAILURES = _counter("store_failures", "groups of changes that could not be written")


def exposition() -> bytes:
    """All figures in the text format of Prometheus."""
    registry = REGISTRY
    if SHARED_FOLDER in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class ErrorCounter(logging.Handler):
    """Counts errors of all loggers, if the root logger has it as a handler."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(record.name).inc()
