"""A game's rules as pages: one for each section, and one with a played example turn."""

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.host.match.players import Player
from bot.ui.games.renderer import Renderer
from bot.ui.games.rules import all_sections
from bot.ui.messages.components import Part, action_row, button_to, layout
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing, attached, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, shortened
from cardsdb.lesson_files import Example
from engine.contract import Cards
from engine.players.characters import CHARACTERS, newcomer

ROOM: Final = 3500
"""The maximum number of characters of a page's text."""


class RulesPage(Argument, frozen=True):
    """A page of a game's rules, counted from 0."""

    page: int
    game: str


def sections(renderer: Renderer, example: Example | None, cards: Cards | None, words: Words) -> list[tuple[str, str]]:
    """Return the pages of a game's rules, each as a title and text; the last is the example turn, if there is one."""
    found = all_sections(renderer, words)
    if example is None:
        return found
    told = renderer.story(example.facts, example_words(example, cards, words))
    lines = [words("rules.example.about"), *(line for beat in told for line in (beat.line, *_small(beat.particulars)))]
    return [*found, (words("rules.example"), "\n".join(lines))]


def _small(lines: Sequence[str]) -> list[str]:
    return [f"-# {line}" for line in lines]


def example_words(example: Example, cards: Cards | None, words: Words) -> Words:
    """Return the words for an example turn, which house players play."""
    players: list[Player] = []
    for _ in range(example.seats):
        players.append(Player(character=newcomer(next(iter(CHARACTERS)), [each.character for each in players], 0)))
    return Words(words.catalogue.locale, players, cards)


def rules(
    game: str, pages: Sequence[tuple[str, str]], number: int, words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return a page of a game's rules, with buttons for the pages beside it and for the first lesson."""
    number = min(number, len(pages) - 1)
    title, text = pages[number]
    shown = attached(picture)
    heading = words("rules.page", game=words(f"{game}.name"), page=number + 1, pages=len(pages))
    parts: list[Part] = [heading, *([gallery(shown)] if shown else [])]
    parts.append(words("rules.section", title=Rendered(title), text=Rendered(shortened(text, ROOM))))
    back = button_to(_to(game, number - 1), words.plain("button.back"), disabled=number == 0)
    on = button_to(
        _to(game, number + 1), words.plain("button.next"), ButtonStyle.primary, disabled=number + 1 == len(pages)
    )
    learn = button_to(CustomId("learn", argument=game), words.plain("play.learn"), ButtonStyle.success)
    parts.append(action_row(back, on, learn))
    return layout(parts, files=shown)


def _to(game: str, page: int) -> CustomId:
    return CustomId("rulespage", argument=str(RulesPage(max(0, page), game)))
