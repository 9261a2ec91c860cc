"""The set of cards with the words of Varia's language that no shipped card has."""

from pathlib import Path

from cardsdb.sets import read_set
from engine.contract import CardSet
from engine.registry import GAMES

FILE = Path(__file__).with_name("words.toml")


def words_set() -> CardSet:
    """Return the set, which is played in the laws and counted in the coverage."""
    return read_set(GAMES["varia"], FILE.read_text("utf-8"), str(FILE))
