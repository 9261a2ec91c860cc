"""A bare bot for benchmarks: it answers commands and clicks at once, with as little code as possible."""

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


class Panel(discord.ui.View):
    """A message with one button, which edits the message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Again", custom_id="again")
    async def again(self, interaction: discord.Interaction, _: "discord.ui.Button[Panel]") -> None:
        """Edit the message."""
        self.count += 1
        await interaction.response.edit_message(content=f"clicked {self.count} times", view=self)


@app_commands.command(description="Open a panel")
async def panel(interaction: discord.Interaction) -> None:
    """Answer with a panel."""
    await interaction.response.send_message("not clicked yet", view=Panel())


async def main() -> None:
    """Connect and stay connected."""
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        tree = app_commands.CommandTree(client)
        tree.add_command(ping)
        tree.add_command(panel)
        await client.login(os.environ["BOT_TOKEN"])
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    asyncio.run(main())
