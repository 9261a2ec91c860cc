"""Puzzles: positions with a question about the turn, whose answer the rules alone prove."""
