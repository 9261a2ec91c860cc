"""Dice that anybody can check: the published file of a match, and checking it."""
