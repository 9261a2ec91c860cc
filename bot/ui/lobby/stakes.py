"""Matches for keeps: the terms before anybody agrees, the settlement, and a reversal."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle

from bot.host.collections.stakes import StakesState
from bot.host.lobby.stakes import Terms
from bot.storage.copies import Told
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.stakes import KeepsRow
from bot.ui.collections.collection import reason_of
from bot.ui.match.posts import DESCRIPTION
from bot.ui.messages.buttons import button
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words, inert, moment, shortened


def agreement(stands: StakesState, seats: Sequence[SeatRow], words: Words) -> str:
    """Return the lobby's text about playing for keeps: that it is settled, or who has and who has not agreed yet."""
    if stands.row.status != "offered":
        return words("keeps.lobby.on")
    marks = [
        words("keeps.lobby.yes" if seat.seat in stands.agreed else "keeps.lobby.open", player=words.player(seat.seat))
        for seat in seats
        if seat.user is not None
    ]
    return "\n".join([words("keeps.lobby.offered"), *marks])


def terms_panel(shown: Terms, words: Words) -> Outgoing:
    """Return the terms that a player sees before agreeing: what can be lost, and how. Nobody else sees this message."""
    game = shown.lobby.match.game
    deck = shown.own.deck or {"name": "", "cards": {}}
    count = sum(deck["cards"].values())
    lines = [words("keeps.title", match=shown.lobby.match.id), words(f"{game}.keeps"), words("keeps.rules")]
    if shown.hindrance is not None:
        lines.append(words.message(shown.hindrance))
    elif shown.missing:
        cards = ", ".join(
            words("trade.card", count=number, card=shown.pool.name(card)) for card, number in shown.missing.items()
        )
        lines.append(words("keeps.missing", deck=deck["name"], cards=Rendered(shortened(cards, 700))))
    else:
        lines.append(words("keeps.worst", deck=deck["name"], count=count))
    lines.append(words(_state(shown)))
    return Outgoing(content=shortened("\n".join(lines), 2000), view=rows(*_lines(shown, words)))


def _state(shown: Terms) -> str:
    if not shown.offered:
        return "keeps.state.off"
    return "keeps.state.agreed" if shown.agreed else "keeps.state.offered"


def _lines(shown: Terms, words: Words) -> "list[list[discord.ui.Item[discord.ui.View]]]":
    buttons: list[discord.ui.Item[Any]] = []
    can = shown.hindrance is None
    if not shown.offered and can and shown.own.user == shown.lobby.match.opener:
        buttons.append(_button("keepoffer", shown, words, ButtonStyle.primary))
    if shown.offered and can and not shown.missing and not shown.agreed:
        buttons.append(_button("keepyes", shown, words, ButtonStyle.danger))
    if shown.offered:
        buttons.append(_button("keepno", shown, words, ButtonStyle.secondary))
    return [buttons] if buttons else []


def _button(action: str, shown: Terms, words: Words, style: ButtonStyle) -> "discord.ui.Button[Any]":
    wanted = CustomId(action, shown.lobby.match.id, argument=shown.digest)
    return discord.ui.Button(custom_id=str(wanted), label=words.plain(f"button.{action}"), style=style)


def settlement_post(row: MatchRow, stands: KeepsRow | None, told: Sequence[Told], words: Words) -> Outgoing:
    """Return the post about the cards that changed hands in a match for keeps."""
    if stands is None or stands.until is None or not told:
        lines = [words("keeps.nothing")]
    else:
        lines = [words("keeps.held", until=Rendered(moment(stands.until))), *(_moved(each, words) for each in told)]
    embed = discord.Embed(
        title=words.plain("keeps.settled", match=row.id),
        description=shortened("\n".join(lines), DESCRIPTION),
        colour=discord.Colour.gold(),
    )
    return Outgoing(embeds=(embed,), view=rows([button(row.id, "log", words)]), silent=True)


def _moved(told: Told, words: Words) -> Rendered:
    return words(
        "keeps.moved",
        card=words.card(told.card),
        giver=_person(told.entry.giver, words),
        taker=_person(told.entry.taker, words),
        why=reason_of(told, words),
    )


def reversal_post(row: MatchRow, reason: str, words: Words) -> Outgoing:
    """Return the post that announces that a match was reversed."""
    line = words("keeps.reversed", match=row.id, reason=inert(reason))
    return Outgoing(content=line, view=rows([button(row.id, "log", words)]), silent=True)


def _person(user: int | None, words: Words) -> Rendered:
    return Rendered(words("trade.somebody") if user is None else f"<@{user}>")
