"""A person's own decks: the list of decks, the bench for editing one, and exporting one as a code and as text."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

import discord
from discord import ButtonStyle, SelectOption
from msgspec import Struct

from bot.host.decks.personal import NAME_LENGTH, Bench, DeckStarts, key_of
from bot.ui.decks.choice import DeckPictures, deck_hint, deck_parts
from bot.ui.decks.formats import NameInGame
from bot.ui.games.card_pages import page_of
from bot.ui.games.deck_pictures import MOST
from bot.ui.games.renderer import Renderer
from bot.ui.messages.buttons import label_of
from bot.ui.messages.components import FileInput, Part, action_row, button_to, layout, text_modal
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Attachment, Outgoing, attached, attached_all, beside, gallery
from bot.ui.messages.widgets import SELECT, Look, Selects, pages
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, shortened
from cardsdb.deck_codes import LONGEST, deck_text
from engine.contract import CardRef, Cards, Deck, Message, Option

DECK_FILES: Final = (".txt",)
"""The extensions of a deck's file."""

TEXT_ROOM: Final = 3900
"""The maximum total number of characters in a panel's texts: Discord accepts 4,000."""

FACES: Final = 8
"""The most decks in a list that are shown with their faces."""

LIST_ROOM: Final = 3000
"""How many of these characters may list decks that are shown without a face."""

REASONS_ROOM: Final = 1200
"""How many of these characters may give reasons why a deck is not legal."""

CARD_ROOM: Final = 900
"""How many of these characters may describe the card being viewed."""

EXPORT_ROOM: Final = 1500
"""The maximum total length of a deck's code and text in a message; anything longer becomes a file."""

FEW: Final = 3
"""How many numbers of copies have a button beside none: four fit on a phone's row."""

Button = discord.ui.Button[Any]


def refusal(reasons: Sequence[Message], words: Words, room: int = REASONS_ROOM) -> str:
    """Return the reasons, one per line. If they do not all fit, end with the number of reasons left out."""
    lines = [f"⚠️ {words.message(reason)}" for reason in reasons]
    told, left = 0, room
    while told < len(lines) and len(lines[told]) < left:
        left -= len(lines[told]) + 1
        told += 1
    more = [] if told == len(lines) else [words("deck.more_reasons", count=len(lines) - told)]
    return "\n".join([*lines[:told], *more])


# The bench


class BenchPictures(Struct, frozen=True):
    """What the editor shows as pictures, and what that is: the whole deck, cards to choose from, or a single card."""

    pictures: tuple[Picture, ...]
    what: Literal["deck", "cards", "card"]


def bench(
    shown: Bench,
    words: Words,
    renderer: Renderer,
    page: int = 0,
    key: str = "",
    pictured: BenchPictures | None = None,
) -> Outgoing:
    """Return the editor for a deck.

    `page` is the page of available cards; `key` identifies the card being viewed. `pictured` stands in place of words.
    """
    maker = _Bench(shown, words, renderer, page, key, pictured)
    colour = discord.Colour.orange() if shown.faults else discord.Colour.green()
    files = () if pictured is None else attached_all(pictured.pictures)
    shows = [gallery([file]) for file in files]
    return layout([*maker.texts(), *shows, *maker.card_text(), discord.ui.Separator(), *maker.rows()], colour, files)


class CardPlace(Argument, frozen=True):
    """The key of the card being viewed, or "" for none, and the page of cards to show."""

    divider: ClassVar[str] = ":"
    page: int
    card: str


class CardCount(Argument, frozen=True):
    """The new number of copies of the card being viewed, and the page of cards to show."""

    divider: ClassVar[str] = ":"
    page: int
    card: str
    count: int


