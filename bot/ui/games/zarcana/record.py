"""What a Zarcana match's facts say for its trophy: everybody's points from turn to turn, and the best turns."""

from collections.abc import Sequence

from bot.ui.games.trophies import Deed, MatchRecord, better, by_turn, most_used, per_seat, seat_tones
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.pictures.pyramids import PyramidArt
from bot.ui.pictures.scene import Illustration
from bot.ui.texts.words import Words
from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.powers.handler import SIZES
from engine.games.zarcana.view import ZarcanaView
from engine.kit.facts import Standing


def record(facts: Sequence[Fact], view: ZarcanaView, words: Words) -> MatchRecord:
    """Return what the facts of a whole match of Zarcana say for its trophy."""
    seats = len(view.seats)
    turns = [fact for fact in facts if not isinstance(fact, e.TurnBegan) or not fact.extra]
    used = [fact for fact in facts if isinstance(fact, e.Played | e.Used)]
    favourites = [most_used(fact.card.card for fact in used if fact.seat == seat) for seat in range(seats)]
    return MatchRecord(
        title=words("zarcana.trophy.curve"),
        values=by_turn(turns, (e.TurnBegan,)),
        falls=False,
        roles=("",) * seats,
        tones=seat_tones(seats),
        arts=tuple(None if card is None else tarot_face(card, words.pool(ZarcanaCards)).art for card in favourites),
        deeds=per_seat(_deeds(facts, words), seats),
        deed=words("zarcana.trophy.turn"),
    )


def _deeds(facts: Sequence[Fact], words: Words) -> dict[Seat, Deed]:
    """Return each player's turn that gained the most points, and the last card used in it, or else the last minion."""
    deeds: dict[Seat, Deed] = {}
    before: Standing | None = None
    began: e.TurnBegan | None = None
    did: CardRef | e.MinionEntered | e.MinionMoved | None = None
    for fact in facts:
        if isinstance(fact, e.TurnBegan):
            began, did = fact, None
        elif isinstance(fact, e.Played | e.Used):
            did = fact.card
        elif isinstance(fact, e.MinionEntered | e.MinionMoved) and not isinstance(did, CardRef):
            did = fact
        elif isinstance(fact, e.Scored):
            break
        elif isinstance(fact, Standing):
            gained = 0 if began is None or before is None else fact.points[began.seat] - before.points[began.seat]
            if began is not None and did is not None and gained > 0:
                figure = words("zarcana.trophy.gained", count=gained)
                better(deeds, began.seat, Deed(gained, figure, *_pictured(did, words), began.turn))
            before = fact
    return deeds


def _pictured(did: CardRef | e.MinionEntered | e.MinionMoved, words: Words) -> tuple[str, Illustration | None]:
    """Return the name and the picture of a card or of a minion."""
    if isinstance(did, CardRef):
        face = tarot_face(did.card, words.pool(ZarcanaCards))
        return face.name, face.art
    size = SIZES[did.size - 1]
    return words(f"zarcana.pick.create_{size}"), PyramidArt(did.seat, size)
