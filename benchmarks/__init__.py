"""How fast the rules are beside their peers: `make bench`."""
