"""The log: one line for each record, with its time and fields, as key=value or as JSON.

Records may have fields of their own: `log.warning("refused", extra={"fields": {"network": network}})`. A secret belongs
in neither a message nor a field: no token, no invitation code, no hash of a visitor.
"""

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from typing import Any

from ludoteca.server.limits import Bucket

TEXT, JSON = "text", "json"
PLAIN_VALUE = re.compile(r"[\w.:/+*-]+", re.ASCII)
LINES_AT_ONCE = 10
LINES_PER_SECOND = 1.0
MAX_KINDS = 1000
ACCESS = "ludoteca.access"


def configure(style: str, with_access_log: bool) -> None:
    """Log everything from warnings up, and requests if asked, to the standard error. The latest call counts."""
    handler = StandardErrorHandler()
    handler.setFormatter(JsonFormatter() if style == JSON else TextFormatter())
    handler.addFilter(FloodFilter())
    root = logging.getLogger()
    for known in [known for known in root.handlers if isinstance(known, StandardErrorHandler)]:
        root.removeHandler(known)
    root.addHandler(handler)
    logging.captureWarnings(True)
    logging.getLogger(ACCESS).setLevel(logging.INFO if with_access_log else logging.WARNING)


class StandardErrorHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        try:
            print(self.format(record), file=sys.stderr, flush=True)
        except Exception:
            self.handleError(record)


class FloodFilter(logging.Filter):
    """Lets some records of the same kind through at once, then one a second, with the number of those left out."""

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == ACCESS:
            return True
        now = time.monotonic()
        kind = (record.name, str(record.msg))
        if len(self._buckets) > MAX_KINDS:
            self._buckets.clear()
        bucket = self._buckets.setdefault(kind, Bucket(LINES_AT_ONCE, LINES_PER_SECOND, now))
        if not bucket.take(now):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.__dict__["fields"] = {**record.__dict__.get("fields", {}), "left_out": left_out}
        return True


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    moment = datetime.fromtimestamp(record.created, UTC)
    fields: dict[str, Any] = {
        "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage().strip(),
        **record.__dict__.get("fields", {}),
    }
    if record.exc_info and record.exc_info[1] is not None:
        fields["traceback"] = logging.Formatter().formatException(record.exc_info)
    return fields


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return " ".join(f"{name}={_quoted(str(value))}" for name, value in fields_of(record).items())


def _quoted(text: str) -> str:
    """Anything but plain words is a JSON string, so that no text can begin a line or move the cursor."""
    return text if PLAIN_VALUE.fullmatch(text) else json.dumps(text)


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(fields_of(record), default=str)
