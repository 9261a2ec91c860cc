"""All cards as data: the sets, the loader that validates them, lookup, and decks."""
