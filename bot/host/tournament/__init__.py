"""Tournaments: creating them, entering, running rounds and series, correcting results.

Everything that is played refers to people by number, in the order of their seeds, which are drawn by lot.
"""