class _Bench:
    """Builds the parts of a deck editor."""

    def __init__(
        self, shown: Bench, words: Words, renderer: Renderer, page: int, key: str, pictured: BenchPictures | None
    ) -> None:
        self.pictured = pictured
        self.shown = shown
        self.words = words
        self.renderer = renderer
        self.page = page
        ids = (*(each.card for each in shown.held), *shown.lost)
        self.card = next((card for card in ids if key_of(card) == key), None)

    def id(self, action: str, argument: str = "") -> str:
        """Return a custom id for this deck at its current revision."""
        return str(CustomId(action, self.shown.row.id, revision=self.shown.row.revision, argument=argument))

    @property
    def aside(self) -> bool:
        """Whether pictures show cards to choose from or a single card, and the deck only beside them."""
        return self.pictured is not None and self.pictured.what != "deck"

    def texts(self) -> list[str]:
        """Return the texts about the deck: how it stands, and what the picture does not show."""
        shown, words = self.shown, self.words
        notice = [] if shown.notice is None else [words("panel.notice", notice=words.message(shown.notice))]
        about = (
            [fit(shown, words)]
            if self.aside
            else heading(shown, words, self.renderer, pictured=self.pictured is not None)
        )
        head = "\n".join([*notice, *about])
        listed = contents(shown, words) if self.pictured is None else unpictured(shown, words)
        return [head, *([shortened(listed, TEXT_ROOM - CARD_ROOM - len(head))] if listed else [])]

    def card_text(self) -> list[str]:
        """Return the text of the card being viewed, if there is one and no picture shows it."""
        if self.card is None or (self.pictured is not None and self.pictured.what == "card"):
            return []
        return [shortened(self._looked_at(self.card), CARD_ROOM)]

    def _looked_at(self, card: str) -> str:
        if card in self.shown.lost:
            return self.words("deck.lost_card", card=card)
        page = page_of(self.renderer, self.shown.cards.name(card), self.shown.cards, self.words)
        if page is None:
            return ""
        return self.words("deck.card", title=page.title, kind=page.kind, text=Rendered(page.text))

    def rows(self) -> Iterable[Part]:
        """Yield the controls for the cards, the copies of the card being viewed, the format, and other actions.

        Those of the whole deck are only there if that is shown; otherwise a button leads back to it.
        """
        hint = lambda option: self.renderer.hint(option, self.words)  # noqa: E731 - it only binds the words
        emoji = lambda option: self.renderer.emoji(option, self.words)  # noqa: E731 - it only binds the words
        cards = Selects(self.words, Look(hint, emoji), self.id, "benchpage", self.words.plain("deck.choose_card"))
        yield from cards.rows(pages(options(self.shown)), self.page, "benchcard")
        if self.card is not None:
            yield self.words("deck.how_many")
            yield action_row(*self.copies(self.card))
        if self.aside:
            yield action_row(self.button("bench"))
            return
        if len(self.shown.formats) > 1:
            yield action_row(self.formats())
        yield action_row(*(self.button(action) for action in ("decks", "deckout", "deckname", "deckcopy", "deckdrop")))

    def copies(self, card: str) -> list[Button]:
        """Return a button for each number of copies that the format allows, with the present one highlighted.

        If it allows many, those are none and some around the present number.
        """
        shown = self.shown
        count, known = shown.row.cards.get(card, 0), card not in shown.lost
        most = self.renderer.most_copies(card, shown.cards, shown.wanted) if known else count
        few = most is not None and max(count, most) <= FEW
        least = 1 if few else max(1, count - 1)
        last = max(count, most or 0) if few else least + FEW - 1
        return [
            button_to(
                self.id("benchset", str(CardCount(self.page, key_of(card), number))),
                self.words.plain("deck.copies", copies=number),
                ButtonStyle.primary if number == count else ButtonStyle.secondary,
            )
            for number in (0, *range(least, last + 1))
        ]

    def formats(self) -> "discord.ui.Select[Any]":
        """Return the select that chooses the deck's format."""
        options = [
            SelectOption(
                label=self.words.plain("deck.for", format=name), value=name, default=name == self.shown.wanted.name
            )
            for name in list(self.shown.formats)[:SELECT]
        ]
        chosen = "" if self.card is None else key_of(self.card)
        return discord.ui.Select(custom_id=self.id("benchfor", str(CardPlace(self.page, chosen))), options=options)

    def button(self, action: str) -> Button:
        """Return a button for the last row."""
        style = ButtonStyle.danger if action == "deckdrop" else ButtonStyle.secondary
        return button_to(self.id(action), label_of(action, self.words), style)


def options(shown: Bench) -> list[Option]:
    """Return an option for every card allowed in the deck, followed by one for each card in it, allowed or not."""
    able = [_option(shown, each.card, each.group) for each in shown.held]
    return [*able, *(_option(shown, card, "deck.group.held") for card in shown.row.cards)]


