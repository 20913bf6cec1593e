"""The database: events, summaries of rooms and invitations. Knows no rules of a room."""
