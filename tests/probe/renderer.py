"""The probe in words."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.locale import catalogue
from bot.ui.games.renderer import Beat, CardPage
from bot.ui.pictures.picture import Picture
from bot.ui.words import Rendered, Words
from engine.contract import Cards, Decision, Deck, Fact, Option, Seat, SeatRef
from engine.contract.decks import DeckFormat
from tests.probe import state as p

FOLDER = Path(__file__).parent / "locale"


class ProbeRenderer:
    """See `Renderer`."""

    def step(self, view: Any, words: Words) -> str:
        return words("probe.step", turn=view.turn, phase=view.phase)

    def board(self, view: Any, words: Words) -> str:
        scores = ", ".join(map(str, view.scores))
        return words("probe.board", scores=scores, shown=words.cards_of(view.shown) or "–")

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        return words("probe.hand", cards=words.cards_of([ref for ref in view.hands[seat] if ref is not None]) or "–")

    def picture(self, view: Any, words: Words) -> Picture | None:
        return None

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        return None

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        return [("Shown", words.cards_of(view.shown) or "–")]

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        return []

    def question(self, asked: Decision, words: Words) -> str:
        return words("probe.ask", kind=asked.kind)

    def hint(self, option: Option, words: Words) -> str | None:
        return None

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        return [Beat(self._told(fact, words)) for fact in facts]

    def _told(self, fact: Fact, words: Words) -> str:
        match fact:
            case p.Peeked():
                return words("probe.peeked", card=fact.card)
            case p.PeekedUnseen():
                return words("probe.peeked.unseen", seat=SeatRef(fact.seat))
            case p.Shared():
                return words("probe.shared", seat=SeatRef(fact.seat), card=fact.card, to=SeatRef(fact.to))
            case p.SharedUnseen():
                return words("probe.shared.unseen", seat=SeatRef(fact.seat), to=SeatRef(fact.to))
            case p.Revealed():
                return words("probe.revealed", cards=words.cards_of(fact.cards) or "–")
            case p.SealedIn():
                return words("probe.revealed", cards=fact.card)
            case _:
                return words("probe.fact", what=Rendered(type(fact).__name__))

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        return ""

    def card_names(self, cards: Cards) -> list[str]:
        return []

    def card(self, name: str, cards: Cards, words: Words) -> CardPage | None:
        return None

    def deck_figures(self, deck: Deck, cards: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        return []

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        return None

    def deck(self, deck: Mapping[str, int], cards: Cards, words: Words) -> list[tuple[str, str]]:
        return []

    def deck_picture(self, deck: Mapping[str, int], cards: Cards, words: Words) -> Picture | None:
        return None

    def rules(self, words: Words) -> list[tuple[str, str]]:
        return [("Rules", "None to speak of.")]

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        return self.rules(words)


def renderer() -> ProbeRenderer:
    """The renderer, with the texts that it needs."""
    if FOLDER not in catalogue.FOLDERS:
        catalogue.FOLDERS.append(FOLDER)
        catalogue.load.cache_clear()
        catalogue.catalogue.cache_clear()
    return ProbeRenderer()
