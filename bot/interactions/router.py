"""One router for buttons, selects and modals, by their custom ids alone.

Nothing is remembered between clicks, so a button works whatever has been restarted since it was sent; one that speaks
of something that is over is answered with how things stand now.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

import discord
import structlog

from bot.host.kernel.errors import Unreadable
from bot.interactions import (
    card_sets,
    collections,
    deck_formats,
    decks,
    greetings,
    lobby,
    match,
    panel,
    privacy,
    reviews,
    settings,
    stakes,
    table_setup,
    tournament_management,
    tournaments,
    trades,
    votes,
)
from bot.interactions.answers import Answer, Front, answer, ask
from bot.interactions.play import Wish, play, usual_wish
from bot.ui.custom_ids import CustomId, read, readable

Act: TypeAlias = Callable[[Front, discord.Interaction, CustomId, list[str]], Coroutine[Any, Any, Answer]]


Ask: TypeAlias = Callable[[Front, discord.Interaction, CustomId], Coroutine[Any, Any, discord.ui.Modal | Answer]]


Opens: TypeAlias = Callable[[Front, discord.Interaction, Wish], Coroutine[Any, Any, None]]


MOST_VALUES: Final = 25
LONGEST_VALUE: Final = 100
"""How many values a select has, and how long one is, in characters: Discord's own bounds."""

LONGEST_TEXT: Final = 4000
"""How many characters can be typed into a part of a modal: Discord's own bound."""


async def component(front: Front, click: discord.Interaction) -> None:
    """Answer a click on a button or a select."""
    data: Any = click.data or {}
    wanted = read(data.get("custom_id"))
    if wanted.action in OPENS:
        await OPENS[wanted.action](front, click, usual_wish(front))
        return
    if wanted.action in ASKS:
        await ask(front, click, ASKS[wanted.action](front, click, wanted))
        return
    structlog.contextvars.bind_contextvars(match=wanted.match)
    await answer(front, click, _acted(front, click, ACTIONS, wanted, data), anew=wanted.action == "hand")


async def modal(front: Front, click: discord.Interaction) -> None:
    """Answer a modal that was sent."""
    data: Any = click.data or {}
    wanted = read(data.get("custom_id"))
    structlog.contextvars.bind_contextvars(match=wanted.match)
    await answer(front, click, _acted(front, click, MODALS, wanted, data))


async def _acted(
    front: Front, click: discord.Interaction, acts: Mapping[str, Act], wanted: CustomId, data: Mapping[str, Any]
) -> Answer:
    """Do what is wanted with what was chosen or typed. Raises Unreadable for what no client of Discord's sends."""
    if wanted.action not in acts:
        raise Unreadable(wanted.action)
    return await acts[wanted.action](front, click, wanted, [*_chosen(data), *_typed(data.get("components"))])


def _chosen(part: Mapping[str, Any]) -> list[str]:
    """Return the values that were chosen in a component. Raises Unreadable."""
    values = part.get("values")
    if values is None:
        return []
    if not isinstance(values, list) or len(values) > MOST_VALUES:
        raise Unreadable(values)
    return [_text(each, LONGEST_VALUE) for each in values]


def _typed(components: Any) -> list[str]:
    """Return what was put into a modal's parts, and chosen there, in order. Raises Unreadable."""
    if components is None:
        return []
    if not isinstance(components, list) or len(components) > MOST_VALUES:
        raise Unreadable(components)
    found: list[str] = []
    for part in components:
        if not isinstance(part, dict):
            raise Unreadable(part)
        found += [] if part.get("value") is None else [_text(part["value"], LONGEST_TEXT)]
        found += _chosen(part)
        found += _typed([part["component"]] if "component" in part else part.get("components"))
    return found


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not readable(value):
        raise Unreadable(value)
    return value


