"""For administrators: rooms listed, exported and deleted, backups, and checks, while servers run or not."""
