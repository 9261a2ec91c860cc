"""Bids: everybody bids for the same prizes with the same cards. The smallest game, to serve as an example."""
