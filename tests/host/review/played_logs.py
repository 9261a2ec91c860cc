"""Logs of matches that were played at random, to look back at."""

from collections.abc import Sequence

from bot.host.match.log import Log
from bot.host.match.replay import ReplayEntry
from cardsdb.sets import deck_of, shipped_cards, shipped_sets, shipped_versions
from engine.contract import JSON, Seat, Seating
from engine.dice import FairDice
from engine.players.policies import POLICIES
from engine.registry import GAMES


def logged(key: str, seed: int, most: int, houses: Sequence[Seat] = ()) -> tuple[Log, list[JSON]]:
    """Play a match of two at random for some picks; return its log, and all that was drawn."""
    game = GAMES[key]
    sets = shipped_sets(game)
    versions = shipped_versions(game)
    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for each in sets for ready in each.decks]
    seatings = tuple(Seating(decks[seat] if decks else None) for seat in range(2))
    key_of_dice = f"key {seed}".encode()
    dice = FairDice(key_of_dice)
    options = game.spec.options()
    state, _ = game.new(options, seatings, cards, dice)
    entries = [ReplayEntry("start", None, None, None), *(ReplayEntry("house", seat, None, None) for seat in houses)]
    draws: list[JSON] = []
    while (asked := game.decisions(state)) and len(entries) < most:
        seat = asked[0].seat
        for decision, keys in POLICIES["random"].line(game, state, seat, FairDice.seeded(seed, len(entries))):
            dice.record.clear()
            game.apply(state, decision, keys, dice)
            draws += [{"purpose": each.purpose, "size": each.size, "shown": each.result[0] + 1} for each in dice.record]
            entries.append(ReplayEntry("pick", seat, decision, list(keys)))
    log = Log(
        game,
        tuple(each.hash for each in versions),
        tuple(each.content for each in versions),
        options.model_dump(mode="json"),
        seatings,
        key_of_dice,
        tuple(entries),
        f"seed {seed}",
    )
    return log, draws
