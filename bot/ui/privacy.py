"""Messages that tell a person about their stored data."""

from discord import ButtonStyle

from bot.ui.buttons import button
from bot.ui.messages import Attachment, Outgoing, rows
from bot.ui.words import Words


def exported(content: bytes, words: Words) -> Outgoing:
    """Return a message with a file that holds everything stored about a person."""
    file = Attachment("tableside.json", content, words.plain("privacy.file"))
    return Outgoing(content=words("privacy.export"), files=(file,))


def asked(words: Words) -> Outgoing:
    """Return a message that explains what deletion means, with the button that deletes the data."""
    return Outgoing(content=words("privacy.ask"), view=rows([button(0, "forget", words, ButtonStyle.danger)]))
