"""The rules of a live game: seats, authority, clocks, offers; and the messages from and to its clients. No network,
no storage: a room decides about an action, and applies events that are stored."""
