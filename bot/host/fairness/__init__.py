"""Verifiable dice: the published file of a match, and checking it."""
