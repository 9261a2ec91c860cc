"""Varia: a card-and-dice duel of planned moments, by Guildhouse Games. This package holds its rules, not its cards."""
