"""Shared building blocks of games, in addition to the contract."""
