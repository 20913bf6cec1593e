"""Snapshots of rooms, rooms that cannot be read, and what several servers have to agree about."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("fault", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "snapshots",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("renewed", sa.Float, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(16), nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("begin", sa.Float, primary_key=True),
        sa.Column("end", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("outages", "leases", "servers", "snapshots"):
        op.drop_table(name)
    op.drop_column("rooms", "fault")
