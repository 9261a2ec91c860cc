"""Art Bot Cards: a battle for two to eight players, whose cards are their health points, and the duel Toe-to-Toe."""
