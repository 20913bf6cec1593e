"""Our games as an engine that other programs can load, by UCI or UCCI: `ludoteca uci`."""
