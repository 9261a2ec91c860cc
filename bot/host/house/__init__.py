"""House players in a match: when they move, and where they think."""
