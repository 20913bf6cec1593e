"""Rooms and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("spent", sa.Integer, nullable=False),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False, index=True),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False, index=True),
        sa.Column("is_timed", sa.Boolean, nullable=False),
        sa.Column("brief", sa.Text, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(32), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("invitations", "holders", "rooms", "events"):
        op.drop_table(name)
