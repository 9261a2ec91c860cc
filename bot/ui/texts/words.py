"""Turning message ids and arguments into text for one reader: language, player names, card names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from discord.utils import escape_markdown, escape_mentions

from bot.host.match.players import Player
from bot.locale.catalogue import Catalogue, catalogue
from bot.ui.fonts.written_text import written
from engine.contract import CardRef, Cards, Message, Seat, SeatRef
from engine.players.characters import level_of

C = TypeVar("C", bound=Cards)


class Rendered(str):
    """Finished text, which is inserted into other texts unchanged."""

    __slots__ = ()


FIRST: Final = ("seat", "active", "first")
"""The gaps that hold the player of whom a text speaks first; the others hold players to whom something happens."""

Value: TypeAlias = int | str | SeatRef | CardRef | Sequence[CardRef]


class Words:
    """Texts for one reader, either of one match or outside any match.

    Names chosen by people or card authors are made inert: they cannot ping anyone or act as markdown. If only the
    player of one seat reads the texts, that seat is the `reader`, and the texts say "you" to it. Pictures show the
    `avatars` of people, PNGs by seat or by the number that a person has in the picture, beside the names.
    """

    def __init__(
        self,
        locale: str | None,
        seats: Sequence[Player] = (),
        cards: Cards | None = None,
        reader: Seat | None = None,
        avatars: Mapping[int, bytes] = MappingProxyType({}),
    ) -> None:
        self.catalogue: Catalogue = catalogue(locale)
        self.seats = seats
        self.cards = cards
        self.reader = reader
        self.avatars = avatars

    def with_avatars(self, avatars: Mapping[int, bytes]) -> "Words":
        """Return an instance for the same reader whose pictures show people's avatars."""
        return Words(self.catalogue.locale, self.seats, self.cards, self.reader, avatars)

    def __call__(self, key: str, /, **values: Value) -> Rendered:
        """Return the text for an id, for a place where markdown works; `count` selects the plural form."""
        return self._fill(key, values, plain=False)

    def plain(self, key: str, /, **values: Value) -> str:
        """Return the text for an id, for a place where markdown does not work: a button, a select, a modal's title."""
        return str(self._fill(key, values, plain=True))

    def message(self, message: Message) -> Rendered:
        """Return the text of a message from the engine or the host, for a place where markdown works."""
        return self._fill(message.id, message.args, plain=False)

    def label(self, message: Message) -> str:
        """Return the text of a message from the engine or the host, for a place where markdown does not work."""
        return str(self._fill(message.id, message.args, plain=True))

    def made(self, message: Message) -> Rendered:
        """Return the text for an option that has already been chosen; by default, this is the option's own text."""
        key = f"{message.id}.made"
        return self(key if key in self.catalogue.ids else message.id, **message.args)

    def named(self, message: Message) -> Rendered:
        """Return an option within a sentence, such as "passing"; by default, its text once it has been chosen."""
        key = f"{message.id}.named"
        return self(key, **message.args) if key in self.catalogue.ids else self.made(message)

    def player(self, seat: Seat) -> Rendered:
        """Return the name of a seat's player: a house player's, or a mention, which shows a person's name.

        A number distinguishes players who have the same name at the table.
        """
        character = self.house(seat)
        name = self.person(seat) if character is None else self.character(character)
        return self.namesake(name, seat) if seat in self._namesakes else name

    def person(self, seat: Seat) -> Rendered:
        """Return a mention of the person who has, or had, a seat, even if a house player plays on there."""
        player = self.seats[seat] if seat < len(self.seats) else Player()
        if player.user is None:
            return self("player.nobody")
        return self("player.gone") if player.gone else Rendered(f"<@{player.user}>")

    def character(self, key: str) -> Rendered:
        """Return the name of a house player."""
        return self(f"character.{key}.name")

    def character_and_level(self, key: str) -> Rendered:
        """Return the name of a house player, with its level."""
        return self("character.seated", name=self.character(key), level=self(f"level.{level_of(key)}.name"))

    def house(self, seat: Seat) -> str | None:
        """Return the key of the house player in a seat, or None."""
        return self.seats[seat].character if seat < len(self.seats) else None

    def seated(self, seat: Seat) -> Rendered:
        """Return the name of a seat's player for a list of the table: a house player's has its level."""
        character = self.house(seat)
        return self.player(seat) if character is None else self.character_and_level(character)

    def name(self, seat: Seat) -> str:
        """Return the name of a seat's player for a place where markdown does not work; no other seat has the same."""
        return self._names[seat] if seat < len(self.seats) else self.plain("player.seat", number=seat + 1)

    @cached_property
    def _names(self) -> Sequence[str]:
        """The name of each seat's player, without markdown."""
        return [
            str(self.namesake(Rendered(name), seat)) if seat in self._namesakes else name
            for seat, name in self._plain_names.items()
        ]

    @cached_property
    def _namesakes(self) -> frozenset[Seat]:
        """The seats whose players have the same name as another one."""
        return namesakes(self._plain_names)

    @cached_property
    def _plain_names(self) -> Mapping[Seat, str]:
        return {seat: self._plain_name(seat) for seat in range(len(self.seats))}

    def namesake(self, name: Rendered, number: int) -> Rendered:
        """Return a name that others have too, with a number to distinguish it; the number is counted from 0."""
        return self("player.namesake", name=name, number=number + 1)

    def listed(self, seat: Seat) -> str:
        """Return the name of a seat's player for a list or a label without markdown; the reader's is "you"."""
        return self.plain("player.you.listed") if seat == self.reader else self.name(seat)

    def marks(self, seats: int) -> tuple[str, ...]:
        """Return the sign of each seat in pictures: its player's initial, two letters, or else the seat's number."""
        return tuple(self._marks[seat] if seat < len(self.seats) else str(seat + 1) for seat in range(seats))

    def marked(self, seat: Seat) -> Rendered:
        """Return the name of a seat's player for the beginning of a line; the reader's is "You".

        The sign of the seat in pictures comes first if the name does not show it.
        """
        if seat == self.reader:
            return self("player.you")
        sign = self.marks(seat + 1)[seat]
        if seat in self._namesakes:
            return self.player(seat)
        return self("player.marked", sign=sign, player=self.player(seat)) if sign.isdecimal() else self.player(seat)

    @cached_property
    def _marks(self) -> Sequence[str]:
        return initials(self._names)

    def _plain_name(self, seat: Seat) -> str:
        player = self.seats[seat]
        if player.character is not None:
            return str(self.character(player.character))
        if player.gone:
            return self.plain("player.gone")
        return player.name or self.plain("player.seat", number=seat + 1)

    def pool(self, kind: type[C]) -> C:
        """Return the match's cards, which are of the kind that its game has. Raises TypeError without such cards."""
        if not isinstance(self.cards, kind):
            raise TypeError(kind, self.cards)
        return self.cards

    def card(self, card: str) -> str:
        """Return a card's printed name."""
        return card if self.cards is None else self.cards.name(card)

    def cards_of(self, refs: Sequence[CardRef]) -> str:
        """Return the name of an action that combines several cards."""
        return " + ".join(self.card(ref.card) for ref in refs)

    def list_cards(self, refs: Iterable[CardRef]) -> str:
        """Return the names of cards as a list."""
        return ", ".join(self.card(ref.card) for ref in refs)

    def list_equal_cards(self, refs: Iterable[CardRef]) -> str:
        """Return the names of cards as a list, in which equal cards appear once, with their number."""
        counts = Counter(ref.card for ref in refs)
        return ", ".join(f"{self.card(card)}{copies(count)}" for card, count in counts.items())

    def list_players(self, seats: Iterable[Seat]) -> Rendered:
        """Return the names of players as a list; the reader's is "you"."""
        you = self("player.you.listed")
        return Rendered(", ".join(you if seat == self.reader else self.player(seat) for seat in seats))

    def _fill(self, key: str, values: Mapping[str, Any], *, plain: bool) -> Rendered:
        if not values:
            return Rendered(self.catalogue.text(key).format_map(_NO_VALUES))
        text = self.catalogue.text(self._addressed(key, values), values.get("count", 1))
        shown = {name: self._shown(value, plain=plain) for name, value in values.items()}
        return Rendered(text.format_map(_Gaps(shown)))

    def _addressed(self, key: str, values: Mapping[str, Any]) -> str:
        """Return the id of the text that says "you", if the reader has a seat that the text names and there is one."""
        if self.reader is None:
            return key
        named = [name for name, value in values.items() if isinstance(value, SeatRef) and value.seat == self.reader]
        if not named:
            return key
        addressed = f"{key}.you" if any(name in FIRST for name in named) else f"{key}.at_you"
        return addressed if addressed in self.catalogue.ids else key

    def _shown(self, value: Any, *, plain: bool) -> str:
        if isinstance(value, _FINISHED):
            return str(value)
        if isinstance(value, SeatRef):
            return isolated(self.name(value.seat)) if plain else self.player(value.seat)
        if isinstance(value, CardRef):
            value = self.card(value.card)
        elif isinstance(value, _SEVERAL):
            value = self.cards_of(value)
        return isolated(str(value)) if plain else inert(str(value))


