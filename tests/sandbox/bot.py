"""A small bot of ordinary discord.py code that goes through every route; it runs as a process of its own.

Only its base addresses are its own, from the environment; without them it is a bot like any other.
"""

import asyncio
import io
import json
import os
import socket
import ssl
import sys
from typing import Any

if os.environ.get("BOT_COMPRESSION") == "zlib":
    sys.modules["zstandard"] = None  # type: ignore[assignment]

import aiohttp
import discord
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from discord import app_commands, ui

if base := os.environ.get("BOT_API_BASE"):
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["BOT_GATEWAY"])
    discord.asset.Asset.BASE = os.environ["BOT_CDN"]

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
CARDS = ("Ace of Cups", "Ember Fox", "Stone Golem")
DISCORD = {"discord.com", "gateway.discord.gg", "cdn.discordapp.com"}


class Panel(ui.LayoutView):
    """A Components V2 panel: text, a picture, a button and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Panel](discord.MediaGalleryItem("attachment://hand.png", description="Your hand"))
        button = ui.Button[Panel](label="Draw", style=discord.ButtonStyle.primary, custom_id="draw")
        button.callback = self.draw  # type: ignore[method-assign]
        select = ui.Select[Panel](
            custom_id="card", options=[discord.SelectOption(label=card, value=card) for card in CARDS]
        )
        select.callback = self.choose  # type: ignore[method-assign]
        self.text = ui.TextDisplay[Panel]("## Your hand\nThree cards")
        self.add_item(
            ui.Container[Panel](
                self.text,
                gallery,
                ui.Separator(),
                ui.ActionRow(button),
                ui.ActionRow(select),
                accent_color=0x5865F2,
            )
        )

    async def draw(self, interaction: discord.Interaction) -> None:
        self.text.content = "## Your hand\nFour cards"
        await interaction.response.edit_message(view=self)

    async def choose(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"You chose {interaction.data['values'][0]}", ephemeral=True)  # type: ignore[index, typeddict-item]


class Form(ui.Modal, title="Name your deck"):
    """A modal with a text, a select and a checkbox group."""

    deck = ui.Label[ui.Modal](text="Name", component=ui.TextInput(custom_id="name", max_length=20))
    pace = ui.Label[ui.Modal](
        text="Pace",
        component=ui.Select(custom_id="pace", options=[discord.SelectOption(label=each) for each in ("live", "slow")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, pace = self.deck.component.value, self.pace.component.values  # type: ignore[attr-defined]
        await interaction.response.send_message(f"{name} at {pace[0]} pace")


@app_commands.command(description="Say hello")
@app_commands.describe(card="A card", times="How often", friend="Whom")
async def hello(
    interaction: discord.Interaction,
    card: str,
    times: app_commands.Range[int, 1, 3] = 1,
    friend: discord.User | None = None,
) -> None:
    text = f"{card} x{times}" + (f" for {friend.mention}" if friend else "")
    await interaction.response.send_message(text, embed=discord.Embed(title="Hello", description=text, color=0x57F287))


@hello.autocomplete("card")
async def complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=card, value=card) for card in CARDS if current.lower() in card.lower()]


@app_commands.command(description="Think, answer, follow up")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    first = await interaction.followup.send("first", wait=True)
    second = await interaction.followup.send("second", ephemeral=True, wait=True)
    await first.edit(content="first, edited")
    await second.edit(content="second, edited")


@app_commands.command(description="Only for you")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("a secret", ephemeral=True)
    await interaction.edit_original_response(content="a changed secret")


@app_commands.command(description="A panel")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Panel(), file=discord.File(io.BytesIO(PIXEL), "hand.png"))


@app_commands.command(description="A modal")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


@app_commands.command(description="A direct message")
async def whisper(interaction: discord.Interaction, user: discord.User) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await user.send("psst", file=discord.File(io.BytesIO(PIXEL), "card.png", description="A card"))
        await interaction.edit_original_response(content="told")
    except discord.Forbidden as error:
        await interaction.edit_original_response(content=f"refused: {error.code}")


@app_commands.command(description="A thread")
async def room(interaction: discord.Interaction, guest: discord.Member) -> None:
    await interaction.response.send_message("a table")
    assert isinstance(interaction.channel, discord.TextChannel)
    post = await interaction.channel.send("the match")
    thread = await post.create_thread(name="Match 1", auto_archive_duration=10080)
    await thread.add_user(guest)
    async with thread.typing():
        opening = await thread.send(f"{guest.mention}, your turn", nonce="opening")
    again = await thread.send("never seen twice", nonce="opening")
    await thread.send("same" if again.id == opening.id else "different")
    history = [each.content async for each in thread.history(limit=5)]
    await (await thread.send("to go")).delete()
    fetched = await interaction.client.fetch_channel(thread.id)
    await thread.edit(archived=True)
    await interaction.edit_original_response(content=f"{fetched.name}: {len(history)}")  # type: ignore[union-attr]


@app_commands.command(description="Look at a file")
async def look(interaction: discord.Interaction, file: discord.Attachment) -> None:
    data = await file.read()
    await interaction.response.send_message(f"{file.filename}: {len(data)} bytes of {file.content_type}")


@app_commands.command(description="The channels of this server")
async def channels(interaction: discord.Interaction) -> None:
    assert interaction.guild is not None
    named = ", ".join(f"{each.name} {each.type}" for each in interaction.guild.channels)
    await interaction.response.send_message(named)


@app_commands.command(description="A post in a forum")
async def post(interaction: discord.Interaction, forum: discord.ForumChannel, tag: str) -> None:
    await interaction.response.defer(ephemeral=True)
    fitting = [each for each in forum.available_tags if each.name == tag]
    started = await forum.create_thread(name="A post", content="from discord.py", applied_tags=fitting)
    await interaction.edit_original_response(content=", ".join(each.name for each in started.thread.applied_tags))


COMMANDS: list[app_commands.Command[Any, Any, Any]] = [
    hello,
    slow,
    secret,
    panel,
    form,
    whisper,
    room,
    look,
    channels,
    post,
]


class Here(AbstractResolver):
    """Finds Discord's hosts on this machine, and no others anywhere."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host not in DISCORD:
            raise OSError(f"{host} is not Discord")
        port = int(os.environ["BOT_TLS_PORT"])
        return [ResolveResult(hostname=host, host="127.0.0.1", port=port, family=family, proto=0, flags=0)]

    async def close(self) -> None:
        """Nothing is open."""


