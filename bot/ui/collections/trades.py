"""A trade: what its opener sees first, the message that both sides see, and the modal for each side's offer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import discord
from discord import ButtonStyle, CheckboxGroupOption, SelectOption

from bot.host.collections.trades import LIFE, MOST_OFFERED, Kind, Trade, TradeDraft
from bot.ui.messages.buttons import label_of
from bot.ui.messages.components import action_row, button_to, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Value, Words, shortened, time_left
from cardsdb.ledger import Copy
from engine.contract import Cards

SELECTS: Final = 5
"""The maximum number of selects in a modal."""

CHECKBOXES: Final = 10
"""The maximum number of options in a group of checkboxes, which shows all of them at once."""

SELECT: Final = 25
"""The maximum number of options in a select."""

Usernames: TypeAlias = Mapping[int, Value]
"""The usernames of two people who have the same display name, by their ids; empty if they have not."""


def draft(shown: TradeDraft, usernames: Usernames, words: Words) -> Outgoing:
    """Return a trade before it is posted: what each side gives, and what its opener has afterwards."""
    partner = _person(shown.partner, usernames, words)
    gives = [
        words("trade.draft.card", count=count, card=_name(shown.pools, kind), left=shown.owned[kind] - count)
        for kind, count in shown.gives.items()
    ]
    own = words("trade.draft.own", cards=_listed(gives, words))
    ways = [
        button_to(CustomId(action, shown.partner, argument=shown.code), label_of(action, words), style)
        for action, style in (("tradepost", ButtonStyle.success), ("tradewith", ButtonStyle.secondary))
    ]
    stay = button_to(CustomId("stay"), label_of("stay", words))
    head = words("trade.draft", partner=partner)
    return layout([head, own, words("trade.draft.partner", partner=partner), action_row(*ways, stay)])


def trade(shown: Trade, words: Words, usernames: Usernames, *, first: bool = False) -> Outgoing:
    """Return a trade's message for both sides; if `first`, the message notifies the partner."""
    row = shown.row
    people = [_person(side, usernames, words) for side in row.sides]
    embed = discord.Embed(
        title=words.plain("trade.title", number=row.id),
        description=_how(shown, words),
        colour=discord.Colour.blurple() if row.status == "open" else discord.Colour.greyple(),
    )
    for side, offer in enumerate(shown.offers):
        ready = row.status == "open" and row.agreed(side)
        text = words(
            "trade.gives.ready" if ready else "trade.gives", person=people[side], cards=_cards(shown, offer, words)
        )
        embed.add_field(name="\u200b", value=shortened(text, 1024))
    content = words("trade.content", opener=people[0], partner=people[1])
    mentions = (row.partner,) if first and row.partner is not None else ()
    return Outgoing(content=content, embeds=(embed,), view=_buttons(shown, words), mentions=mentions)


def _person(user: int | None, usernames: Usernames, words: Words) -> Rendered:
    if user is None:
        return words("trade.somebody")
    person = Rendered(f"<@{user}>")
    return words("trade.namesake", person=person, username=usernames[user]) if user in usernames else person


def _how(shown: Trade, words: Words) -> str:
    row = shown.row
    if row.status != "open":
        return words(f"trade.status.{row.status}")
    return words("trade.status.open", when=Rendered(time_left(row.opened + LIFE)))


def _cards(shown: Trade, offer: Sequence[Copy], words: Words) -> Rendered:
    counted = Counter((copy.game, copy.card) for copy in offer)
    gives = [words("trade.card", count=count, card=_name(shown.pools, kind)) for kind, count in counted.items()]
    return _listed(gives, words)


def _listed(gives: Sequence[str], words: Words) -> Rendered:
    return Rendered("\n".join(gives)) or words("trade.nothing")


def _name(pools: Mapping[str, Cards], kind: Kind) -> str:
    game, card = kind
    return pools[game].name(card) if game in pools else card


def _buttons(shown: Trade, words: Words) -> discord.ui.View:
    row = shown.row
    if row.status != "open":
        return rows()
    wanted = (("tradegive", ButtonStyle.primary), ("tradeyes", ButtonStyle.success), ("tradeno", ButtonStyle.danger))
    found = [(CustomId(action, row.id, revision=row.revision), style) for action, style in wanted]
    return rows([button_to(to, label_of(to.action, words), style) for to, style in found])


def offer_modal(
    to: CustomId,
    title: str,
    could: Mapping[Kind, int],
    does: Mapping[Kind, int],
    names: Mapping[str, Words],
    words: Words,
) -> discord.ui.Modal:
    """Return the modal in which one side chooses what to give, out of everything that it can give now.

    `to` is the modal's custom id, and `names` are words that know the cards of each game. The current offer is
    preselected. A few choices appear as checkboxes, more as selects. If not everything fits, the second and further
    copies of a card are left out first.
    """
    modal = discord.ui.Modal(title=title, custom_id=str(to), timeout=None)
    options = _options(could, does, names, words)
    if len(options) <= CHECKBOXES:
        boxes: discord.ui.CheckboxGroup[discord.ui.Modal] = discord.ui.CheckboxGroup(
            custom_id="cards",
            options=[CheckboxGroupOption(label=each.label, value=each.value, default=each.default) for each in options],
            min_values=0,
            required=False,
        )
        modal.add_item(discord.ui.Label(text=words.plain("trade.choose"), component=boxes))
        return modal
    for start in range(0, len(options), SELECT):
        part = options[start : start + SELECT]
        chooser: discord.ui.Select[discord.ui.Modal] = discord.ui.Select(
            custom_id=f"cards{start}",
            options=part,
            min_values=0,
            max_values=min(MOST_OFFERED, len(part)),
            required=False,
        )
        label = part[0].label if len(part) == 1 else words.plain("panel.page", first=part[0].label, last=part[-1].label)
        modal.add_item(discord.ui.Label(text=shortened(label, 45), component=chooser))
    return modal


def _options(
    could: Mapping[Kind, int], does: Mapping[Kind, int], names: Mapping[str, Words], words: Words
) -> list[SelectOption]:
    listed = [
        (number, names[kind[0]].card(kind[1]), kind)
        for kind, count in could.items()
        for number in range(1, min(count, MOST_OFFERED) + 1)
    ]
    kept = sorted(sorted(listed)[: SELECT * SELECTS], key=lambda each: (each[1], each[0]))
    return [
        SelectOption(
            label=shortened(name if number == 1 else words.plain("trade.another", card=name, number=number), 100),
            value=f"{kind[0]}/{kind[1]}/{number}",
            default=number <= does.get(kind, 0),
        )
        for number, name, kind in kept
    ]


def wanted_cards(values: Sequence[str]) -> Counter[Kind]:
    """Return how many copies of each card were chosen in the modal."""
    chosen: Counter[Kind] = Counter()
    for value in values:
        game, _, rest = value.partition("/")
        chosen[game, rest.rpartition("/")[0]] += 1
    return chosen
