"""Words for who does not see a picture."""

from bot.ui.words import Rendered, Value, Words
from engine.contract import Seat, letter


class Spoken(Words):
    """Words for a description: it is read aloud, so players are named by their seats and no markdown acts."""

    @classmethod
    def of(cls, words: Words) -> "Spoken":
        """Return the words of the same reader."""
        return cls(words.catalogue.locale, words.seats, words.cards)

    def __call__(self, key: str, /, **values: Value) -> Rendered:
        """Return a text as where markdown is not read."""
        return Rendered(self.plain(key, **values))

    def player(self, seat: Seat) -> Rendered:
        """Return a seat's player by its letter."""
        return self("player.seat", letter=letter(seat))
