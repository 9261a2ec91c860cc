"""House players: seats that the bot plays, in any game, through the contract and nothing else."""
