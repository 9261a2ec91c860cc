"""Decks: those that people build, those that a table takes, and their formats."""
