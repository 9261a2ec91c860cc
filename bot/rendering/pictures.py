"""Pictures for messages: drawn beside the event loop, for who wants them, and never in the way of a text."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import structlog

from bot.host.kernel.host import Host
from bot.host.match.actions import Panel
from bot.host.match.queries import TableView
from bot.host.people import settings
from bot.host.ratings.leaderboards import Profile
from bot.host.tournament.rules.standings import Standing
from bot.priority import goes_first
from bot.ui.games.renderer import Renderer
from bot.ui.pictures import album
from bot.ui.pictures.picture import Picture
from bot.ui.ratings import curve
from bot.ui.tournaments.bracket import Tree
from bot.ui.tournaments.bracket_picture import bracket_picture
from bot.ui.tournaments.standings_picture import standings_picture
from bot.ui.tournaments.tournament_view import TournamentView
from bot.ui.words import Words
from engine.contract import Cards

_EASEL: Final = ThreadPoolExecutor(1, "pictures")
"""One thread: more would only take turns, and who asks for the same picture meanwhile finds it drawn."""

_ANSWERING: Final = ThreadPoolExecutor(1, "pictures-answering")
"""Another one for who answers a person: most often the picture is there, and nothing else is to be drawn before."""

log = structlog.get_logger()


async def of_board(shown: TableView, words: Words, renderer: Renderer) -> Picture | None:
    """Return the board of a match as a picture."""
    return await _drawn(renderer.board_picture, shown.view, words)


async def of_hand(shown: Panel, words: Words, renderer: Renderer) -> Picture | None:
    """Return a seat's hand as a picture, where its person wants pictures."""
    if not shown.person.pictures:
        return None
    return await _drawn(renderer.hand_picture, shown.view, shown.seat, words)


async def of_card(name: str, cards: Cards, words: Words, renderer: Renderer) -> Picture | None:
    """Return a card as a picture."""
    return await _drawn(renderer.card_picture, name, cards, words)


async def of_deck(deck: Mapping[str, int], cards: Cards, words: Words, renderer: Renderer) -> Picture | None:
    """Return what is in a deck as a picture."""
    return await _drawn(renderer.deck_picture, deck, cards, words)


async def of_album(slots: Sequence[album.Slot], told: str) -> Picture | None:
    """Return some cards as a page of an album."""
    return await _drawn(album.album_picture, "album.png", slots, told)


async def of_curve(shown: Profile, words: Words) -> Picture | None:
    """Return a person's rating over the matches as a picture; None where there is no curve yet."""
    return await _drawn(curve, shown, words)


async def of_standings(
    event: TournamentView, table: Sequence[Standing], page: int, words: Words, cut: int | None
) -> Picture | None:
    """Return a page of how everybody stands in a tournament as a picture."""
    return await _drawn(standings_picture, event, table, page, words, cut)


async def of_bracket(event: TournamentView, tree: Tree, page: int, words: Words) -> Picture | None:
    """Return a page of a tournament's tree as a picture."""
    return await _drawn(bracket_picture, event, tree, page, words)


async def wanted(host: Host, user: int) -> bool:
    """Return whether a person wants pictures."""
    return (await settings.person(host, user)).pictures


async def _drawn(draw: Callable[..., Picture | None], *what: Any) -> Picture | None:
    """Return a picture, or None where there is none. One that fails is logged as an incident: the text goes without."""
    easel = _ANSWERING if goes_first() else _EASEL
    try:
        return await asyncio.get_running_loop().run_in_executor(easel, draw, *what)
    except Exception:
        log.exception("incident", incident=secrets.token_hex(4), kind="picture", picture=draw.__qualname__)
        return None
