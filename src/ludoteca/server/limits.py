"""Limits of a server, token buckets to enforce rates, and for whom they count."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from ludoteca.core.ruling import LudotecaError


@dataclass(frozen=True)
class ServerLimits:
    """The defaults; `ludoteca serve --limit NAME=VALUE` changes any of them."""

    messages_at_once: int = 20
    messages_per_second: float = 10.0
    connections: int = 2000
    connections_per_address: int = 40
    requests_at_once: int = 120
    requests_per_second: float = 20.0
    live_rooms: int = 1000
    idle_minutes: float = 10.0
    """A room in which nobody was for so long does not count as live."""
    rooms_per_visitor: int = 50
    """Rooms of the last day that are not over, made by the visitor or with a seat of the visitor."""
    new_rooms_per_address: int = 30
    new_rooms_seconds: float = 600.0
    phrases_per_address: int = 5
    """Recovery phrases made or entered, and deletions of everything."""
    phrases_seconds: float = 300.0
    downloads_per_address: int = 5
    """Files with all games of a visitor."""
    downloads_seconds: float = 150.0
    backlog: int = 256
    """A client is disconnected when so many messages wait for it."""
    questions_per_visitor: int = 4
    """Hints and analyses that a visitor may wait for."""
    studies_per_visitor: int = 100
    machine_games_per_visitor: int = 2
    """Games that machines play alone, by one host, in which they think at the same time; the others take turns."""


def read_limits(words: Iterable[str]) -> ServerLimits:
    """The defaults, changed by words such as `live_rooms=5000`."""
    known = {field.name: field.type for field in fields(ServerLimits)}
    found: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        name = name.replace("-", "_")
        if name not in known:
            raise LudotecaError(f"there is no limit {name[:40]!r}; there are: {', '.join(known)}")
        if not (value.isascii() and value.isdigit() and 0 < len(value) < 10):
            raise LudotecaError(f"the limit {name} takes a number from 0 up, not {value[:20]!r}")
        found[name] = int(value)
    return ServerLimits(**found)


def read_networks(words: Iterable[str]) -> tuple[str, ...]:
    """Networks such as 10.0.0.0/8 or single addresses, as they are written."""
    try:
        return tuple(str(ip_network(word)) for word in words)
    except ValueError as error:
        raise LudotecaError(f"a network is written as 10.0.0.0/8 or fd00::/8: {error}") from None


@lru_cache(4096)
def network_of(address: str) -> str:
    """Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address, which one guest usually has for himself."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]  # What a proxy forwards need not be an address.
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))


class Bucket:
    """A token bucket: `most` tokens at once, `rate` more each second."""

    __slots__ = ("at", "level", "most", "rate")

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most = most
        self.rate = rate
        self.level = most
        self.at = now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        return self.reserve(now, 0.0) is not None

    def reserve(self, now: float, patience: float, cost: float = 1.0) -> float | None:
        """Take tokens that are there now or in some seconds: how many. None if that is longer than `patience`."""
        level = self.level + (now - self.at) * self.rate
        if level > self.most:
            level = self.most
        self.at = now
        self.level = level
        seconds = 0.0
        if level < cost:
            seconds = (cost - level) / self.rate if self.rate else math.inf
            if seconds > patience:
                return None
        self.level = level - cost
        return seconds

    def is_full(self, now: float) -> bool:
        return self.level + (now - self.at) * self.rate >= self.most


class Buckets:
    """A bucket for each network; full ones are dropped."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.rate = rate
        self.clock = clock
        self.buckets: dict[str, Bucket] = {}
        self.kept = 10_000

    def take(self, network: str) -> bool:
        return self.reserve(network, 0.0) is not None

    def reserve(self, network: str, patience: float, cost: float = 1.0) -> float | None:
        """How long to wait for so many tokens, or None if that is longer than `patience`."""
        now = self.clock()
        bucket = self.buckets.get(network)
        if bucket is None:
            if len(self.buckets) > self.kept:
                self.buckets = {key: kept for key, kept in self.buckets.items() if not kept.is_full(now)}
                self.kept = max(10_000, 2 * len(self.buckets))
            bucket = self.buckets[network] = Bucket(self.most, self.rate, now)
        return bucket.reserve(now, patience, cost)
