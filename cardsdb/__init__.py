"""Every card as data: the sets, the loader that proves them sound, look-up and decks."""
