"""Bids: everybody bids for the same prizes with the same cards. The smallest game, to learn from."""
