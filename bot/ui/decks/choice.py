"""Choosing one of several decks: what each of them is like, with its face, and a select."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord
from discord import SelectOption
from msgspec import Struct

from bot.ui.games.deck_pictures import HARDEST
from bot.ui.messages.buttons import Item
from bot.ui.messages.components import LABEL, Part
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Attachment, attached, attached_all, beside, gallery
from bot.ui.messages.widgets import HINT
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, first_sentence, shortened
from engine.contract import ReadyDeck

FACES: Final = 8
"""The most decks that are shown with their faces: a message has at most ten attachments and 40 components."""

ROOM: Final = 2800
"""The maximum number of characters about all decks: Discord accepts 4,000 on a panel."""


class DeckPictures(Struct, frozen=True):
    """Pictures of decks to choose from.

    Attributes:
        chosen: the chosen deck at a glance.
        faces: the faces of the others, by the decks' names.
    """

    chosen: Picture | None = None
    faces: Mapping[str, Picture] = MappingProxyType({})

    @property
    def files(self) -> tuple[Attachment, ...]:
        """The attachments for all of the pictures."""
        return attached_all((self.chosen, *self.faces.values()))


UNPICTURED: Final = DeckPictures()
"""No pictures."""


def deck_parts(ready: Sequence[ReadyDeck], deck: str | None, shown: DeckPictures, words: Words) -> list[Part]:
    """Return what there is to say about ready-made decks, the one named `deck` first, with the pictures that there are.

    Of the plans, only the chosen deck's is whole: the first sentences are enough to compare.
    """
    parts: list[Part] = [] if shown.chosen is None else [gallery(attached(shown.chosen))]
    plain: list[str] = []
    if deck is not None:
        own = next((each for each in ready if each.name == deck), None)
        told = words("seat.deck.own", deck=deck)
        if own is not None:
            level = Rendered(dots(own.difficulty))
            told = words("seat.deck.chosen", deck=own.name, difficulty=level, plan=own.plan)
        parts.append(told)
    for each in ready:
        if each.name == deck:
            continue
        level = Rendered(dots(each.difficulty))
        told = words("seat.deck", deck=each.name, difficulty=level, plan=first_sentence(each.plan))
        face = shown.faces.get(each.name)
        if face is None:
            plain.append(told)
        else:
            parts.append(beside(told, attached(face)))
    return [*parts, *([shortened("\n\n".join(plain), ROOM)] if plain else [])]


def deck_select(
    custom_id: CustomId, names: Sequence[str], ready: Sequence[ReadyDeck], deck: str | None, words: Words
) -> Item:
    """Return a select for choosing a deck by name; `deck` is the current choice. What `ready` decks do is said."""
    about = {each.name: deck_hint(each, words) for each in ready}
    return discord.ui.Select(
        custom_id=str(custom_id),
        options=[
            SelectOption(
                label=shortened(name, LABEL),
                value=name,
                description=shortened(about[name], HINT) if name in about else None,
                default=name == deck,
            )
            for name in names
        ],
        placeholder=words.plain("seat.choose_deck"),
    )


def deck_hint(ready: ReadyDeck, words: Words) -> str:
    """Return the line below a ready-made deck in a select: how difficult it is, and what it does."""
    return words.plain("seat.deck.hint", difficulty=dots(ready.difficulty), plan=first_sentence(ready.plan))


def dots(difficulty: int) -> str:
    """Return a difficulty as filled dots out of all of them."""
    return "●" * difficulty + "○" * (HARDEST - difficulty)
