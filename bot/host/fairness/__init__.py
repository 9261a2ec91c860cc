"""Verifiable dice: a match's published file, and how it is checked."""