class Spoken(Words):
    """Texts for pictures and their descriptions, which may be read aloud: nothing is marked up."""

    @classmethod
    def of(cls, words: Words) -> "Spoken":
        """Return an instance for the same reader, for texts to be read aloud."""
        return cls(words.catalogue.locale, words.seats, words.cards, words.reader, words.avatars)

    def __call__(self, key: str, /, **values: Value) -> Rendered:
        """Return the text for an id without markdown, as `plain` does."""
        return Rendered(self.plain(key, **values))

    def player(self, seat: Seat) -> Rendered:
        """Return the name of a seat's player, without a mention."""
        return Rendered(isolated(self.name(seat)))


class _Gaps(dict[str, str]):
    """Values for placeholders. A placeholder without a value shows its name: a flawed text is better than none."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


_NO_VALUES: Final = _Gaps()
_TURNING: Final = frozenset({"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""The directions of characters after which a line may run to the left (Unicode, Annex 9)."""
_ISOLATE, _END = "\u2068", "\u2069"
_MARKS: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_FINISHED: Final = (Rendered, int)
_SEVERAL: Final = (list, tuple)


@lru_cache(4096)
def inert(text: str) -> Rendered:
    """Return a person's own words with all mentions and markdown disabled, so that they turn nothing around them."""
    return Rendered(isolated(escape_mentions(escape_markdown(text))))


