"""A small bot of ordinary discord.py code that goes through every route; it runs as a process of its own.

Only its base addresses are its own, from the environment; without them it is a bot like any other.
"""

import io
import os
import sys

if os.environ.get("BOT_COMPRESSION") == "zlib":
    sys.modules["zstandard"] = None  # type: ignore[assignment]

import discord
import yarl
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
Bot = discord.AutoShardedClient if os.environ.get("BOT_SHARDS") else discord.Client
options = {"shard_count": int(os.environ["BOT_SHARDS"])} if os.environ.get("BOT_SHARDS") else {}
patience = float(os.environ.get("BOT_PATIENCE", "60"))
client = Bot(intents=discord.Intents.default(), heartbeat_timeout=patience, **options)  # type: ignore[arg-type]
tree = app_commands.CommandTree(client)


class Panel(ui.LayoutView):
    """A Components V2 panel: text, a picture, a button and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Panel](
            discord.MediaGalleryItem("attachment://hand.png", description="Your hand")
        )
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
        component=ui.Select(
            custom_id="pace", options=[discord.SelectOption(label=each) for each in ("live", "slow")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, pace = self.deck.component.value, self.pace.component.values  # type: ignore[attr-defined]
        await interaction.response.send_message(f"{name} at {pace[0]} pace")


@tree.command(description="Say hello")
@app_commands.describe(card="A card", times="How often", friend="Whom")
async def hello(
    interaction: discord.Interaction,
    card: str,
    times: app_commands.Range[int, 1, 3] = 1,
    friend: discord.User | None = None,
) -> None:
    text = f"{card} x{times}" + (f" for {friend.mention}" if friend else "")
    await interaction.response.send_message(
        text, embed=discord.Embed(title="Hello", description=text, color=0x57F287)
    )


@hello.autocomplete("card")
async def complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=card, value=card) for card in CARDS if current.lower() in card.lower()]


@tree.command(description="Think, answer, follow up")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    first = await interaction.followup.send("first", wait=True)
    second = await interaction.followup.send("second", ephemeral=True, wait=True)
    await first.edit(content="first, edited")
    await second.edit(content="second, edited")


@tree.command(description="Only for you")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("a secret", ephemeral=True)
    await interaction.edit_original_response(content="a changed secret")


@tree.command(description="A panel")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Panel(), file=discord.File(io.BytesIO(PIXEL), "hand.png"))


@tree.command(description="A modal")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


@tree.command(description="A direct message")
async def whisper(interaction: discord.Interaction, user: discord.User) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await user.send("psst", file=discord.File(io.BytesIO(PIXEL), "card.png", description="A card"))
        await interaction.edit_original_response(content="told")
    except discord.Forbidden as error:
        await interaction.edit_original_response(content=f"refused: {error.code}")


@tree.command(description="A thread")
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
    fetched = await client.fetch_channel(thread.id)
    await thread.edit(archived=True)
    await interaction.edit_original_response(content=f"{fetched.name}: {len(history)}")  # type: ignore[union-attr]


@tree.command(description="Look at a file")
async def look(interaction: discord.Interaction, file: discord.Attachment) -> None:
    data = await file.read()
    await interaction.response.send_message(f"{file.filename}: {len(data)} bytes of {file.content_type}")


async def setup_hook() -> None:
    await tree.sync()


async def before_identify_hook(shard_id: int | None, *, initial: bool = False) -> None:
    """Do not pause between shards."""


client.setup_hook = setup_hook  # type: ignore[method-assign]
client.before_identify_hook = before_identify_hook  # type: ignore[method-assign]
client.run(os.environ.get("BOT_TOKEN", "sandbox-token"), log_handler=None)
