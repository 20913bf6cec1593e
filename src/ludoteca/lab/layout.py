"""Numbers that lanes and batches share. Not compiled: the `.pxd` has them inline."""

GOES_ON, IS_OVER, IS_CUT = range(3)
"""How a lane's game stands after a step; it is cut when it has had as many moves as it may have."""
STAYS = -2
"""The choice of a lane whose move has not been picked to its end."""
