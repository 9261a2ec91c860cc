"""What changes hands after a match for keeps (rules, 5): steals, Glitches, trophies, duels."""

from collections import Counter
from random import Random

import pytest

from cardsdb.boosters import draw, places
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import Deck, Seating
from engine.dice import FairDice
from engine.games.artbot.collecting import ArtBotCollecting
from engine.games.artbot.pieces import ArtBotOptions
from engine.games.artbot.rules import ArtBot
from engine.games.artbot.rulings import PACK
from engine.games.artbot.state import ArtBotState

GAME = ArtBot()
SETS = shipped_sets(GAME)
CARDS = GAME.cards(SETS)
KEEPS = ArtBotCollecting()
READY = [deck_of(ready, CARDS) for card_set in SETS for ready in card_set.decks]
FIVE = Deck("Five", {"PHY1": 2, "PSY1": 2, "HEA1": 1})


def played(seed: int, seats: int, deck: Deck | None = None, **options: object) -> ArtBotState:
    """A match of random picks to its end."""
    table, chance, dice = ArtBotOptions(**options), Random(seed), FairDice.seeded(seed)
    seatings = [Seating(deck or READY[seat % len(READY)]) for seat in range(seats)]
    state, _ = GAME.new(table, seatings, CARDS, dice)
    while decisions := GAME.decisions(state):
        asked = chance.choice(decisions)
        keys = [option.key for option in chance.sample(asked.options, asked.least)]
        GAME.apply(state, asked.id, keys, dice)
    return state


def holders(state: ArtBotState) -> Counter[int]:
    """How many cards each seat holds at the end."""
    return Counter(
        {
            seat: sum(map(len, (p.inactive, p.active, p.discard, p.in_play, p.aside, p.won)))
            for seat, p in enumerate(state.players)
        }
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_card_goes_where_it_is_held_and_the_winner_gets_a_trophy_of_each(seed: int) -> None:
    state = played(seed, 3, rules="quick")
    assert state.outcome is not None
    moved = KEEPS.transfers(state, FairDice.seeded("keeps", seed))
    if len(state.outcome.ranking[0]) > 1:
        assert moved == ()
        return
    winner = state.outcome.ranking[0][0]
    after = Counter(dict.fromkeys(range(3), 20))
    after.update(each.holder for each in moved)
    after.subtract(each.owner for each in moved)
    expected = holders(state)
    for loser in {0, 1, 2} - {winner}:
        if expected[loser]:
            expected[loser] -= 1
            expected[winner] += 1
    assert after == expected
    assert all(each.owner != each.holder for each in moved)
    assert {each.how for each in moved} <= {"steal", "glitch", "trophy"}
    assert moved == KEEPS.transfers(state, FairDice.seeded("keeps", seed)), "the same dice give the same trophies"


@pytest.mark.parametrize("seed", range(6))
def test_a_duel_moves_what_was_won_and_has_no_trophies(seed: int) -> None:
    state = played(seed, 2, FIVE, mode="toe-to-toe", deck_size=5)
    assert state.outcome is not None
    moved = KEEPS.transfers(state, FairDice.seeded("keeps"))
    if state.outcome.drawn:
        assert moved == ()
    else:
        won = {seat: len(player.won) for seat, player in enumerate(state.players) if player.won}
        assert Counter(each.holder for each in moved) == won
        assert {each.how for each in moved} == {"duel"}


def test_nothing_changes_hands_while_a_match_runs() -> None:
    dice = FairDice.seeded(1)
    state, _ = GAME.new(ArtBotOptions(), [Seating(deck) for deck in READY[:2]], CARDS, dice)
    assert KEEPS.transfers(state, dice) == ()


def test_a_pack_is_drawn_by_its_odds() -> None:
    """The rules' own figures (8.5): per pack 3 Common, 1.6 Uncommon, 0.32 Rare, 0.08 Super Rare."""
    assert all(sum(odds.values()) == 100 for odds in PACK)
    assert [count for count, _ in places(KEEPS)] == [3, 1, 1]
    cards, dice, count = KEEPS.album(CARDS), FairDice.seeded("packs"), 2000
    drawn = [draw(KEEPS, cards, dice) for _ in range(count)]
    assert all(len(set(pack)) == len(PACK) for pack in drawn)
    seen = Counter(cards[card].rarity for pack in drawn for card in pack)
    assert seen["common"] == 3 * count
    expected = {"uncommon": 1.6, "rare": 0.32, "super rare": 0.08}
    for rarity, share in expected.items():
        spread = 5 * (share * count) ** 0.5
        assert abs(seen[rarity] - share * count) < spread, rarity
