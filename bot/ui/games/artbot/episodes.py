"""The events of an Art Bot match in words, card by card: the reveal, the arithmetic, and the cost."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.episodes import Episode, FactKind, Kinds, Merged, cut
from bot.ui.games.story import by_fields, with_cards, with_outcome, with_players
from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.artbot import events as e
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rulings import POINTS
from engine.kit.facts import Drew, DrewUnseen, Ended, Left, Standing

BEGINNING: Final = (
    *(e.Began, e.StarterDiscarded, e.TurnBegan, e.Played, e.Turned, e.PotReturned, e.SuddenDeath),
    *(Left, Ended),
)
"""Facts that begin an episode."""


class _Hit(Merged, frozen=True):
    """What a player revealed for a hit, and then what it cost them."""


def episodes(facts: Sequence[Fact], words: Words) -> list[Episode]:
    """Return what happened in a turn of Art Bot: an episode for each play. The picture shows one of two players."""
    found = cut(_with_hits(facts), KINDS, words, lambda fact: isinstance(fact, BEGINNING))
    return [replace(each, label="" if any(map(_is_at_another, each.facts)) else None) for each in found]


def _is_at_another(fact: Fact) -> bool:
    return isinstance(fact, e.Played) and fact.target not in (None, fact.seat)


def _with_hits(facts: Iterable[Fact]) -> Sequence[Fact]:
    """Return the facts; a hit's revealed cards and its cost share a sentence, which names each card once."""
    found: list[Fact] = []
    for fact in facts:
        before = found[-1] if found else None
        if isinstance(fact, e.Discarded) and isinstance(before, e.Revealed) and before.seat == fact.seat:
            found[-1] = _Hit((before, fact))
        else:
            found.append(fact)
    return found


def _played(fact: e.Played, words: Words) -> str:
    """Return a line about the card that was played and its target, which is not named for a Glitch."""
    glitch = words.pool(ArtBotCards).by_id[fact.card.card].power == "glitch"
    if fact.target is None or glitch:
        return words("artbot.fact.played", seat=SeatRef(fact.seat), card=fact.card)
    return words("artbot.fact.played_at", seat=SeatRef(fact.seat), card=fact.card, target=SeatRef(fact.target))


def _revealed(fact: e.Revealed, words: Words) -> str:
    """Return a line about the revealed cards, and the sum that determines what they cost."""
    cards = words.list_cards((*fact.cards, *fact.spilled))
    line = words("artbot.fact.revealed", seat=SeatRef(fact.seat), cards=cards)
    return f"{line} {_sum(fact, words)}"


def _revealed_beyond(fact: e.Revealed, lost: Sequence[CardRef], words: Words) -> str:
    """Return the line about revealed cards after one that has named those that are lost."""
    left = [card for card in (*fact.cards, *fact.spilled) if card not in lost]
    seat, key = SeatRef(fact.seat), "artbot.blow.revealed_too" if left else "artbot.blow.revealed"
    return f"{words(key, seat=seat, count=len(lost), cards=words.list_cards(left))} {_sum(fact, words)}"


def _sum(fact: e.Revealed, words: Words) -> str:
    """Return the sum of the revealed cards and what it costs."""
    spilled = _spilled(fact, words) if fact.spilled else ""
    everything = fact.net // POINTS > fact.discards > 0
    outcome = "backfires" if fact.net < 0 else "all" if everything else "discards" if fact.discards else "nothing"
    points = {"pp": fact.pp, "rp": fact.rp, "net": fact.net, "count": max(1, fact.discards)}
    total = words(f"artbot.fact.sum_{outcome}", seat=SeatRef(fact.seat), **points)
    return f"{spilled} {total}".strip()


def _spilled(fact: e.Revealed, words: Words) -> str:
    cards = words.list_cards(fact.spilled)
    return words("artbot.fact.spilled", count=len(fact.spilled), spilled=cards, seat=SeatRef(fact.seat))


def _discarded(fact: e.Discarded, words: Words) -> str:
    if not fact.cards:
        return words("artbot.fact.unharmed", seat=SeatRef(fact.seat))
    cards = words.list_cards(fact.cards)
    return words("artbot.fact.discarded", count=len(fact.cards), seat=SeatRef(fact.seat), cards=cards)


def _hit(fact: _Hit, words: Words) -> str:
    _, lost = fact.parts
    return _discarded(lost, words)


def _hit_sum(fact: _Hit, words: Words) -> str:
    revealed, lost = fact.parts
    return _revealed_beyond(revealed, lost.cards, words) if lost.cards else _revealed(revealed, words)


def _hit_steps(fact: _Hit, words: Words) -> str:
    revealed, lost = fact.parts
    return f"{_revealed(revealed, words)} {_discarded(lost, words)}"


def _standing(fact: Standing, words: Words) -> str:
    points = (words("artbot.fact.hp", seat=SeatRef(seat), hp=hp) for seat, hp in enumerate(fact.points) if hp)
    return words("artbot.fact.standing", points=Rendered(" · ".join(points)))


def _turned(fact: e.Turned, words: Words) -> str:
    (first_card, second_card), (first_worth, second_worth) = fact.cards, fact.worth
    return words(
        "artbot.fact.turned",
        draw=fact.draw,
        first=SeatRef(0),
        first_card=first_card,
        first_worth=first_worth,
        second=SeatRef(1),
        second_card=second_card,
        second_worth=second_worth,
    )


KINDS: Final[Kinds] = {
    e.Began: FactKind(with_players("artbot.fact.began", "order"), "routine"),
    e.StarterDiscarded: FactKind(by_fields("artbot.fact.starter_discarded")),
    e.TurnBegan: FactKind(by_fields("artbot.fact.turn_began")),
    Drew: FactKind(with_cards("artbot.fact.drew"), "routine"),
    DrewUnseen: FactKind(by_fields("artbot.fact.drew_unseen"), "routine"),
    e.Returned: FactKind(by_fields("artbot.fact.returned"), "routine"),
    e.ReturnedUnseen: FactKind(by_fields("artbot.fact.returned_unseen"), "routine"),
    e.Played: FactKind(_played, drawn=True),
    e.Revealed: FactKind(_revealed, drawn=True),
    e.Discarded: FactKind(_discarded),
    _Hit: FactKind(_hit, beside=_hit_sum, steps=_hit_steps),
    e.Recovered: FactKind(with_cards("artbot.fact.recovered")),
    e.Stole: FactKind(with_cards("artbot.fact.stole")),
    e.StoleUnseen: FactKind(by_fields("artbot.fact.stole_unseen")),
    e.Glitched: FactKind(by_fields("artbot.fact.glitched")),
    e.Dealt: FactKind(with_cards("artbot.fact.dealt"), "detail"),
    e.DealtUnseen: FactKind(by_fields("artbot.fact.dealt_unseen"), "detail"),
    e.Fizzled: FactKind(by_fields("artbot.fact.fizzled")),
    e.Eliminated: FactKind(with_players("artbot.fact.eliminated")),
    Standing: FactKind(_standing, "routine", drawn=True),
    e.Turned: FactKind(_turned),
    e.Won: FactKind(with_cards("artbot.fact.won")),
    e.Tied: FactKind(by_fields("artbot.fact.tied")),
    e.PotReturned: FactKind(by_fields("artbot.fact.pot_returned")),
    e.SuddenDeath: FactKind(by_fields("artbot.fact.sudden_death")),
    Left: FactKind(by_fields("artbot.fact.left")),
    Ended: FactKind(with_outcome("artbot.fact.won_match", "artbot.fact.shared")),
}
"""How the game tells each kind of fact."""
