"""House players: seats that the bot plays, in any game, using only the contract."""
