"""Texts in a reader's language, and those about cards, which are made once."""
