"""Names and recovery phrases of visitors."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("handle", sa.String(8), unique=True, index=True),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("sealed", sa.String(86), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("visitors")
