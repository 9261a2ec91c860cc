"""The question before something that cannot be undone or that ends a match."""

from typing import Any

import discord
from discord import ButtonStyle

from bot.host.kernel.errors import Unsure
from bot.ui.messages.components import action_row, button_to, layout, text_modal
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from engine.contract import Message


def question(doubt: Unsure, yes: CustomId, keep: CustomId, words: Words) -> Outgoing:
    """Return the question: what will be lost, a button that confirms it, and one that keeps everything as it is."""
    confirm = button_to(yes, _confirmation(doubt, words), ButtonStyle.danger)
    return layout([lost(doubt, words), action_row(confirm, button_to(keep, words.plain("question.keep")))])


def modal(doubt: Unsure, yes: CustomId, reason: str, most: int, words: Words) -> discord.ui.Modal:
    """Return the question as a modal in which the reason, of at most `most` characters, can still be changed.

    Without any reason yet, none has to be given.
    """
    text = discord.ui.TextInput[Any](
        custom_id="reason",
        style=discord.TextStyle.paragraph,
        max_length=most,
        default=reason or None,
        required=bool(reason),
    )
    title, label = _confirmation(doubt, words), words.plain("question.reason")
    return text_modal(yes, title, label, text, lost(doubt, words))


def _confirmation(doubt: Unsure, words: Words) -> str:
    """Return what the button that confirms says; a question that is a case of another one has that one's text."""
    question = doubt.reason.id
    while f"{question}.yes" not in words.catalogue.ids:
        question = question.rpartition(".")[0]
    return words.plain(f"{question}.yes")


def lost(doubt: Unsure, words: Words) -> str:
    """Return what will be lost. An argument `character` is the key of a house player, who is named."""
    return " ".join(_sentence(each, words) for each in (doubt.reason, *doubt.more))


def _sentence(message: Message, words: Words) -> str:
    character = message.args.get("character")
    named = {} if character is None else {"character": words.character_and_level(str(character))}
    return words(message.id, **{**message.args, **named})


def said(text: str) -> Outgoing:
    """Return a line of text that takes the question's place."""
    return layout([text])
