"""Seasons: tournaments that add up to one table, and what was reached in them for ever."""
