"""The question before something that cannot be undone or that ends a match."""

from discord import ButtonStyle

from bot.ui.components import action_row, button_to, layout
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing
from bot.ui.words import Words
from engine.contract import Message


def question(lost: Message, yes: CustomId, keep: CustomId, words: Words) -> Outgoing:
    """Return the question: what will be lost, a button that confirms it, and one that keeps everything as it is."""
    confirm = button_to(yes, words.plain(f"{lost.id}.yes"), ButtonStyle.danger)
    return layout([words.message(lost), action_row(confirm, button_to(keep, words.plain("question.keep")))])


def said(text: str) -> Outgoing:
    """Return a line of text that takes the question's place."""
    return layout([text])
