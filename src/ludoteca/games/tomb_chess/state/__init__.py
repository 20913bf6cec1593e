"""What lies on the board, and how it changes."""
