"""The SQL of what ends by itself: invitations that are too many."""

from sqlalchemy import Connection, delete, func, select

from ludoteca.server.storage import schema

MAX_INVITATIONS = 5
"""So many are valid for one seat."""


def void_surplus_invitations(connection: Connection, new: list[tuple[str, str, int]]) -> None:
    """Make way for new invitations: if a seat has its most, all of them are void."""
    invitations = schema.invitations
    for _, room_id, seat in new:
        is_same_seat = (invitations.c.room == room_id) & (invitations.c.seat == seat)
        count = connection.scalars(select(func.count()).where(is_same_seat)).one()
        if count >= MAX_INVITATIONS:
            connection.execute(delete(invitations).where(is_same_seat))
