"""A report as one HTML file and as JSON, from an `Analysis` and the games that it shows.

`page` writes the file: findings in words first, then chapters with `charts` and tables. `replay` turns example games
into data, and `scripts` puts the pages' own scripts into the file, so that boards work without a network.
"""
