"""Message ids and arguments turned into text for one reader: language, names of players, names of cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from discord.utils import escape_markdown, escape_mentions

from bot.locale.catalogue import Catalogue, catalogue
from bot.storage.matches import SeatRow
from bot.storage.privacy import GONE
from engine.contract import CardRef, Cards, Message, Seat, SeatRef, letter


class Rendered(str):
    """Finished text, which goes into other texts unchanged."""

    __slots__ = ()


Value: TypeAlias = int | str | SeatRef | CardRef | Sequence[CardRef]


class Words:
    """The words for one reader of one match, or of none.

    Names that people or card authors chose are made inert: they cannot ping anyone or act as markdown.
    """

    def __init__(self, locale: str | None, seats: Sequence[SeatRow] = (), cards: Cards | None = None) -> None:
        self.catalogue: Catalogue = catalogue(locale)
        self.seats = seats
        self.cards = cards

    def __call__(self, key: str, /, **values: Value) -> Rendered:
        """Return the text of an id where markdown is read; `count` selects the plural form."""
        return self._fill(key, values, plain=False)

    def plain(self, key: str, /, **values: Value) -> str:
        """Return the text of an id where markdown is not read: a button, a select, the title of a modal."""
        return str(self._fill(key, values, plain=True))

    def message(self, message: Message) -> Rendered:
        """Return a message of the engine or the host, where markdown is read."""
        return self._fill(message.id, message.args, plain=False)

    def label(self, message: Message) -> str:
        """Return a message of the engine or the host, where markdown is not read."""
        return str(self._fill(message.id, message.args, plain=True))

    def made(self, message: Message) -> Rendered:
        """Return an option as a choice already made, if the catalogue has a separate text for that."""
        key = f"{message.id}.made"
        return self._fill(key if key in self.catalogue.ids else message.id, message.args, plain=False)

    def player(self, seat: Seat) -> Rendered:
        """Return a seat's player: a mention, which shows the person's name, or the house player."""
        row = self.seats[seat] if seat < len(self.seats) else None
        if row is not None and row.user == GONE:
            return self("player.gone")
        if row is not None and row.user is not None:
            person = Rendered(f"<@{row.user}>")
            return person if row.house is None else self("player.house.for", player=person)
        if row is not None and row.house is not None:
            return self(f"player.house.{row.house}")
        return self("player.nobody")

    def card(self, card: str) -> str:
        """Return a card's printed name."""
        return card if self.cards is None else self.cards.name(card)

    def cards_of(self, refs: Sequence[CardRef]) -> str:
        """Return the name of an action made of several cards."""
        return " + ".join(self.card(ref.card) for ref in refs)

    def list_cards(self, refs: Iterable[CardRef]) -> str:
        """Return the names of cards as a list."""
        return ", ".join(self.card(ref.card) for ref in refs)

    def list_equal_cards(self, refs: Iterable[CardRef]) -> str:
        """Return the names of cards as a list, equal ones combined with their number."""
        counts = Counter(ref.card for ref in refs)
        return ", ".join(f"{self.card(card)}{copies(count)}" for card, count in counts.items())

    def list_players(self, seats: Iterable[Seat]) -> Rendered:
        """Return players as a list."""
        return Rendered(", ".join(self.player(seat) for seat in seats))

    def _fill(self, key: str, values: Mapping[str, Any], *, plain: bool) -> Rendered:
        text = self.catalogue.text(key, values.get("count", 1))
        shown = {name: self._shown(value, plain=plain) for name, value in values.items()}
        return Rendered(text.format_map(_Gaps(shown)))

    def _shown(self, value: Any, *, plain: bool) -> str:
        if isinstance(value, SeatRef):
            return self.plain("player.seat", letter=letter(value.seat)) if plain else self.player(value.seat)
        if isinstance(value, CardRef):
            return self._shown(self.card(value.card), plain=plain)
        if isinstance(value, list | tuple):
            return self._shown(self.cards_of(value), plain=plain)
        if isinstance(value, Rendered | int):
            return str(value)
        return str(value) if plain else inert(str(value))


class Spoken(Words):
    """Words for a description: it is read aloud, so players are named by their seats and markdown has no effect."""

    @classmethod
    def of(cls, words: Words) -> "Spoken":
        """Return the words for the same reader, to be read aloud."""
        return cls(words.catalogue.locale, words.seats, words.cards)

    def __call__(self, key: str, /, **values: Value) -> Rendered:
        """Return a text as it reads where markdown is not read."""
        return Rendered(self.plain(key, **values))

    def player(self, seat: Seat) -> Rendered:
        """Return a seat's player by the seat's letter."""
        return self("player.seat", letter=letter(seat))


class _Gaps(dict[str, str]):
    """Placeholder values; a missing one shows its own name, because a wrong text is better than none."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def inert(text: str) -> Rendered:
    """Return a person's own words with all mentions and markdown disabled."""
    return Rendered(escape_mentions(escape_markdown(text)))


def copies(count: int) -> str:
    """Return the number of equal cards, to follow their name; nothing for a single card."""
    return f" ×{count}" if count > 1 else ""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most `longest` characters, ending in an ellipsis if it was cut."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def time_left(moment: float) -> str:
    """Return a time as a countdown that Discord shows, in the reader's own zone."""
    return f"<t:{int(moment)}:R>"


def moment(at: float) -> str:
    """Return a time in Discord's format: date and time in the reader's own zone."""
    return f"<t:{int(at)}:f>"
