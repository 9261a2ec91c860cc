"""The text catalogue: all text that people read, by message id."""
