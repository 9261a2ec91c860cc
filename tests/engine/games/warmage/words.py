"""The set of Spells with the words of WarMage's language that no shipped Spell has."""

from pathlib import Path

from cardsdb.sets import read_homebrew
from engine.contract import CardSet
from engine.registry import GAMES

FILE = Path(__file__).with_name("words.toml")


def words_set() -> CardSet:
    """Return the set, which is played in the laws together with the shipped deck."""
    return read_homebrew(GAMES["warmage"], FILE.read_text("utf-8"), str(FILE))
