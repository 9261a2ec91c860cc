"""What a person does, as the use cases are told of it."""

from msgspec import Struct


class Click(Struct, frozen=True):
    """A click: the interaction's id, the person, when Discord took it, the message that was clicked on, the language.

    The message is one that the answer changes; the language is what the person's Discord speaks. The token is there
    where the answer is the person's panel, which can be edited by it for a quarter of an hour.
    """

    interaction: int
    user: int
    at: float
    message: int | None = None
    locale: str | None = None
    token: str | None = None