class Unhurried:
    """A client that does not pause between its shards."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Go on at once."""


class Single(Unhurried, discord.Client):
    """One connection; with BOT_PULSE it writes how long each heartbeat took."""

    async def on_socket_raw_receive(self, message: str) -> None:
        if json.loads(message)["op"] == discord.gateway.DiscordWebSocket.HEARTBEAT_ACK:
            sys.stdout.write(f"{self.latency}\n")
            sys.stdout.flush()


class Sharded(Unhurried, discord.AutoShardedClient):
    """One connection a shard."""


def make_client() -> discord.Client:
    patience = float(os.environ.get("BOT_PATIENCE", "60"))
    intents = discord.Intents.default()
    if shards := os.environ.get("BOT_SHARDS"):
        return Sharded(intents=intents, heartbeat_timeout=patience, shard_count=int(shards))
    if authority := os.environ.get("BOT_AUTHORITY"):
        trust = ssl.create_default_context(cafile=authority)
        connector = aiohttp.TCPConnector(resolver=Here(), ssl=trust)
        return Single(intents=intents, heartbeat_timeout=patience, connector=connector)
    pulse = "BOT_PULSE" in os.environ
    return Single(intents=intents, heartbeat_timeout=patience, enable_debug_events=pulse)


async def main() -> None:
    async with make_client() as client:
        tree = app_commands.CommandTree(client)
        for command in COMMANDS:
            tree.add_command(command)
        await client.login(os.environ["BOT_TOKEN"])
        await tree.sync()
        client.add_view(Panel())  # discord.py knows a message's own view only after the answer that shows it
        await client.connect()


if __name__ == "__main__":
    asyncio.run(main())
