"""The cards that the texts of a match page name: where a name stands, and what the card says when a reader opens it."""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from bot.ui.games.card_pages import names_of, page_of
from bot.ui.games.card_renderer import CardPage
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.picture import description
from bot.ui.texts.words import Spoken

Line: TypeAlias = str | tuple[str | int, ...]
"""A line of text; if it names cards, its parts, with the number of a card instead of its name."""

_NOTHING: Final = r"(?!)"
"""A pattern for a game without names, which finds nothing."""


class RecordedCard(Struct, frozen=True):
    """What a card says, as text: its name, what kind of card it is, its rules and rulings, and its flavour."""

    title: str
    kind: str
    lines: tuple[str, ...]
    flavour: str


class NamedCards:
    """Finds the names of cards in texts.

    Attributes:
        shown: the cards that were found, by their numbers. Others are not on the page.
    """

    def __init__(self, renderer: Renderer, words: Spoken) -> None:
        self.shown: list[RecordedCard] = []
        self._renderer = renderer
        self._words = words
        self._numbers: dict[str, int | None] = {}
        self._found: dict[str, tuple[str | int, ...]] = {}
        names = [] if words.cards is None else sorted(names_of(renderer, words.cards), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names)) or _NOTHING})(?!\w)")

    def line(self, text: str) -> Line:
        """Return a text as a line in which names of cards can be opened."""
        parts = self._parts(text)
        return parts if any(isinstance(part, int) for part in parts) else text

    def among(self, text: str) -> tuple[int, ...]:
        """Return the numbers of the cards that a text names."""
        return tuple(dict.fromkeys(part for part in self._parts(text) if isinstance(part, int)))

    def _parts(self, text: str) -> tuple[str | int, ...]:
        """Return the parts of a text, which are found once, however often it is shown."""
        if text not in self._found:
            self._found[text] = tuple(self._split(text))
        return self._found[text]

    def _split(self, text: str) -> Iterator[str | int]:
        end = 0
        for found in self._pattern.finditer(text):
            number = self._number(found[0])
            if number is not None:
                yield from (part for part in (text[end : found.start()], number) if part != "")
                end = found.end()
        if text[end:]:
            yield text[end:]

    def _number(self, name: str) -> int | None:
        """Return the number of the card with a name; None if the game has no page about it."""
        if name not in self._numbers:
            cards = self._words.cards
            page = None if cards is None else page_of(self._renderer, name, cards, self._words)
            self._numbers[name] = None if page is None else len(self.shown)
            if page is not None:
                self.shown.append(self._recorded(page))
        return self._numbers[name]

    def _recorded(self, page: CardPage) -> RecordedCard:
        words = self._words
        rulings = (words("card.ruling", ruling=words(each)) for each in page.rulings)
        lines = tuple(str(description(line)) for line in (*page.text.splitlines(), *rulings))
        return RecordedCard(page.title, str(description(page.kind)), lines, str(page.flavour))
