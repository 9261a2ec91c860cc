"""The renderer for Bids."""

from typing import Any, ClassVar, Final

from bot.ui.games.episodes import FactKind
from bot.ui.games.renderer import Renderer
from bot.ui.texts.words import Rendered, Words
from engine.contract import Seat, SeatRef
from engine.games.bids.events import Revealed
from engine.games.bids.view import BidsView
from engine.kit.facts import Ended, Left


def _listed(numbers: tuple[int, ...]) -> Rendered:
    return Rendered(", ".join(map(str, numbers)) or "–")


def _revealed(fact: Revealed, words: Words) -> str:
    bids = ", ".join(words("bids.of", seat=SeatRef(seat), bid=bid) for seat, bid in sorted(fact.bids.items()))
    if fact.winner is None:
        return words("bids.fact.tied", bids=Rendered(bids))
    return words("bids.fact.revealed", bids=Rendered(bids), seat=SeatRef(fact.winner), count=fact.points)


def _left(fact: Left, words: Words) -> str:
    return words("bids.fact.left", seat=SeatRef(fact.seat))


def _ended(fact: Ended, words: Words) -> str:
    first = fact.outcome.ranking[0]
    if len(first) > 1:
        return words("bids.fact.shared", players=words.list_players(first))
    return words("bids.fact.won", seat=SeatRef(first[0]))


class BidsRenderer(Renderer):
    """Texts for Bids, a game without pictures."""

    key = "bids"
    rule_sections = ("aim", "bid")
    kinds: ClassVar = {Revealed: FactKind(_revealed), Left: FactKind(_left), Ended: FactKind(_ended)}

    def step(self, view: BidsView, words: Words) -> str:
        """Return which prize is at stake."""
        return words("bids.step", turn=view.turn)

    def board(self, view: BidsView, words: Words) -> str:
        """Return the prizes on the table, and what every player has won and still holds."""
        lines = [words("bids.board.prizes", prizes=_listed(view.prizes))]
        for seat, player in enumerate(view.players):
            hand = _listed(player.hand)
            lines.append(words("bids.board.player", seat=SeatRef(seat), count=player.won, hand=hand))
        return "\n".join(lines)

    def hand(self, view: BidsView, seat: Seat, words: Words) -> str:
        """Return a seat's current bid or, before it has made one, the bids it can still make."""
        if view.bid is not None:
            return words("bids.hand.bid", bid=view.bid)
        return words("bids.hand", hand=_listed(view.players[seat].hand))

    def definitions(self, cards: Any) -> dict[str, Any]:
        """Return an empty mapping: no card can be looked up."""
        return {}


RENDERER: Final = BidsRenderer()
"""The game's renderer, loaded by its key."""
