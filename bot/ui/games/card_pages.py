"""Cards that people look up, the same for every game: their names, pages and pictures."""

from collections.abc import Sequence
from typing import Any, Final

from bot.ui.games.card_renderer import CardPage, CardRenderer
from bot.ui.pictures.picture import DESCRIPTION, Picture, description
from bot.ui.texts.words import Spoken, Words, copies, shortened
from engine.contract import Cards

CARDS: Final = "cards.png"


def names_of(renderer: CardRenderer, cards: Cards) -> list[str]:
    """Return the names of all cards that can be looked up."""
    return sorted(card.name for card in renderer.definitions(cards).values())


def page_of(renderer: CardRenderer, name: str, cards: Cards, words: Words) -> CardPage | None:
    """Return the page about the card with this name, or None."""
    card = _find(renderer, name, cards)
    return None if card is None else renderer.card_page(card, cards, words)


def card_picture(renderer: CardRenderer, name: str, cards: Cards, words: Words) -> Picture | None:
    """Return a picture of the card with this name, or None if no such card exists or the game does not draw cards.

    See `board_picture`.
    """
    card = _find(renderer, name, cards)
    return None if card is None else renderer.draw_card(card, cards, words)


def cards_picture(
    renderer: CardRenderer, held: Sequence[tuple[str, int]], cards: Cards, words: Words
) -> Picture | None:
    """Return a picture of some whole cards, each with its number of copies; None if the game draws none.

    Its description has each card's name, kind and rules, as far as there is room. See `board_picture`.
    """
    known = renderer.definitions(cards)
    shown = [(known[card], count) for card, count in held]
    drawn = renderer.draw_cards(shown, cards, words) if shown else None
    if drawn is None:
        return None
    spoken, room = Spoken.of(words), DESCRIPTION // len(shown) - 1
    pages = [(renderer.card_page(card, cards, spoken), count) for card, count in shown]
    told = [f"{page.title}{copies(count)}: {page.kind}. {page.text}" for page, count in pages if page is not None]
    return Picture(CARDS, drawn, description("\n".join(shortened(" ".join(each.split()), room) for each in told)))


def _find(renderer: CardRenderer, name: str, cards: Cards) -> Any:
    try:
        return renderer.definitions(cards).get(cards.find(name))
    except KeyError:
        return None
