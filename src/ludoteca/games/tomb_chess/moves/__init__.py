"""The legal moves of a position."""
