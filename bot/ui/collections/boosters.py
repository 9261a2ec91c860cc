"""The pack of the day: its odds, its seal and its contents."""

import discord
from discord import ButtonStyle

from bot.host.collections.boosters import TodaysPack
from bot.ui.collections.collection import barrier_text, kind_of, odds
from bot.ui.games.card_renderer import CardPage
from bot.ui.match.posts import seal_line
from bot.ui.messages.buttons import button
from bot.ui.messages.components import Part, action_row, button_to, layout, word_modal
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, time_left
from cardsdb.ledger import RIPENS_AFTER


def pack(shown: TodaysPack, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return the panel for the pack of the day, which only one person sees; `picture` shows the pack's cards."""
    title = words("pack.none" if shown.row is None else "pack.title", game=words(f"{shown.game}.name"))
    files = attached(picture)
    if shown.row is None or shown.row.cards is None:
        parts: list[Part] = ["\n".join([title, *odds(shown.game, shown.collecting, words), *_state(shown, words)])]
    else:
        parts = [title, *([gallery(files)] if files else []), "\n".join(_contents(shown, words))]
    return layout([*parts, *_buttons(shown, words)], discord.Colour.gold(), files)


def one_card(
    shown: TodaysPack, at: int, page: CardPage | None, words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return one card of an opened pack, large, with a way to the next one; `at` counts from 0.

    `page` is the page about the card, if its game has one, and `picture` shows the card.
    """
    row = shown.row
    cards = [] if row is None or row.cards is None else row.cards
    card, files = cards[at], attached(picture)
    kind = kind_of(shown.game, shown.album[card].rarity, shown.album[card].kind, words)
    lines: list[str] = [
        words("pack.card_of", number=at + 1, count=len(cards)),
        words("pack.card", card=words.card(card), kind=kind),
    ]
    if page is not None:
        lines += [page.text, *([f"-# *{page.flavour}*"] if page.flavour else [])]
    all_of_them = button_to(_revealing(shown, len(cards)), words.plain("button.reveal_all"))
    onward = [button_to(_revealing(shown, at + 1), words.plain("button.reveal"), ButtonStyle.primary)]
    buttons = action_row(*(onward if at + 1 < len(cards) else []), all_of_them)
    title = words("pack.title", game=words(f"{shown.game}.name"))
    owned = words("pack.owned", count=len(cards))
    parts: list[Part] = [title, *([gallery(files)] if files else []), "\n".join(lines), buttons, owned]
    return layout(parts, discord.Colour.gold(), files)


def _revealing(shown: TodaysPack, at: int) -> CustomId:
    """Return the id of a button that shows a card of an opened pack, or after the last one all of them."""
    return CustomId("reveal", revision=0 if shown.row is None else shown.row.id, argument=str(at))


def _state(shown: TodaysPack, words: Words) -> list[str]:
    if shown.barrier is not None:
        return [barrier_text(shown.barrier, words)]
    return [words("pack.ripens", count=RIPENS_AFTER), seal_line(shown.seal or "", words)]


def _contents(shown: TodaysPack, words: Words) -> list[str]:
    cards = () if shown.row is None or shown.row.cards is None else shown.row.cards
    lines = [
        words(
            "pack.card",
            card=words.card(card),
            kind=kind_of(shown.game, shown.album[card].rarity, shown.album[card].kind, words),
        )
        for card in cards
    ]
    return [
        *lines,
        words("pack.ripens", count=RIPENS_AFTER),
        words("pack.next", when=Rendered(time_left(shown.tomorrow))),
    ]


def _buttons(shown: TodaysPack, words: Words) -> list[Part]:
    row = shown.row
    if row is None:
        return [action_row(button(0, "playnow", words, ButtonStyle.success))]
    if row.cards is not None:
        wanted = [(CustomId("packcheck", revision=row.id), ButtonStyle.secondary)]
        wanted.append((CustomId("shelf", argument=shown.game), ButtonStyle.secondary))
    else:
        wanted = [(CustomId("open", argument=shown.game), ButtonStyle.success)]
        wanted.append((CustomId("luck", argument=shown.game), ButtonStyle.secondary))
    return [action_row(*(button_to(to, words.plain(f"button.{to.action}"), style) for to, style in wanted))]


def luck_modal(game: str, words: Words) -> discord.ui.Modal:
    """Return the modal that asks for a lucky word and opens the pack."""
    return word_modal(CustomId("luck", argument=game), words("pack.word_about"), words)
