"""A bare bot for measuring: it answers every command at once, with as little code as can be."""

import asyncio
import os

import discord
import yarl
from discord import app_commands

discord.http.Route.BASE = os.environ["BOT_API_BASE"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["BOT_GATEWAY"])


@app_commands.command(description="Answer")
async def ping(interaction: discord.Interaction) -> None:
    """Answer at once."""
    await interaction.response.send_message("pong")


async def main() -> None:
    """Connect and stay."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        tree = app_commands.CommandTree(client)
        tree.add_command(ping)
        await client.login(os.environ["BOT_TOKEN"])
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    asyncio.run(main())
