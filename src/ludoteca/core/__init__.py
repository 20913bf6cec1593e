"""The vocabulary that every game and everyone who plays it shares."""
