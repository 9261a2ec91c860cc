"""The games, one room each: all with the same furniture, none knowing another."""
