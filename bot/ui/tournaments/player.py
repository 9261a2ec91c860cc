"""A player's own view of a tournament: what to do next, and the choice of a deck."""

from typing import Literal

from msgspec.structs import replace

from bot.host.tournament.entry import OwnEntry
from bot.host.tournament.meetings import SeriesView, meetings_of
from bot.host.tournament.rules import course
from bot.ui.decks.choice import deck_select
from bot.ui.messages.buttons import Item
from bot.ui.messages.buttons import button as match_button
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.messages.widgets import SELECT
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words
from bot.ui.tournaments import texts
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.paging import page_of, within
from bot.ui.tournaments.tournament_view import view_of


def open_meeting(shown: OwnEntry) -> SeriesView | None:
    """Return the match that a player has to play now, or None."""
    found, entrant = shown.tournament, shown.entrant
    if entrant is None or found.row.status != "running":
        return None
    own = (each for each in meetings_of(found) if entrant.number in (each.series.first, each.series.second))
    return next((each for each in own if each.series.state == "open" and each.table is not None), None)


def player_panel(shown: OwnEntry, page: int, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return a player's situation: before the start with a choice of decks, and afterwards one page, counted from 0.

    `picture` shows the match that the player has to play now.
    """
    found, entrant = shown.tournament, shown.entrant
    row = found.row
    if entrant is None or entrant.status == "invited":
        key = "tournament.own.invited" if entrant is not None else "tournament.own.not_in"
        join: list[Item] = [match_button(row.id, "tjoin", words)] if row.status in ("open", "running") else []
        return Outgoing(content=words(key, title=row.title), view=rows(join))
    if row.status != "open":
        table = course.table(found.course) if row.format in ("swiss", "robin") else ()
        pages = texts.player_pages(
            view_of(found),
            entrant.number,
            meetings_of(found),
            words,
            table,
            tree_of(found),
            pictured=picture is not None,
        )
        page, button = within(page, len(pages)), CustomId("tmy", row.id)
        told = [Rendered(each + _deck(shown, words)) for each in pages[:1]] + pages[1:]
        made = page_of(told, page, len(pages), button, words, picture)
        if made.view is not None or open_meeting(shown) is None:
            return made
        return replace(made, view=rows([match_button(0, "mygames", words)]))
    entered = "tournament.own.in.deck" if shown.choosing else "tournament.own.in"
    lines = [words(entered, title=row.title) + _deck(shown, words)]
    if row.check_in is not None:
        lines.append(words("tournament.own.checked" if entrant.checked else "tournament.own.unchecked"))
    ready = [choice.ready for choice in shown.ready]
    names = [*(each.name for each in ready), *shown.built]
    deck = entrant.deck["name"] if entrant.deck else None
    selects = [
        deck_select(CustomId("tdeck", row.id, argument=str(start)), names[start : start + SELECT], ready, deck, words)
        for start in range(0, min(len(names), 5 * SELECT), SELECT)
    ]
    return Outgoing(content="\n".join(lines), view=rows(*([each] for each in selects)))


def _deck(shown: OwnEntry, words: Words) -> str:
    entrant = shown.entrant
    if entrant is None or entrant.deck is None:
        return ""
    return "\n" + words("tournament.own.deck", deck=entrant.deck["name"])


def notice(key: Literal["gone", "is_here"], title: str, words: Words) -> Outgoing:
    """Return the message to a player who has left or has checked in."""
    return Outgoing(content=words(f"tournament.own.{key}", title=title))
