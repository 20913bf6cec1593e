"""The styles of search for many seats. Not compiled: compiled code takes these from the `.pxd`."""

PARANOID, BEST_REPLY, MAX_N = range(3)
BY_NAME = {"paranoid": PARANOID, "brs": BEST_REPLY, "maxn": MAX_N}
NOBODY = 8
"""Who has answered the root's seat when nobody has yet."""
