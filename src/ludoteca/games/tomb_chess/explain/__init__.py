"""Why a move is refused, and why the game is over."""
