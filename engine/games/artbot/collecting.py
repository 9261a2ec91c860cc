"""Collecting: rarities, packs, and the cards that change hands after a match for keeps (seed; rules, 5 and 8.5)."""

from collections.abc import Mapping

from engine.contract import Seat, letter
from engine.contract.collecting import Collected, Collecting, Transfer
from engine.dice import Dice
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rulings import PACK, RARITIES
from engine.games.artbot.state import ArtBotState


class ArtBotCollecting(Collecting):
    """The rarities and packs of Art Bot Cards, and the cards that change hands; see `Collecting`."""

    rarities = RARITIES
    pack = PACK

    def album(self, cards: ArtBotCards) -> Mapping[str, Collected]:
        """Return every card's rarity and power by card id, in the order of the sets."""
        return {card.id: Collected(card.rarity, card.power) for card in cards.by_id.values()}

    def transfers(self, state: ArtBotState, dice: Dice) -> tuple[Transfer, ...]:
        """Return the cards that end the match with a new owner, including the winner's trophies.

        No cards change hands in a match without a sole winner (rules, 5.6). Players who lose or leave keep the cards
        that they hold at that moment.
        """
        outcome = state.outcome
        if outcome is None or len(outcome.ranking[0]) > 1:
            return ()
        holders = _holders(state)
        trophies = {} if state.options.duel else _trophies(state, holders, outcome.ranking[0][0], dice)
        found = []
        for number, card in enumerate(state.instances):
            holder = trophies.get(number, holders[number])
            if holder != card.owner:
                found.append(Transfer(card.card, card.owner, holder, "trophy" if number in trophies else card.taken))
        return tuple(found)


def _holders(state: ArtBotState) -> dict[int, Seat]:
    """Return each card's holder: the seat that has the card in one of its zones."""
    return {
        number: seat
        for seat, player in enumerate(state.players)
        for pile in (player.inactive, player.active, player.discard, player.in_play, player.aside, player.won)
        for number in pile
    }


def _trophies(state: ArtBotState, holders: dict[int, Seat], winner: Seat, dice: Dice) -> dict[int, Seat]:
    """Draw one card for the winner from each loser's holdings (rules, R24); a loser without cards pays none (R23).

    A duel has no trophies: its prize is the cards won (rules, 3.10).
    """
    drawn = {}
    for loser in range(len(state.players)):
        held = [number for number in range(len(state.instances)) if holders[number] == loser]
        if loser != winner and held:
            drawn[dice.choose(f"trophy.{letter(loser)}", held)] = winner
    return drawn