def _option(shown: Bench, card: str, group: str) -> Option:
    count = shown.row.cards.get(card, 0)
    if card in shown.lost:
        return Option(key_of(card), Message("deck.option.lost", {"copies": count, "card": card}), group)
    key = "deck.option.held" if count else "deck.option"
    return Option(key_of(card), Message(key, {"copies": count, "card": CardRef(card)}), group)


def cards_on(shown: Bench, page: int) -> dict[str, int]:
    """Return the known cards on a page of the select, each with its number of copies in the deck."""
    found = pages(options(shown))
    keys = {option.key for option in found[min(page, len(found) - 1)].options} if found else set()
    return {each.card: shown.row.cards.get(each.card, 0) for each in shown.held if key_of(each.card) in keys}


def heading(shown: Bench, words: Words, renderer: Renderer, *, pictured: bool = False) -> Sequence[str]:
    """Return how a deck stands: its name, whether it fits its format, what it is good at, and its figures.

    If it is `pictured`, leave out its name, its game and its curve.
    """
    row = shown.row
    title = words("deck.title", name=row.name)
    small = [] if pictured else [_small(shown, words)]
    figures = renderer.deck_figures(shown.deck, shown.cards, shown.wanted, words)
    curve = [] if pictured else renderer.deck_curve(shown.deck.cards, shown.cards, words)
    return [
        *([] if pictured else [title]),
        fit(shown, words),
        *good_at(shown.deck, shown.cards, words, renderer, row.game),
        *small,
        *figures,
        *curve,
    ]


def fit(shown: Bench, words: Words) -> str:
    """Return that a deck fits its format, or else why not."""
    return refusal(shown.faults, words) if shown.faults else words("deck.fits")


def _small(shown: Bench, words: Words) -> str:
    """Return which game and format a deck is for."""
    return words("deck.small", game=words(f"{shown.row.game}.name"), format=shown.wanted.name)


def good_at(deck: Deck, cards: Cards, words: Words, renderer: Renderer, game: str) -> list[str]:
    """Return a line that says what a deck is good at; none if nothing about it stands out."""
    traits = [words(f"{game}.good.{trait}") for trait in renderer.good_at(deck.cards, cards)]
    if not traits:
        return []
    if len(traits) == 1:
        return [words("deck.good", trait=traits[0])]
    return [words("deck.good.two", trait=traits[0], other=traits[1])]


def unpictured(shown: Bench, words: Words) -> str:
    """Return the cards of a deck whose pictures do not show all of them; empty if they do."""
    if not shown.row.cards or len(shown.deck.cards) > MOST:
        return contents(shown, words)
    return _lost(shown, words) or ""


def contents(shown: Bench, words: Words) -> str:
    """Return the cards in a deck, listed by group."""
    groups: dict[str, list[str]] = {}
    for each in shown.held:
        if each.card in shown.row.cards:
            entry = words("deck.entry", copies=shown.row.cards[each.card], card=shown.cards.name(each.card))
            groups.setdefault(each.group, []).append(entry)
    lines: list[str] = [
        words("deck.group", group=words(group), cards=Rendered(", ".join(entries))) for group, entries in groups.items()
    ]
    lost = _lost(shown, words)
    lines += [] if lost is None else [lost]
    return "\n".join(lines) if lines else words("deck.empty")


def _lost(shown: Bench, words: Words) -> str | None:
    """Return a line with the deck's cards that are not known here, or None if all are."""
    lost = [words("deck.entry", copies=shown.row.cards[card], card=card) for card in shown.lost]
    return words("deck.group", group=words("deck.group.lost"), cards=Rendered(", ".join(lost))) if lost else None


# A new deck


def start(shown: DeckStarts, words: Words, pictured: DeckPictures, page: int = 0) -> Outgoing:
    """Return the choice of the deck that a new one starts from, with `pictured` of the ready ones; `page` is shown."""
    about = {f"ready {each.ready.name}": deck_hint(each.ready, words) for each in shown.ready}
    own = {f"own {each.row.id}": each.row.name for each in shown.own}
    options = [
        Option(key, Message("decks.option", {"name": name}), f"deck.start.{key.partition(' ')[0]}")
        for key, name in (*((key, key.removeprefix("ready ")) for key in about), *own.items())
    ]
    new = str(NameInGame(shown.game, shown.name or ""))
    make = lambda action, number: str(CustomId(action, revision=int(number or 0), argument=new))  # noqa: E731 - it only builds ids
    look = Look(lambda option: about.get(option.key), lambda _: None)
    choosers = Selects(words, look, make, "deckstarts").rows(pages(options), page, "deckstart")
    empty = button_to(CustomId("deckempty", argument=new), label_of("deckempty", words))
    parts: list[Part] = [
        words("deck.start", game=words(f"{shown.game}.name")),
        *deck_parts([each.ready for each in shown.ready], None, pictured, words),
    ]
    return layout([*parts, *choosers, action_row(empty)], files=pictured.files)


