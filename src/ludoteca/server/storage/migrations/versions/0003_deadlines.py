"""Deadlines of correspondence games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("deadline", sa.Float))
    op.create_index("ix_rooms_deadline", "rooms", ["deadline"])


def downgrade() -> None:
    op.drop_index("ix_rooms_deadline", "rooms")
    op.drop_column("rooms", "deadline")