def isolated(text: str) -> str:
    """Return a text within marks that keep its direction to itself, if it could change that of the text around it.

    Marks of direction in it are left out: one of them could end the isolation. Letters that run to the left stay.
    """
    directions = {unicodedata.bidirectional(sign) for sign in text}
    if directions.isdisjoint(_TURNING):
        return text
    return f"{_ISOLATE}{text.translate(_MARKS)}{_END}"


def namesakes(names: Mapping[int, str]) -> frozenset[int]:
    """Return the numbers of the people whose names others have too."""
    known = Counter(name.casefold() for name in names.values())
    return frozenset(number for number, name in names.items() if known[name.casefold()] > 1)


def initials(names: Sequence[str]) -> Sequence[str]:
    """Return a different sign for each name: its first letter, its first two, or else its number in the list."""
    letters = [_letters(name) for name in names]
    signs = [each[:1] for each in letters]
    for number, each in enumerate(letters):
        if [other[:1] for other in letters].count(each[:1]) > 1:
            signs[number] = each[:2].capitalize()
    return [sign if sign and signs.count(sign) == 1 else str(number) for number, sign in enumerate(signs, 1)]


def _letters(name: str) -> str:
    """Return the letters of a name that pictures can show, in capitals."""
    known = (each for each in written(unicodedata.normalize("NFKC", name)) if each.isalpha())
    return written("".join(known).upper())


def copies(count: int) -> str:
    """Return the number of equal cards, to be appended to their name; empty for a single card."""
    return f" ×{count}" if count > 1 else ""


def shortened(text: str, longest: int) -> str:
    """Return text of at most `longest` characters, ending in an ellipsis if it was cut."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, which has to do where there is no room for all of it."""
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


def time_left(moment: float) -> str:
    """Return a time in Discord's format as a countdown."""
    return f"<t:{int(moment)}:R>"


def day(at: float) -> str:
    """Return a time in Discord's format, which shows the date alone in the reader's own time zone."""
    return f"<t:{int(at)}:D>"


def moment(at: float) -> str:
    """Return a time in Discord's format, which shows the date and time in the reader's own time zone."""
    return f"<t:{int(at)}:f>"
