"""A person's collection: pages of cards, which can be filtered, and the history of the copies."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption
from msgspec import Struct
from msgspec.structs import replace

from bot.host.collections.collection import Shelf
from bot.host.kernel.errors import Unreadable
from bot.ui.decks.choice import UNPICTURED, DeckPictures, deck_parts, deck_select
from bot.ui.messages.buttons import label_of
from bot.ui.messages.components import Part, Row, action_row, button_to, layout
from bot.ui.messages.custom_ids import MOST_SMALL, CustomId, whole
from bot.ui.messages.outgoing import Outgoing, attached, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Value, Words, moment, shortened
from cardsdb.boosters import places
from cardsdb.ledger import Copy, Movement
from engine.contract import (
    Cards,
    Message,
)
from engine.contract.collecting import Collecting

PAGE: Final = 9
"""The number of cards on a page: as many as fit in a three-by-three picture."""

FACES: Final = 7
"""The most starter decks that are shown with their faces, beside everything else on the panel."""

WHICH: Final = ("mine", "all", "double", "free", "missing")
"""The cards to show: those the person owns, all, those owned twice, those free to give away, or those missing."""

_ANY: Final = "-1"
"""The text form of any rarity or kind."""


class Filters(Struct, frozen=True):
    """Which part of a collection is shown; `rarity` and `kind` are positions in their lists, or None for any."""

    game: str
    rarity: int | None = None
    kind: int | None = None
    which: str = "mine"
    page: int = 0

    def __str__(self) -> str:
        return f"{self.game}:{_text(self.rarity)}:{_text(self.kind)}:{self.which}:{self.page}"

    @classmethod
    def read(cls, text: str) -> "Filters":
        """Parse the filters from a custom id. Parts that cannot be read get default values."""
        game, *rest = text.split(":")
        try:
            rarity, kind, which, page = rest
        except ValueError:
            return cls(game)
        return cls(game, _place(rarity), _place(kind), which if which in WHICH else "mine", _place(page) or 0)

    def changed(self, what: str, value: str) -> "Filters":
        """Return the filters with one of them changed. The page goes back to the first, unless it is what changes."""
        if what == "which":
            return replace(self, which=value if value in WHICH else "mine", page=0)
        number = _place(value)
        if what == "page":
            return replace(self, page=number or 0)
        return replace(self, page=0, **{what: number}) if what in ("rarity", "kind") else self


def _text(place: int | None) -> str:
    """Return the text form of a position in a list, or of any."""
    return _ANY if place is None else str(place)


def _place(text: str) -> int | None:
    """Return the position that an id or a select names; None for any, and if it names none."""
    try:
        return whole(text, MOST_SMALL)
    except Unreadable:
        return None


def _at(names: Sequence[str], place: int | None) -> str | None:
    return names[place] if place is not None and place < len(names) else None


def kinds(shelf: Shelf) -> list[str]:
    """Return the kinds of the album's cards, in order of appearance."""
    return list(dict.fromkeys(each.kind for each in shelf.album.values()))


def chosen(shelf: Shelf, how: Collecting, filters: Filters) -> list[str]:
    """Return the cards that match the filters, in the order of the album."""
    rarity = _at(how.rarities, filters.rarity)
    kind = _at(kinds(shelf), filters.kind)
    return [
        card
        for card, what in shelf.album.items()
        if rarity in (None, what.rarity) and kind in (None, what.kind) and _is_one(shelf, card, filters.which)
    ]


def _is_one(shelf: Shelf, card: str, which: str) -> bool:
    held = shelf.held.get(card, ())
    match which:
        case "all":
            return True
        case "double":
            return len(held) > 1
        case "free":
            return any(shelf.barrier(copy) is None for copy in held)
        case "missing":
            return not held
        case _:
            return bool(held)


