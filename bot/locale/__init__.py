"""The text catalogue: every word a person reads, by message id."""
