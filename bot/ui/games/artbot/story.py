"""Texts about the events of an Art Bot match, card by card: the reveal, the arithmetic, and the cost."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.story import Teller, by_fields, with_cards, with_outcome, with_players
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.artbot import events as e
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rulings import POINTS
from engine.kit.facts import Drew, DrewUnseen, Ended, Left, Standing


class _Hit(Fact, frozen=True):
    """What a player revealed for a hit, and what it cost them, which a post tells as one."""

    revealed: e.Revealed
    lost: e.Discarded


def resolution(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Return the facts without routine draws; a hit's revealed cards and its cost are one, which names each once."""
    found: list[Fact] = []
    for fact in facts:
        before = found[-1] if found else None
        if isinstance(fact, e.Discarded) and isinstance(before, e.Revealed) and before.seat == fact.seat:
            found[-1] = _Hit(before, fact)
        elif not isinstance(fact, QUIET):
            found.append(fact)
    return found


PARTICULARS: Final = (e.Dealt, e.DealtUnseen, e.Returned, e.ReturnedUnseen, Drew, DrewUnseen, Standing)
QUIET: Final = (e.Returned, e.ReturnedUnseen, Drew, DrewUnseen, e.Began, Standing)


def _played(fact: e.Played, words: Words) -> str:
    """Return a line about the card that was played and its target, which is not named for a Glitch."""
    glitch = isinstance(words.cards, ArtBotCards) and words.cards.by_id[fact.card.card].power == "glitch"
    if fact.target is None or glitch:
        return words("artbot.fact.played", seat=SeatRef(fact.seat), card=fact.card)
    return words("artbot.fact.played_at", seat=SeatRef(fact.seat), card=fact.card, target=SeatRef(fact.target))


def _revealed(fact: e.Revealed, words: Words) -> str:
    """Return a line about the revealed cards, and the sum that determines what they cost."""
    cards = words.list_cards((*fact.cards, *fact.spilled))
    line = words("artbot.fact.revealed", seat=SeatRef(fact.seat), cards=cards)
    return f"{line} {_sum(fact, words)}"


def revealed_beyond(fact: e.Revealed, lost: Sequence[CardRef], words: Words) -> str:
    """Return the line about revealed cards after one that has named those that are lost."""
    left = [card for card in (*fact.cards, *fact.spilled) if card not in lost]
    seat, key = SeatRef(fact.seat), "artbot.blow.revealed_too" if left else "artbot.blow.revealed"
    line = words(key, seat=seat, count=len(lost), cards=words.list_cards(left))
    return f"{line} {_sum(fact, words)}"


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
    """Return a line about what a hit cost, and below it a small one with its sum."""
    sum_ = (
        revealed_beyond(fact.revealed, fact.lost.cards, words) if fact.lost.cards else _revealed(fact.revealed, words)
    )
    return f"{_discarded(fact.lost, words)}\n{words('report.small', text=Rendered(sum_))}"


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


TELLERS: Final[dict[type[Fact], Teller]] = {
    e.Began: with_players("artbot.fact.began", "order"),
    e.StarterDiscarded: by_fields("artbot.fact.starter_discarded"),
    e.TurnBegan: by_fields("artbot.fact.turn_began"),
    Drew: with_cards("artbot.fact.drew"),
    DrewUnseen: by_fields("artbot.fact.drew_unseen"),
    e.Returned: by_fields("artbot.fact.returned"),
    e.ReturnedUnseen: by_fields("artbot.fact.returned_unseen"),
    e.Played: _played,
    e.Revealed: _revealed,
    e.Discarded: _discarded,
    _Hit: _hit,
    e.Recovered: with_cards("artbot.fact.recovered"),
    e.Stole: with_cards("artbot.fact.stole"),
    e.StoleUnseen: by_fields("artbot.fact.stole_unseen"),
    e.Glitched: by_fields("artbot.fact.glitched"),
    e.Dealt: with_cards("artbot.fact.dealt"),
    e.DealtUnseen: by_fields("artbot.fact.dealt_unseen"),
    e.Fizzled: by_fields("artbot.fact.fizzled"),
    e.Eliminated: with_players("artbot.fact.eliminated"),
    Standing: _standing,
    e.Turned: _turned,
    e.Won: with_cards("artbot.fact.won"),
    e.Tied: by_fields("artbot.fact.tied"),
    e.PotReturned: by_fields("artbot.fact.pot_returned"),
    e.SuddenDeath: by_fields("artbot.fact.sudden_death"),
    Left: by_fields("artbot.fact.left"),
    Ended: with_outcome("artbot.fact.won_match", "artbot.fact.shared"),
}
