"""Matches for keeps: the terms before anybody agrees, the settlement, and a reversal."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ButtonStyle

from bot.host.collections.stakes import StakesState
from bot.host.lobby.stakes import Terms
from bot.ui.collections.collection import reason_of
from bot.ui.match.posts import DESCRIPTION
from bot.ui.messages.buttons import button
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words, inert, moment, shortened
from cardsdb.ledger import Movement
from engine.contract import Seat


def agreement(stands: StakesState, people: Iterable[Seat], words: Words) -> str:
    """Return the lobby's text about playing for keeps: that it is settled, or who has and who has not agreed yet.

    `people` are the seats that people hold.
    """
    if stands.row.status != "offered":
        return words("keeps.lobby.on")
    marks = [
        words("keeps.lobby.yes" if seat in stands.agreed else "keeps.lobby.open", player=words.player(seat))
        for seat in people
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


def settlement_post(match: int, until: float | None, movements: Sequence[Movement], words: Words) -> Outgoing:
    """Return the post about the cards that changed hands in a match for keeps, which it can be reversed `until`."""
    if until is None or not movements:
        lines = [words("keeps.nothing")]
    else:
        lines = [words("keeps.held", until=Rendered(moment(until))), *(_moved(each, words) for each in movements)]
    embed = discord.Embed(
        title=words.plain("keeps.settled", match=match),
        description=shortened("\n".join(lines), DESCRIPTION),
        colour=discord.Colour.gold(),
    )
    return Outgoing(embeds=(embed,), view=rows([button(match, "log", words)]), silent=True)


def _moved(movement: Movement, words: Words) -> Rendered:
    return words(
        "keeps.moved",
        card=words.card(movement.card),
        giver=_person(movement.entry.giver, words),
        taker=_person(movement.entry.taker, words),
        why=reason_of(movement, words),
    )


def reversal_post(match: int, reason: str, words: Words) -> Outgoing:
    """Return the post that announces that a match was reversed."""
    line = words("keeps.reversed", match=match, reason=inert(reason))
    return Outgoing(content=line, view=rows([button(match, "log", words)]), silent=True)


def _person(user: int | None, words: Words) -> Rendered:
    return Rendered(words("trade.somebody") if user is None else f"<@{user}>")
