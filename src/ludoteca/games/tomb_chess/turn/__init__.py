"""A move carried out, and the questions about attacks that it asks."""