# The list of decks, and one deck to read


def deck_list(
    found: Sequence[Bench], words: Words, page: int = 0, faces: Mapping[int, Picture] = MappingProxyType({})
) -> Outgoing:
    """Return a list of a person's decks, with selects that open them; `faces` are pictures of some, by deck id."""
    if not found:
        return layout([words("decks.none")])
    parts: list[Part] = [words("decks.title", count=len(found))]
    parts += [beside(_listed(each, words), attached(faces[each.row.id])) for each in found if each.row.id in faces]
    others = [_listed(each, words) for each in found if each.row.id not in faces]
    if others:
        parts.append(shortened("\n".join(others), LIST_ROOM))
    options = [
        Option(str(each.row.id), Message("decks.option", {"name": each.row.name}), f"{each.row.game}.name")
        for each in found
    ]
    make = lambda action, argument: str(CustomId(action, argument=argument))  # noqa: E731 - it only builds ids
    look = Look(lambda _: None, lambda _: None)
    choosers = Selects(words, look, make, "decks").rows(pages(options), page, "benchopen")
    return layout([*parts, *choosers], files=attached_all(faces.values()))


def _listed(each: Bench, words: Words) -> str:
    game, count = words(f"{each.row.game}.name"), sum(each.row.cards.values())
    key = "decks.line.unfit" if each.faults else "decks.line.fits"
    return words(key, name=each.row.name, game=game, cards=count, format=each.wanted.name)


def deck_sheet(shown: Bench, words: Words, renderer: Renderer, pictures: Sequence[Picture] = ()) -> Outgoing:
    """Return a read-only view of a deck, either the person's own or a ready-made one; `pictures` show all of it."""
    small = [_small(shown, words)] if pictures else []
    head = "\n".join([*heading(shown, words, renderer, pictured=bool(pictures)), *small])
    files = attached_all(pictures)
    listed = unpictured(shown, words) if pictures else contents(shown, words)
    below = [shortened(listed, TEXT_ROOM - len(head))] if listed else []
    return layout([head, *(gallery([file]) for file in files), *below], files=files)


def export(shown: Bench, words: Words) -> Outgoing:
    """Return a deck as a code for machines and as text for people; only the code includes unknown cards."""
    text = deck_text(shown.deck, shown.cards)
    lines = [words("deck.out", name=shown.row.name), f"```\n{shown.code}\n```"]
    lost = [words("deck.out_lost", count=len(shown.lost))] if shown.lost else []
    if len(shown.code) + len(text) > EXPORT_ROOM:
        whole = Attachment("deck.txt", f"{shown.code}\n\n{text}\n".encode(), words.plain("deck.file"))
        return Outgoing(content="\n".join([words("deck.out_file", name=shown.row.name), *lost]), files=(whole,))
    return Outgoing(content="\n".join([*lines, f"```\n{text}\n```", *lost]))


# Modals


def import_modal(game: str, words: Words) -> discord.ui.Modal:
    """Return the modal for importing a deck from a code or text, either typed or uploaded as a file."""
    text = discord.ui.TextInput[discord.ui.Modal](
        custom_id="text",
        style=discord.TextStyle.paragraph,
        max_length=LONGEST,
        placeholder=words.plain("deck.in.hint"),
        required=False,
    )
    title = words.plain("deck.in.title")
    modal = text_modal(CustomId("deckin", argument=game), title, words.plain("deck.in.label"), text)
    file = FileInput(DECK_FILES, required=False)
    label, hint = words.plain("deck.in.file"), words.plain("deck.in.file.hint")
    modal.add_item(discord.ui.Label(text=label, description=hint, component=file))
    return modal


def name_modal(deck: int, words: Words) -> discord.ui.Modal:
    """Return the modal for renaming a deck."""
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="name", max_length=NAME_LENGTH)
    title, label = words.plain("deck.name.title"), words.plain("deck.name.label")
    return text_modal(CustomId("deckname", deck), title, label, text)
