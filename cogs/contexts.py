"""Where commands are offered: everywhere, where nothing else is said."""

from typing import Final

from discord import app_commands

servers_only: Final = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""Marks a command that is offered in servers alone: what it is about is there and nowhere else."""
