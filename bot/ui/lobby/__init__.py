"""What stands before a match: the menu, tables, lobbies and stakes."""
