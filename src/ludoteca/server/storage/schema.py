"""The tables. `events` is the truth; `rooms`, `holders` and `snapshots` are derived from it."""

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("spent", Integer, nullable=False),
    Column("action", String(64), nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("created", Float, nullable=False, index=True),
    Column("touched", Float, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("is_over", Boolean, nullable=False, index=True),
    Column("is_timed", Boolean, nullable=False),
    Column("brief", Text, nullable=False),
    Column("fault", Text, nullable=False, server_default=""),  # Why it cannot be read, if it cannot.
    Column("deadline", Float, index=True),  # Of a correspondence game: it may leave memory until then.
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(64), nullable=False, index=True),
)

invitations = Table(
    "invitations",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("room", String(32), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
)

visitors = Table(
    "visitors",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("name", String(24), nullable=False),
    Column(
        "handle", String(8), unique=True, index=True
    ),  # The words of the recovery phrase that are no secret, if there is one.
    Column("salt", String(32), nullable=False),
    Column("sealed", String(86), nullable=False),  # The visitor's token, which the phrase opens.
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("game", String(60), nullable=False),
    Column("title", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False, index=True),  # When it was last opened or saved.
    Column("revision", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("renewed", Float, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("server", String(16), nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("begin", Float, primary_key=True),
    Column("end", Float, nullable=False),
)
