"""Decks: those that people build, those that a table accepts, and their formats."""