ACTIONS: Final[dict[str, Act]] = {
    "hand": panel.on_hand,
    "refresh": panel.on_refresh,
    "page": panel.on_page,
    "warn": panel.on_warn,
    "pick": panel.on_pick,
    "select": panel.on_pick,
    "choose": panel.on_choose,
    "chosen": panel.on_choose,
    "commit": panel.on_commit,
    "keep": panel.on_commit,
    "undo": panel.on_undo,
    "ahead": panel.on_ahead,
    "board": match.on_board,
    "log": match.on_log,
    "verify": match.on_verify,
    "more": match.on_more,
    "rules": match.on_rules,
    "piles": match.on_piles,
    "now": match.on_now,
    "help": match.on_help,
    "review": reviews.on_review,
    "why": reviews.on_why,
    "wait": match.on_wait,
    "unwait": match.on_wait,
    "asking": match.on_asking,
    "longer": match.on_longer,
    "here": match.on_here,
    "me": settings.on_me,
    "own": settings.on_own,
    "guild": settings.on_guild,
    "setshow": card_sets.on_show,
    "setenable": card_sets.on_enable,
    "setdisable": card_sets.on_disable,
    "setdelete": card_sets.on_delete,
    "setdeleting": card_sets.on_deleting,
    "rewind": votes.on_rewind,
    "vote": votes.on_vote,
    "forget": privacy.on_forget,
    "leave": match.on_leave,
    "leaving": match.on_leaving,
    "join": lobby.on_join,
    "quit": lobby.on_quit,
    "decline": lobby.on_quit,
    "withdraw": lobby.on_withdraw,
    "watch": lobby.on_watch,
    "start": lobby.on_start,
    "seat": lobby.on_seat,
    "deck": lobby.on_deck,
    "rematch": lobby.on_rematch,
    "table": table_setup.on_table,
    "arrange": table_setup.on_arrange,
    "option": table_setup.on_option,
    "agree": table_setup.on_agree,
    "bench": decks.on_bench,
    "benchopen": decks.on_bench,
    "benchpage": decks.on_page,
    "benchcard": decks.on_card,
    "benchset": decks.on_set,
    "benchfor": decks.on_format,
    "deckcopy": decks.on_copy,
    "deckout": decks.on_out,
    "deckdrop": decks.on_drop,
    "deckdropped": decks.on_dropped,
    "decks": decks.on_box,
    "keeps": stakes.on_keeps,
    "keepoffer": stakes.on_offer,
    "keepyes": stakes.on_yes,
    "keepno": stakes.on_no,
    "shelf": collections.on_shelf,
    "album": collections.on_album,
    "turn": collections.on_turn,
    "starter": collections.on_starter,
    "ledger": collections.on_ledger,
    "pack": collections.on_pack,
    "open": collections.on_open,
    "packcheck": collections.on_check,
    "tradeyes": trades.on_agree,
    "tradeno": trades.on_off,
    "tjoin": tournaments.on_join,
    "tleave": tournaments.on_leave,
    "tcheck": tournaments.on_check,
    "tmy": tournaments.on_my,
    "tdeck": tournaments.on_deck,
    "tstandings": tournaments.on_standings,
    "tpairings": tournaments.on_pairings,
    "tbracket": tournaments.on_bracket,
    "texport": tournaments.on_export,
    "tpage": tournament_management.on_page,
    "tset": tournament_management.on_set,
    "toption": tournament_management.on_option,
    "tannounce": tournament_management.on_announce,
    "tmanage": tournament_management.on_manage,
    "tstart": tournament_management.on_start,
    "tcourse": tournament_management.on_course,
    "tcancel": tournament_management.on_cancel,
    "tmove": tournament_management.on_move,
    "tseries": tournament_management.on_series,
    "tresult": tournament_management.on_result,
    "tagain": tournament_management.on_again,
    "tplayer": tournament_management.on_player,
    "tout": tournament_management.on_out,
    "tban": tournament_management.on_out,
    "treplace": tournament_management.on_replace,
    "tinvite": tournament_management.on_invite,
    "howto": greetings.on_help,
    "settings": greetings.on_settings,
}
"""What each action of a button or a select does."""

OPENS: Final[dict[str, Opens]] = {"playnow": play}
"""The buttons that open a table."""

ASKS: Final[dict[str, Ask]] = {
    "word": lobby.ask_word,
    "number": table_setup.ask_number,
    "luck": collections.ask_luck,
    "tradegive": trades.ask_offer,
    "deckname": decks.ask_name,
    "ttitle": tournament_management.ask_title,
    "tnumber": tournament_management.ask_number,
}
"""The buttons that ask for something in a modal."""

MODALS: Final[dict[str, Act]] = {
    "word": lobby.on_word,
    "number": table_setup.on_number,
    "deckname": decks.on_name,
    "deckin": decks.on_in,
    "format": deck_formats.on_format,
    "luck": collections.on_open,
    "setupload": card_sets.on_upload,
    "tradegive": trades.on_give,
    "ttitle": tournament_management.on_title,
    "tnumber": tournament_management.on_number,
}
"""What each modal does."""
