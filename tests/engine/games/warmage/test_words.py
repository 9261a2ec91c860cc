"""The set of words that no shipped Spell has: whole, and played."""

from cardsdb.sets import shipped_sets
from cardsdb.trial_matches import tried
from engine.games.warmage.cards import MOST_ADDED
from engine.registry import GAMES
from tests.engine.games.warmage.words import words_set


def test_every_spell_of_the_words_is_played_beside_the_shipped_deck() -> None:
    own = words_set()
    assert (len(own.cards), sum(spell.copies for spell in own.cards)) == (10, MOST_ADDED)
    trials = tried(GAMES["warmage"], own, shipped_sets(GAMES["warmage"]))
    assert trials.unplayed == ()
    assert not trials.spent
