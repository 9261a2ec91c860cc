"""Art Bot Cards: two to eight players, cards that are health points, and the duel Toe-to-Toe."""
