"""Varia: a card-and-dice duel of planned moments, by Guildhouse Games. These are its rules, not its cards."""
