"""The rooms in memory: transactions, members, machines and clocks. Knows the store, but no network."""