def shown_of(shelf: Shelf, how: Collecting, filters: Filters) -> list[str]:
    """Return the cards on the current page."""
    cards = chosen(shelf, how, filters)
    first = min(filters.page, max(0, (len(cards) - 1) // PAGE)) * PAGE
    return cards[first : first + PAGE]


def panel(
    shelf: Shelf,
    how: Collecting,
    filters: Filters,
    words: Words,
    picture: Picture | None = None,
    decks: DeckPictures = UNPICTURED,
) -> Outgoing:
    """Return a person's collection as a panel that only this person sees.

    `picture` shows its cards, and `decks` the starter decks, which are offered to a person who has none.
    """
    cards, here = chosen(shelf, how, filters), shown_of(shelf, how, filters)
    last = max(0, (len(cards) - 1) // PAGE)
    filters = replace(filters, page=min(filters.page, last))
    copies = sum(len(held) for held in shelf.held.values())
    head = words("collection.title", game=words(f"{shelf.game}.name"))
    counts = words(
        "collection.counts", copies=copies, different=len(shelf.held.keys() & shelf.album), all=len(shelf.album)
    )
    starters = _starters(shelf, words, decks) if shelf.starter is None else ()
    files = attached(picture) if here else ()
    lines = [card_line(shelf, card, words) for card in here] or [
        words("collection.empty" if shelf.held or filters.which != "mine" else "collection.none")
    ]
    pictures = [gallery(files)] if files else []
    text = "\n".join(lines)
    return layout(
        [
            f"{head}\n{counts}",
            *starters,
            *pictures,
            text,
            *_packs(shelf, how, words),
            *_controls(shelf, how, filters, last, words),
        ],
        files=(*decks.files, *files),
    )


def card_line(shelf: Shelf, card: str, words: Words) -> str:
    """Return one or two lines about a card: the number of copies, and what can be done with them."""
    what, held = shelf.album[card], shelf.held.get(card, ())
    kind = kind_of(shelf.game, what.rarity, what.kind, words)
    if not held:
        return words("collection.missing", card=words.card(card), kind=kind)
    line = words("collection.card", card=words.card(card), count=len(held), kind=kind)
    return f"{line}\n-# {_states(shelf, held, words)}"


def _states(shelf: Shelf, held: Sequence[Copy], words: Words) -> str:
    """Return what can be done with the copies, and with how many of them if that differs."""
    states = Counter(_state(shelf, copy, words) for copy in held)
    if len(states) == 1:
        return next(iter(states))
    return " · ".join(words("collection.some", count=count, state=Rendered(state)) for state, count in states.items())


def _state(shelf: Shelf, copy: Copy, words: Words) -> str:
    barrier = shelf.barrier(copy)
    return words("copy.free") if barrier is None else barrier_text(barrier, words)


def barrier_text(barrier: Message, words: Words) -> str:
    """Return why a copy cannot change hands, or why there is no pack; times are in Discord's format."""
    values: dict[str, Value] = {
        name: Rendered(moment(value)) if name in ("until", "when") and isinstance(value, int) else value
        for name, value in barrier.args.items()
    }
    return words(barrier.id, **values)


def kind_of(game: str, rarity: str, kind: str, words: Words) -> Rendered:
    """Return the rarity and kind of a card."""
    return words("collection.kind", rarity=rarity_of(game, rarity, words), kind=words(f"{game}.power.{kind}"))


def rarity_of(game: str, rarity: str, words: Words) -> Rendered:
    """Return the name of a rarity."""
    return words(f"{game}.rarity.{rarity.replace(' ', '_')}")


def odds(game: str, how: Collecting, words: Words) -> list[str]:
    """Return how many cards a pack holds, and each slot's rarity, or the odds if the slot is open."""
    lines: list[str] = [words("pack.holds", count=len(how.pack))]
    for count, chances in places(how):
        named = [(rarity_of(game, rarity, words), share) for rarity, share in chances.items()]
        if len(named) == 1:
            lines.append(words("pack.place", count=count, rarity=named[0][0]))
        else:
            told = ", ".join(words("pack.chance", rarity=rarity, share=share) for rarity, share in named)
            lines.append(words("pack.open_place", count=count, chances=Rendered(told)))
    return lines


def _packs(shelf: Shelf, how: Collecting, words: Words) -> list[str]:
    """Return what a pack holds and how to get one, to a person who gets none now."""
    if shelf.no_pack is None:
        return []
    return ["\n".join([*odds(shelf.game, how, words), barrier_text(shelf.no_pack, words)])]


def _starters(shelf: Shelf, words: Words, pictured: DeckPictures) -> Iterable[Part]:
    """Yield what there is to say about the starter collections, and the select that offers them."""
    ready = [choice.ready for choice in shelf.decks[:25]]
    yield words("collection.starter")
    yield from deck_parts(ready, None, pictured, words)
    yield action_row(
        deck_select(CustomId("starter", argument=shelf.game), [each.name for each in ready], ready, None, words)
    )


def _controls(shelf: Shelf, how: Collecting, filters: Filters, last: int, words: Words) -> list[Row]:
    rarities = [str(rarity_of(shelf.game, rarity, words)) for rarity in how.rarities]
    sorts = [words.plain(f"{shelf.game}.power.{kind}") for kind in kinds(shelf)]
    which = [SelectOption(label=words.plain(f"collection.which.{each}"), value=each) for each in WHICH]
    selects = [
        _select("which", filters, which, filters.which),
        _select("rarity", filters, _numbered(rarities, words("collection.any.rarity")), _text(filters.rarity)),
        _select("kind", filters, _numbered(sorts, words("collection.any.kind")), _text(filters.kind)),
    ]
    buttons = []
    if last:
        buttons = [
            _turn(filters, filters.page - 1, words.plain("collection.back"), off=filters.page == 0),
            _turn(filters, filters.page + 1, words.plain("collection.on"), off=filters.page == last),
        ]
    onward = CustomId("pack", argument=shelf.game) if shelf.no_pack is None else CustomId("playnow")
    buttons += [
        button_to(onward, label_of(onward.action, words), ButtonStyle.success),
        button_to(CustomId("ledger"), label_of("ledger", words)),
    ]
    return [*map(action_row, selects), action_row(*buttons)]


def _numbered(names: Sequence[str], anything: str) -> list[SelectOption]:
    """Return the names in a list as options, preceded by one for any of them."""
    every = SelectOption(label=anything, value=_ANY)
    return [every, *(SelectOption(label=name, value=str(number)) for number, name in enumerate(names))]


def _select(what: str, filters: Filters, options: list[SelectOption], value: str) -> "discord.ui.Select[Any]":
    for option in options:
        option.default = option.value == value
    return discord.ui.Select(custom_id=str(CustomId("album", argument=f"{what}:{filters}")), options=options)


def _turn(filters: Filters, page: int, label: str, *, off: bool) -> "discord.ui.Button[Any]":
    wanted = CustomId("turn", revision=max(0, page), argument=str(filters))
    return discord.ui.Button(custom_id=str(wanted), label=label, disabled=off)


def ledger(movements: Sequence[Movement], user: int, pools: Mapping[str, Cards], words: Words) -> Outgoing:
    """Return a list of the copies that a person has received and given away; `pools` holds each game's cards."""
    if not movements:
        return Outgoing(content=words("ledger.none"))
    lines = [words("ledger.title"), *(_movement(each, user, pools, words) for each in movements)]
    return Outgoing(content=shortened("\n".join(lines), 2000))


def _movement(movement: Movement, user: int, pools: Mapping[str, Cards], words: Words) -> str:
    entry = movement.entry
    came = entry.taker == user
    other = entry.giver if came else entry.taker
    values: dict[str, Value] = {
        "card": pools[movement.game].name(movement.card) if movement.game in pools else movement.card,
        "why": reason_of(movement, words),
        "when": Rendered(moment(movement.at)),
    }
    if other is None:
        return words("ledger.came" if came else "ledger.went", **values)
    return words("ledger.came.from" if came else "ledger.went.to", other=Rendered(f"<@{other}>"), **values)


def reason_of(movement: Movement, words: Words) -> Rendered:
    """Return why a copy changed hands, in the general wording or, if there is none, in that of the copy's game."""
    key = f"ledger.reason.{movement.entry.reason}"
    if key not in words.catalogue.ids:
        key = f"{movement.game}.how.{movement.entry.reason}"
    return words(key, match=movement.entry.match or 0)
