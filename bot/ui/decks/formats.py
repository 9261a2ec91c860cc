"""Deck formats: the list of formats with their limits, and the modal in which a server defines one of its own."""

from collections.abc import Iterable

import discord

from bot.ui.match.posts import DESCRIPTION
from bot.ui.messages.components import text_modal
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered, Words, shortened
from cardsdb.deck_formats import LONGEST, format_text
from engine.contract.decks import DeckFormat


class NameInGame(Argument, frozen=True):
    """A deck or a deck format, by its game and its name, which is empty if there is none."""

    game: str
    name: str


def formats(game: str, found: Iterable[DeckFormat], words: Words) -> Outgoing:
    """Return a message that lists a game's formats with their limits."""
    title = words("format.title", game=words(f"{game}.name"))
    lines = "\n".join(line for each in found for line in _format(game, each, words))
    return Outgoing(content=title, embeds=(discord.Embed(description=shortened(lines, DESCRIPTION)),))


def created_format(game: str, shown: DeckFormat, words: Words) -> Outgoing:
    """Return a message that confirms that a format has been stored."""
    lines = "\n".join(_format(game, shown, words))
    embed = discord.Embed(description=shortened(lines, DESCRIPTION))
    return Outgoing(content=words("format.made", name=shown.name), embeds=(embed,))


def _format(game: str, shown: DeckFormat, words: Words) -> list[str]:
    """Return a format's name and its limits, leaving out values that set no limit."""
    figures = [
        words(f"{game}.format.{name}", value=", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in shown.model_dump(mode="json").items()
        if name != "name" and value not in (None, False, [])
    ]
    return [words("format.line", name=shown.name), words("format.figures", figures=Rendered(" · ".join(figures)))]


def modal(game: str, like: DeckFormat, words: Words) -> discord.ui.Modal:
    """Return the modal for a new format, prefilled with the values of another."""
    text = discord.ui.TextInput[discord.ui.Modal](
        custom_id="text", style=discord.TextStyle.paragraph, max_length=LONGEST, default=format_text(like)
    )
    title, label = words.plain("format.modal.title"), words.plain("format.modal.label")
    return text_modal(CustomId("format", argument=game), title, label, text)
