"""A person's decks, their formats, and the choice of one."""
