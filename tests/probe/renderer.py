"""The probe in words."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.locale import catalogue
from bot.ui.games.episodes import Episode, FactKind, Said
from bot.ui.games.panel_renderer import Laid
from bot.ui.games.renderer import Renderer
from bot.ui.games.story import StoryPart
from bot.ui.texts.words import Rendered, Words
from engine.contract import Decision, Fact, Seat, SeatRef
from tests.probe import state as p

FOLDER = Path(__file__).parent / "locale"


class ProbeRenderer(Renderer):
    """The probe, whose cards cannot be looked up."""

    key = "probe"
    rule_sections = ("aim",)

    def step(self, view: Any, words: Words) -> str:
        return words("probe.step", turn=view.turn, phase=view.phase)

    def board(self, view: Any, words: Words) -> str:
        scores = ", ".join(map(str, view.scores))
        return words("probe.board", scores=scores, shown=words.cards_of(view.shown) or "–")

    def hand(self, view: Any, seat: Seat, words: Words) -> str:
        return words("probe.hand", cards=words.cards_of([ref for ref in view.hands[seat] if ref is not None]) or "–")

    def piles(self, view: Any, words: Words) -> list[Laid]:
        return [Laid("Shown", tuple(ref.card for ref in view.shown))]

    def question(self, asked: Decision, words: Words) -> str:
        return words("probe.ask", kind=asked.kind)

    def story(self, facts: Sequence[Fact], words: Words) -> list[StoryPart]:
        return [StoryPart(self._told(fact, words)) for fact in facts]

    def episodes(self, facts: Sequence[Fact], words: Words, /) -> list[Episode]:
        return [Episode((Said(fact, self._told(fact, words), FactKind(self._told)),)) for fact in facts]

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

    def definitions(self, cards: Any) -> Mapping[str, Any]:
        return {}


def renderer() -> ProbeRenderer:
    """The renderer, with the texts that it needs."""
    if FOLDER not in catalogue.FOLDERS:
        catalogue.FOLDERS.append(FOLDER)
        catalogue.load.cache_clear()
        catalogue.catalogue.cache_clear()
    return ProbeRenderer()
