"""Search over positions of any game; knows no game by name."""
