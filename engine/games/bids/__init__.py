"""Bids: everybody bids for the same prizes with the same cards. The smallest game, as an example to learn from."""
