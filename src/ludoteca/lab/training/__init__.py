"""From games of self-play to a network that evaluates positions: `ludoteca train`, and `docs/training.md`."""
