"""All that a Varia card is made of, with the keywords of its set, which stand for rules."""

from collections.abc import Iterator

from pydantic import BaseModel

from engine.games.varia.cards import AnyCard, action_of
from engine.games.varia.pool import VariaCards
from engine.games.varia.soundness import parts


def all_parts(card: AnyCard, pool: VariaCards) -> Iterator[BaseModel]:
    """Give every part of a card, however deep, and every part of what its keywords stand for."""
    figures = action_of(card)
    keywords = [] if figures is None else [pool.keywords[name] for name in figures.keywords if name in pool.keywords]
    for source in (card, *keywords):
        yield from (part for _, part in parts(source))
