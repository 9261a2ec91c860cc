"""What players are called on a page that names no people: house players by name, people after what they play."""

from collections.abc import Mapping, Sequence

from bot.host.fairness.export_files import ExportedSeat
from bot.host.fairness.replays import ExportedMatch
from bot.host.match.players import Player
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, restored
from engine.players.characters import cast


def seat_players(match: ExportedMatch, words: Words, *, published: bool) -> Sequence[Player]:
    """Return the players of a match, none of them with a person's own name.

    A person is called after the ready deck that most of their deck is from or, in a game without decks, after the
    colour of their seat in pictures. Otherwise a number has to do, as it does until the match's secret is `published`:
    decks may be hidden until then.
    """
    told, spec = match.told, match.match.game.spec
    houses = [None if isinstance(seat, ExportedSeat) else seat.house for seat in told.seats]
    names: list[str | None] = [None] * len(houses)
    if not spec.decks:
        names = [words.plain(f"player.colour.{seat}") for seat in range(len(houses))]
    elif published:
        ready = _ready_decks(match)
        names = [None if seat.deck is None else _nearest(seat.deck.cards, ready) for seat in told.seats]
    return [
        Player(character=character, name=name or words.plain("player.number", number=seat + 1))
        for seat, (character, name) in enumerate(zip(cast(houses, told.match), names, strict=True))
    ]


def _ready_decks(match: ExportedMatch) -> Mapping[str, Mapping[str, int]]:
    """Return the cards of each ready deck that came with the match's sets, by the deck's name."""
    sets = (restored(match.match.game, content) for content in match.told.sets)
    return {ready.name: deck_of(ready, match.match.cards).cards for each in sets for ready in each.decks}


def _nearest(deck: Mapping[str, int], ready: Mapping[str, Mapping[str, int]]) -> str | None:
    """Return the name of the ready deck that has more than half of a deck's cards; None if there is none."""
    shared = {
        name: sum(min(count, cards.get(card, 0)) for card, count in deck.items()) for name, cards in ready.items()
    }
    best = max(shared, key=lambda name: shared[name], default=None)
    return best if best is not None and 2 * shared[best] > sum(deck.values()) else None
