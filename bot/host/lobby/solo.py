"""Matches against one house player alone: what a person can choose for one, and how their earlier ones ended."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from bot.host.card_sets.groups import set_groups
from bot.host.decks.choices import DeckChoice, fitting, ready_decks, usual
from bot.host.kernel.host import Host
from bot.host.lobby.server_defaults import Defaults, defaults_of
from bot.storage import crowns, matches
from bot.storage.matches import HouseMatch
from engine.contract import JSON, Cards
from engine.players.characters import cast

NEWEST: Final = 500
"""Of how many of a person's newest matches, in all games together, the records are made."""


class CharacterRecord(Struct, frozen=True):
    """How a person's matches against one character ended: how many the person won and lost. Draws are in neither."""

    won: int = 0
    lost: int = 0


class SoloChoices(Struct, frozen=True):
    """What a person can choose for a match of a game against one house player.

    Attributes:
        usual: what the match begins with.
        cards: the definitions of the cards that it is played with.
        ready: the ready decks; none in a game without decks.
        built: the names of the person's own decks that fit.
        deck: the name of the deck that a person who names none plays; None if there is none.
        records: how the person's matches of the game against each character ended, by the character's key.
        crowns: the characters that the person has beaten, in any game.
    """

    usual: Defaults
    cards: Cards
    ready: tuple[DeckChoice, ...] = ()
    built: Sequence[str] = ()
    deck: str | None = None
    records: Mapping[str, CharacterRecord] = {}
    crowns: Collection[str] = ()


class _Terms(Struct):
    """The rules that decks are checked against before there is a table."""

    game: str
    options: JSON
    sets: list[str]


async def solo_choices(host: Host, user: int, guild: int | None, game: str) -> SoloChoices:
    """Return what a person can choose for a match of a game, begun in a server or outside servers.

    The records count the finished ones of the person's `NEWEST` matches that the person and the character played alone
    and from the beginning.
    """
    rules = host.games[game]
    async with host.database.reading() as connection:
        begins_with = await defaults_of(host, connection, guild, game, rules.spec.least)
        offered = await set_groups(host, connection, game, guild)
        terms = _Terms(game, begins_with.options.model_dump(mode="json"), list(offered[0].sets))
        ready = await ready_decks(host, connection, game, terms.sets, terms.options)
        easiest = await usual(host, connection, terms, ready, ())
        cards = await host.cards(connection, game, terms.sets)
        ended = await matches.against_house(connection, user, game, NEWEST)
        crowned = await crowns.of_user(connection, user)
    built = await fitting(host, terms, user) if rules.spec.decks else ()
    deck = None if easiest is None else easiest["name"]
    return SoloChoices(begins_with, cards, ready, built, deck, _records(ended), crowned)


def _records(ended: Iterable[HouseMatch]) -> dict[str, CharacterRecord]:
    """Return the records by character; one that 0.1.0 stored as a level is the character that its match shows."""
    records: dict[str, CharacterRecord] = {}
    for match in ended:
        [character] = cast([match.house], match.match)
        if character is not None:
            old = records.get(character, CharacterRecord())
            records[character] = CharacterRecord(old.won + match.won, old.lost + match.lost)
    return records
