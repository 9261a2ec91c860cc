"""One router for buttons, selects and modals, by their custom ids alone.

Nothing is remembered between clicks, so a button works whatever has been restarted since it was sent; one that speaks
of something that is over is answered with how things stand now.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

import discord
import structlog

from bot.front import (
    arranging,
    collections,
    decks,
    formats,
    keeps,
    lobbies,
    matches,
    organising,
    panels,
    privacy,
    reviews,
    sets,
    settings,
    tournaments,
    trades,
    votes,
    welcome,
)
from bot.front.answering import Answer, Front, answer, ask
from bot.front.opening import Wish, play, usual_wish
from bot.ui.custom_ids import CustomId, Unreadable, read, readable

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
    "hand": panels.on_hand,
    "refresh": panels.on_refresh,
    "page": panels.on_page,
    "warn": panels.on_warn,
    "pick": panels.on_pick,
    "select": panels.on_pick,
    "choose": panels.on_choose,
    "chosen": panels.on_choose,
    "commit": panels.on_commit,
    "keep": panels.on_commit,
    "undo": panels.on_undo,
    "ahead": panels.on_ahead,
    "board": matches.on_board,
    "log": matches.on_log,
    "verify": matches.on_verify,
    "more": matches.on_more,
    "rules": matches.on_rules,
    "piles": matches.on_piles,
    "now": matches.on_now,
    "help": matches.on_help,
    "review": reviews.on_review,
    "why": reviews.on_why,
    "wait": matches.on_wait,
    "unwait": matches.on_wait,
    "asking": matches.on_asking,
    "longer": matches.on_longer,
    "here": matches.on_here,
    "me": settings.on_me,
    "own": settings.on_own,
    "guild": settings.on_guild,
    "setshow": sets.on_show,
    "setenable": sets.on_enable,
    "setdisable": sets.on_disable,
    "setdelete": sets.on_delete,
    "setdeleting": sets.on_deleting,
    "rewind": votes.on_rewind,
    "vote": votes.on_vote,
    "forget": privacy.on_forget,
    "leave": matches.on_leave,
    "leaving": matches.on_leaving,
    "join": lobbies.on_join,
    "quit": lobbies.on_quit,
    "decline": lobbies.on_quit,
    "withdraw": lobbies.on_withdraw,
    "watch": lobbies.on_watch,
    "start": lobbies.on_start,
    "seat": lobbies.on_seat,
    "deck": lobbies.on_deck,
    "rematch": lobbies.on_rematch,
    "table": arranging.on_table,
    "arrange": arranging.on_arrange,
    "option": arranging.on_option,
    "agree": arranging.on_agree,
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
    "keeps": keeps.on_keeps,
    "keepoffer": keeps.on_offer,
    "keepyes": keeps.on_yes,
    "keepno": keeps.on_no,
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
    "tpage": organising.on_page,
    "tset": organising.on_set,
    "toption": organising.on_option,
    "tannounce": organising.on_announce,
    "tmanage": organising.on_manage,
    "tstart": organising.on_start,
    "tcourse": organising.on_course,
    "tcancel": organising.on_cancel,
    "tmove": organising.on_move,
    "tseries": organising.on_series,
    "tresult": organising.on_result,
    "tagain": organising.on_again,
    "tplayer": organising.on_player,
    "tout": organising.on_out,
    "tban": organising.on_out,
    "treplace": organising.on_replace,
    "tinvite": organising.on_invite,
    "howto": welcome.on_help,
    "settings": welcome.on_settings,
}
"""What each action of a button or a select does."""

OPENS: Final[dict[str, Opens]] = {"playnow": play}
"""The buttons that open a table."""

ASKS: Final[dict[str, Ask]] = {
    "word": lobbies.ask_word,
    "number": arranging.ask_number,
    "luck": collections.ask_luck,
    "tradegive": trades.ask_offer,
    "deckname": decks.ask_name,
    "ttitle": organising.ask_title,
    "tnumber": organising.ask_number,
}
"""The buttons that ask for something in a modal."""

MODALS: Final[dict[str, Act]] = {
    "word": lobbies.on_word,
    "number": arranging.on_number,
    "deckname": decks.on_name,
    "deckin": decks.on_in,
    "format": formats.on_format,
    "luck": collections.on_open,
    "setupload": sets.on_upload,
    "tradegive": trades.on_give,
    "ttitle": organising.on_title,
    "tnumber": organising.on_number,
}
"""What each modal does."""
