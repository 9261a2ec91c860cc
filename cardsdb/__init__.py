"""All cards as data: the sets, the loader that validates them, look-up and decks."""
