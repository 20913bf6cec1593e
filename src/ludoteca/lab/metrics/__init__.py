"""What is measured of games, a chapter of a report in each module."""
