"""The margins and reductions of alpha-beta, by name. `tools/tune_search.py` tests and tunes them."""

from ludoteca.core import bounds
from ludoteca.search import scores


class SearchSettings:
    """Those named are as given, the others as usual.

    Depths are in plies, margins in the units of the evaluator, factors in parts of 1,024.
    """

    def __init__(self, **changed: int) -> None:
        # The root's window around the last score
        self.window = 24
        # Pruning before any move is tried
        self.reverse_depth = 7
        self.reverse_margin = 85
        self.razor_margin = 220
        self.null_base = 3
        self.null_factor = 267
        self.null_margin = 134
        self.probcut_margin = 160
        # Pruning of single moves
        self.late_depth = 7
        self.late_base = 3
        self.futility_depth = 5
        self.futility_base = 97
        self.futility_margin = 75
        self.history_depth = 4
        self.history_margin = 2255
        self.exchange_depth = 6
        self.quiet_exchange = 15
        self.capture_exchange = 61
        # Extensions
        self.singular_depth = 12
        self.singular_margin = 8
        self.double_margin = 20
        self.check_depth = 6
        # Late move reductions, in parts of 1,024 of a ply; a ply less for so much history
        self.reduction_base = 900
        self.reduction_factor = 470
        self.reduction_improving = 899
        self.reduction_cut = 949
        self.reduction_pv = 1155
        self.reduction_history = 5587
        for name, value in changed.items():
            if not hasattr(self, name):
                raise ValueError(f"alpha-beta has no setting {name!r}")
            setattr(self, name, value)
        bounds.within(self.window, 1, scores.INFINITE, "the window of alpha-beta")
