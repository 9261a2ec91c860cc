"""Messages that tell a person about their stored data."""

from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.texts.words import Words


def exported(content: bytes, words: Words) -> Outgoing:
    """Return a message with a file that holds everything stored about a person."""
    file = Attachment("tableside.json", content, words.plain("privacy.file"))
    return Outgoing(content=words("privacy.export"), files=(file,))
