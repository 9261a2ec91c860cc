"""The text catalogue: every text that a person reads, by message id."""
