"""Names of cards that pass for those of shipped cards are refused, and ordinary names are not."""

import pytest

from cardsdb.sets import example, read_upload, shipped_sets
from cardsdb.source import SetRefused
from engine.registry import GAMES
from engine.text import imitates

HOMEBREW = sorted(key for key, game in GAMES.items() if game.card_set.homebrew and game.spec.decks)
BEGINNINGS = (
    "Amber Ashen Bitter Blazing Broken Calm Clever Copper Crooked Dusty Eager Feral Frozen Gentle Gilded Hollow Hungry"
    " Iron Jagged Lonely Lucky Mossy Muddy Nimble Pale Patient Proud Quiet Restless Rusty Silent Silver Sleepy Stern"
    " Stormy Tangled Velvet Wandering Wary Wild"
)
ENDS = (
    "Anchor Badger Barrel Beacon Bell Bramble Bridge Cauldron Compass Falcon Ferry Fiddler Furnace Harvest Hound Kettle"
    " Lantern Mirror Orchard Pilgrim Raven Riddle Tinker Warden Wolf"
)
ORDINARY = [f"{first} {second}" for first in BEGINNINGS.split() for second in ENDS.split()]


@pytest.mark.parametrize(
    "name",
    [
        *("Quick Jabs", "Quicks Jab", "The Quick Jab", "A Quick Jab", "the quick jabs", "Qulck Jab", "Qu1ck-Jab"),
        *("Qiuck Jab", "Quick Jba", "Quickjab", "Quick Jap", "Quick Jabb", "Quik Jab", "Quíck Jäb"),
    ],
)
def test_no_name_passes_for_a_known_one(name: str) -> None:
    assert imitates(name, "Quick Jab")
    assert imitates("Quick Jab", name)


@pytest.mark.parametrize(
    ("name", "known"),
    [("Hex", "Hem"), ("Cart", "Card"), ("Quick Jig", "Quick Jab"), ("Slow Jab", "Quick Jab"), ("Glass", "Glas Jab")],
)
def test_other_names_are_free(name: str, known: str) -> None:
    assert not imitates(name, known)


@pytest.mark.parametrize(
    ("one", "many"), [("Fairy", "Fairies"), ("Fox", "Foxes"), ("Witch", "Witches"), ("Boss", "Bosses")]
)
def test_a_plural_is_no_other_name(one: str, many: str) -> None:
    assert imitates(one, many)


@pytest.mark.parametrize("key", HOMEBREW)
def test_a_set_does_not_imitate_a_shipped_card(key: str) -> None:
    """The first card of the example, by the name of a shipped one with an article or with its end doubled."""
    game = GAMES[key]
    known = shipped_sets(game)[0].cards[0].name
    text = example(game)
    own = read_upload(GAMES, text.encode(), "set.toml").cards[0].name
    for name in (f"The {known}", f"{known}{known[-1]}"):
        with pytest.raises(SetRefused) as refused:
            read_upload(GAMES, text.replace(own, name).encode(), "set.toml")
        assert [fault for fault in refused.value.faults if repr(known) in fault.why], refused.value.faults


@pytest.mark.parametrize("key", HOMEBREW)
def test_ordinary_names_are_not_refused(key: str) -> None:
    game = GAMES[key]
    shipped = [card.name for each in shipped_sets(game) for card in each.cards]
    refused = [name for name in ORDINARY if any(imitates(name, known) for known in shipped)]
    assert len(ORDINARY) == 1000
    assert len(refused) <= 5, refused
