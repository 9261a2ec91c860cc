"""Tournaments: creating them, entering, running rounds and series, correcting results.

People are numbers in everything that is played, ordered by their seeds, which are drawn by lot.
"""
