"""The contexts in which commands are offered: all of them, unless a command is marked otherwise."""

from typing import Final

from discord import app_commands

servers_only: Final = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
"""Marks a command that is only offered in servers, because its subject exists only there."""
