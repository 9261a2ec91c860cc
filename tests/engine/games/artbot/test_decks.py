"""What a deck may hold, what a table takes, and the set that is shipped."""

from collections import Counter

import pytest

from bot.host.lobby.table_options import fields
from cardsdb.sets import deck_of, read_set, shipped_sets
from cardsdb.source import SetRefused
from engine.contract import Deck, IllegalDeck, Seating
from engine.dice import FairDice
from engine.games.artbot.cards import ArtBotCards, ArtBotSet
from engine.games.artbot.decks import STANDARD
from engine.games.artbot.rulings import USUAL_DECK
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]
SETS = shipped_sets(ARTBOT)
CARDS: ArtBotCards = ARTBOT.cards(SETS)
READY = [deck_of(ready, CARDS) for each in SETS for ready in each.decks]


def test_the_set_is_sixty_cards_in_four_tiers() -> None:
    """The counts of the rules, 8.1."""
    cards = list(CARDS.by_id.values())
    assert Counter(card.rarity for card in cards) == {"common": 30, "uncommon": 16, "rare": 9, "super rare": 5}
    assert Counter(card.power for card in cards) == {
        **dict.fromkeys(("physical", "psychological", "spiritual", "holistic", "heal", "steal"), 9),
        "glitch": 6,
    }
    assert sum(card.rp for card in cards) == 490
    assert {(card.rarity, card.rp) for card in cards} == {
        ("common", 0),
        ("uncommon", 10),
        ("rare", 20),
        ("super rare", 30),
    }


@pytest.mark.parametrize("deck", READY, ids=lambda deck: deck.name)
def test_a_ready_deck_is_as_the_rules_want_it(deck: Deck) -> None:
    """The shape of the rules, 8.4."""
    held = [CARDS.by_id[card] for card, count in deck.cards.items() for _ in range(count)]
    powers = Counter("damage" if card.damages else card.power for card in held)
    assert powers == {"damage": 12, "heal": 3, "steal": 3, "glitch": 2}
    tiers = Counter(card.rarity for card in held)
    assert tiers in (
        {"common": 17, "uncommon": 2, "rare": 1},
        {"common": 18, "uncommon": 1, "super rare": 1},
    )
    kinds = Counter(card.power for card in held if card.damages).most_common(1)
    assert kinds[0][1] > 6


def test_ready_decks_hit_about_as_hard() -> None:
    strengths = [
        sum(CARDS.by_id[card].pp * count for card, count in deck.cards.items() if CARDS.by_id[card].damages)
        for deck in READY
    ]
    assert max(strengths) - min(strengths) <= 20


def changed(**counts: int) -> Deck:
    """The first ready deck with other numbers of some cards, by id."""
    cards = {**READY[0].cards, **counts}
    return Deck("changed", {card: count for card, count in cards.items() if count})


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (Deck("", {}), "artbot.deck.size"),
        (Deck("", {"PHY1": 3, "PHY2": 1}), "artbot.deck.size"),
        (changed(NOBODY=1), "artbot.deck.unknown"),
        (changed(PHY1=4), "artbot.deck.copies"),
        (changed(PHY8=2), "artbot.deck.copies"),
        (changed(PHY9=1, PHY1=1), "artbot.deck.rarity"),
        (changed(PHY3=0, PHY4=0, PHY5=0, HEA1=3, HEA2=3, HEA4=3), "artbot.deck.damage"),
        (changed(GLI1=3), "artbot.deck.glitch"),
    ],
)
def test_a_deck_that_breaks_a_limit_is_refused_with_it(deck: Deck, fault: str) -> None:
    assert fault in [reason.id for reason in ARTBOT.deck_faults(deck, CARDS, STANDARD)]


def test_all_faults_are_named_at_once() -> None:
    """Fourteen cards of which four are Glitches and three are damage, with a hundred Rarity Points."""
    deck = Deck("bad", {"GLI1": 4, "PHY1": 3, "HEA9": 1, "STE9": 1, "GLI6": 1, "HEA1": 3, "HEA5": 1})
    reasons = [reason.id for reason in ARTBOT.deck_faults(deck, CARDS, STANDARD)]
    assert reasons == ["artbot.deck.copies", "artbot.deck.rarity", "artbot.deck.damage", "artbot.deck.glitch"]


@pytest.mark.parametrize(
    ("options", "seats", "fault"),
    [
        ({"deck_size": 30}, 2, "artbot.deck.agreed"),
        ({"mode": "toe-to-toe"}, 3, "artbot.table.duel"),
        ({"deck_size": 5}, 2, "artbot.table.deck_size"),
    ],
)
def test_a_table_that_does_not_fit_does_not_begin(options: dict[str, object], seats: int, fault: str) -> None:
    table = ARTBOT.spec.options.model_validate(options)
    with pytest.raises(IllegalDeck) as refused:
        ARTBOT.new(table, [Seating(READY[0])] * seats, CARDS, FairDice.seeded(1))
    assert fault in [reason.id for reason in refused.value.reasons]


@pytest.mark.parametrize("ready", READY, ids=lambda deck: deck.name)
def test_every_ready_deck_fits_every_size_of_deck_that_a_table_offers(ready: Deck) -> None:
    size = next(field for field in fields(ARTBOT.spec.options) if field.name == "deck_size")
    for count in range(size.least, size.most + 1):
        wanted = ARTBOT.deck_format(ARTBOT.spec.options.model_validate({"deck_size": count}))
        deck = ARTBOT.ready_deck(ready, CARDS, wanted)
        assert not ARTBOT.deck_faults(deck, CARDS, wanted)
        assert count != USUAL_DECK or deck == ready


def test_a_quick_duel_takes_five_cards() -> None:
    deck = Deck("five", {"PHY1": 1, "PHY3": 1, "HEA1": 1, "HEA2": 1, "STE1": 1})
    assert not ARTBOT.deck_faults(deck, CARDS, STANDARD)
    table = ARTBOT.spec.options.model_validate({"mode": "toe-to-toe", "deck_size": 5})
    state, _ = ARTBOT.new(table, [Seating(deck), Seating(deck)], CARDS, FairDice.seeded(1))
    assert [len(player.inactive) for player in state.players] == [5, 5]


GOOD = """
key = "one"
title = "One card"
credit = "nobody"

[[cards]]
id = "A1"
name = "Sponge"
rarity = "common"
rp = 0
power = "physical"
pp = 20

[[cards]]
id = "A2"
name = "Brush"
rarity = "rare"
rp = 20
power = "glitch"
pp = 0
"""


@pytest.mark.parametrize(
    ("old", "new", "card", "field"),
    [
        ('id = "A2"', 'id = "A1"', "Brush", "id"),
        ('name = "Brush"', 'name = "Sponge"', "Sponge", "name"),
        ('power = "glitch"', 'power = "gleam"', "Brush", "power"),
        ('rarity = "rare"', 'rarity = "odd"', "Brush", "rarity"),
        ("rp = 20", "rp = -1", "Brush", "rp"),
        ("pp = 20", "pip = 20", "Sponge", "pip"),
    ],
)
def test_a_bad_set_is_refused_by_card_and_field(old: str, new: str, card: str, field: str) -> None:
    assert isinstance(read_set(ARTBOT, GOOD, "good.toml"), ArtBotSet)
    with pytest.raises(SetRefused) as refused:
        read_set(ARTBOT, GOOD.replace(old, new), "bad.toml")
    assert (card, field) in [(fault.card, fault.field) for fault in refused.value.faults]
